import { expect, it } from 'vitest';
import { CONTENT_TELLINGS, type ContentTold, contentSentence, readContentSentence } from '../src/content.ts';

/** What a file brings is recorded as a sentence, of which pages find out again what it says. */

const TOLD = Object.keys(CONTENT_TELLINGS) as ContentTold[];
const known = (told: ContentTold, named: string) =>
  readContentSentence(contentSentence(CONTENT_TELLINGS[told].descricao, named));

it.each(TOLD)('the sentence of %s is known again with any name in it', (told) => {
  for (const named of ['laudo.xlsx', 'a.pdf, b: c. d.pdf', '{nome}', '$& e mais 3'])
    expect(known(told, named)).toEqual({ told, named });
});

it('those that name nothing are known again too', () => {
  for (const told of TOLD) expect(known(told, '')).toEqual({ told, named: '' });
});

it('another wording is not taken for any of them', () => {
  for (const sentence of ['', '.', 'Código JavaScript, desarmado no documento assinado', 'Código JavaScript: a.'])
    expect(readContentSentence(sentence)).toBeNull();
});
