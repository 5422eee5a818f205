import { openInPdfium } from './pdfium.ts';
import { among, has, run } from './programs.ts';

/** What files say to whoever has them read aloud. */

/**
 * Types of elements on lines of their own, indented by two for each level, and under them their text in quotes: by
 * poppler. No reader on npm tells the marked content of forms from that of their page, nor blanks at the end of a line.
 */
export async function structureOf(bytes: Uint8Array): Promise<string> {
  return (await among({ 'a.pdf': bytes }, (path) => run('pdfinfo', '-struct-text', path('a.pdf')))).output;
}

/** Whether a file says that it is tagged: by poppler where it is installed, else by PDFium. */
export async function isTagged(bytes: Uint8Array): Promise<boolean> {
  if (has('pdfinfo')) {
    const { output } = await among({ 'a.pdf': bytes }, (path) => run('pdfinfo', path('a.pdf')));
    return /Tagged: +yes/.test(output);
  }
  const { pdfium, document } = await openInPdfium(bytes);
  return pdfium.FPDFCatalog_IsTagged(document);
}
