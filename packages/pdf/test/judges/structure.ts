import { openInPdfium } from './pdfium.ts';
import { among, has, run } from './programs.ts';
import { structureByQpdf } from './structure-tree.ts';

/** The structure of files, as read aloud. */

/**
 * Readers of a file's structure: element types on separate lines, indented by two for each level, with their text in
 * quotes below. By objects that qpdf reads, and by poppler if it is installed.
 */
export const STRUCTURE_READERS: readonly (readonly [name: string, read: (bytes: Uint8Array) => Promise<string>])[] = [
  ['qpdf', structureByQpdf],
  ...(has('pdfinfo') ? [['poppler', structureByPoppler] as const] : []),
];

async function structureByPoppler(bytes: Uint8Array): Promise<string> {
  return (await among({ 'a.pdf': bytes }, (path) => run('pdfinfo', '-struct-text', path('a.pdf')))).output;
}

/** Whether a file declares itself tagged: by poppler if it is installed, otherwise by PDFium. */
export async function isTagged(bytes: Uint8Array): Promise<boolean> {
  if (has('pdfinfo')) {
    const { output } = await among({ 'a.pdf': bytes }, (path) => run('pdfinfo', path('a.pdf')));
    return /Tagged: +yes/.test(output);
  }
  const { pdfium, document } = await openInPdfium(bytes);
  return pdfium.FPDFCatalog_IsTagged(document);
}
