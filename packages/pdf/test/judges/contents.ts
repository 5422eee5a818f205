import { readFile } from 'node:fs/promises';
import { eachPage, openInPdfium } from './pdfium.ts';
import { among, has, run } from './programs.ts';

/** Other contents of files: by poppler if it is installed, otherwise by PDFium. */

/** Files attached to a file, in the order in which a reader lists them. */
export async function attachmentsOf(bytes: Uint8Array): Promise<{ name: string; bytes: Buffer }[]> {
  if (has('pdfdetach')) {
    return among({ 'a.pdf': bytes }, async (path) => {
      const { output } = await run('pdfdetach', '-list', path('a.pdf'));
      const found = [...output.matchAll(/^(\d+): (.*)$/gm)];
      return Promise.all(
        found.map(async ([, number = '', name = '']) => {
          await run('pdfdetach', '-save', number, '-o', path(number), path('a.pdf'));
          return { name, bytes: await readFile(path(number)) };
        }),
      );
    });
  }
  const { pdfium, document, written, place, bytesAt } = await openInPdfium(bytes);
  return Array.from({ length: pdfium.FPDFDoc_GetAttachmentCount(document) }, (_, index) => {
    const one = pdfium.FPDFDoc_GetAttachment(document, index);
    const name = written((target, length) => pdfium.FPDFAttachment_GetName(one, target, length)).toString('utf16le');
    const length = place(4);
    pdfium.FPDFAttachment_GetFile(one, 0, 0, length);
    const size = bytesAt(length, 4).readUInt32LE();
    const target = place(size);
    pdfium.FPDFAttachment_GetFile(one, target, size, length);
    return { name: name.replace(/\0$/, ''), bytes: bytesAt(target, size) };
  });
}

/** The font names of all text. */
export async function fontsOf(bytes: Uint8Array): Promise<string[]> {
  if (has('pdffonts')) {
    const { output } = await among({ 'a.pdf': bytes }, (path) => run('pdffonts', path('a.pdf')));
    return output
      .split('\n')
      .slice(2)
      .map((line) => line.split(' ')[0] ?? '');
  }
  const file = await openInPdfium(bytes);
  const { pdfium } = file;
  const names = eachPage(file, (page) => {
    const text = pdfium.FPDFText_LoadPage(page);
    return Array.from({ length: pdfium.FPDFText_CountChars(text) }, (_, index) => {
      const font = pdfium.FPDFTextObj_GetFont(pdfium.FPDFText_GetTextObject(text, index));
      return file
        .written((place, length) => pdfium.FPDFFont_GetBaseFontName(font, place, length))
        .toString()
        .replace(/\0$/, '');
    });
  });
  return [...new Set(names.flat())];
}
