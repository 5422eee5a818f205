import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { createArchive, fileNameFor } from '../../painel/documentos/archive.ts';

/** Files of several documents in one archive. */

it.each([
  ['Contrato de locação', 'Contrato de locação'],
  ['../../etc/passwd', 'etc passwd'],
  ['a<b>:"c"|d?*', 'a b c d'],
  ['fim. . .', 'fim'],
  ['\u0000\u0007', 'documento'],
  ['Ω'.repeat(300), 'Ω'.repeat(120)],
])('%j is called %j', (titulo, name) => {
  expect(fileNameFor({ titulo })).toBe(name);
});

it('holds each file under a name of its own, in any letter case', async () => {
  const archive = createArchive();
  for (const [index, titulo] of ['Aditivo', 'aditivo', 'Aditivo', 'Outro'].entries()) {
    archive.add({ titulo }, new TextEncoder().encode(`%PDF ${index}`));
  }
  const files = unzipSync(new Uint8Array(await archive.finish().arrayBuffer()));
  expect(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)])).toEqual([
    ['Aditivo.pdf', '%PDF 0'],
    ['aditivo (2).pdf', '%PDF 1'],
    ['Aditivo (3).pdf', '%PDF 2'],
    ['Outro.pdf', '%PDF 3'],
  ]);
});
