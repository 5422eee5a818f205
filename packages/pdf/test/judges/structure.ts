import { openInPdfium } from './pdfium.ts';
import { among, has, run } from './programs.ts';
import { structureByQpdf } from './structure-tree.ts';

/** What files say to whoever has them read aloud. */

/**
 * Who reads a file's structure: types of elements on lines of their own, indented by two for each level, and under them
 * their text in quotes. By objects that qpdf reads, and by poppler where it is installed.
 */
export const STRUCTURE_READERS: readonly (readonly [name: string, read: (bytes: Uint8Array) => Promise<string>])[] = [
  ['qpdf', structureByQpdf],
  ...(has('pdfinfo') ? [['poppler', structureByPoppler] as const] : []),
];

async function structureByPoppler(bytes: Uint8Array): Promise<string> {
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
