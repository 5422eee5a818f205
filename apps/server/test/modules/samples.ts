import { readFile } from 'node:fs/promises';

/** The sample contract of the PDF package: four pages of text. */
export const sampleContract = (): Promise<Buffer> =>
  readFile(new URL('../../../../packages/pdf/samples/contrato-exemplo.pdf', import.meta.url));

/** A PDF of one empty page of these attributes. */
export function pageOf(attributes: string, objects: readonly string[] = []): Buffer {
  const all = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R ${attributes}>>`,
    ...objects,
  ];
  let text = '%PDF-1.7\n';
  const offsets = all.map((body, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return at;
  });
  const start = text.length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 ${all.length + 1}\n0000000000 65535 f \n${rows}`;
  text += `trailer\n<</Size ${all.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

/** Wider than a street is long, and as high as a line of text. */
export const lineThinPage = (): Buffer => pageOf('/MediaBox [0 0 14400 20]');

/** Forms within forms: each draws the next twice, `depth` times over. */
export function doublingForms(depth: number): Buffer {
  const form = (index: number) => {
    const content = index === depth ? '0 0 1 1 re f' : '/F Do /F Do';
    const next = index === depth ? '' : `/Resources<</XObject<</F ${index + 5} 0 R>>>>`;
    return `<</Type/XObject/Subtype/Form/BBox[0 0 600 800]${next}/Length ${content.length}>>\nstream\n${content}\nendstream`;
  };
  const objects = Array.from({ length: depth + 1 }, (_, index) => form(index));
  return pageOf('/MediaBox [0 0 600 800] /Resources<</XObject<</F 4 0 R>>>> /Contents 4 0 R', objects);
}
