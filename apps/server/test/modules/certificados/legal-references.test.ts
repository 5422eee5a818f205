import { readFile } from 'node:fs/promises';
import { taxIdInWords } from '@rubrica/contract/brazil';
import { expect, it } from 'vitest';
import { REFERENCES } from '../../../src/modules/certificados/words.ts';

it('the certificate prints exactly the laws and judgments whose source is written down', async () => {
  const page = await readFile(new URL('../../../../../docs/legal-references.md', import.meta.url), 'utf8');
  const sourced = page
    .split(/^### /m)
    .slice(1)
    .map((entry) => ({ name: entry.split('\n')[0], text: entry }));
  expect(sourced.map(({ name }) => name)).toEqual(REFERENCES.map(({ name }) => name));
  for (const { text } of sourced) expect(text).toMatch(/https?:\/\//);
});

it.each([
  ['52998224725', 'CPF 529.982.247-25'],
  ['11222333000181', 'CNPJ 11.222.333/0001-81'],
  ['12ABC34501DE35', 'CNPJ 12.ABC.345/01DE-35'],
  ['11.222.333/0001-81', 'CNPJ 11.222.333/0001-81'],
  ['123', '123'],
])('writes out the tax number %s', (value, words) => {
  expect(taxIdInWords(value)).toBe(words);
});
