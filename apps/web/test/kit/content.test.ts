import { CONTENT_TELLINGS, type ContentTold, contentSentence } from '@rubrica/contract/content';
import { describe, expect, it } from 'vitest';
import { contentInEnglish, CONTENT as EN } from '../../kit/content/en.ts';
import { contentInSpanish, CONTENT as ES } from '../../kit/content/es.ts';

/** What a file brings, for who does not read the Portuguese of the record. */

const TOLD = Object.keys(CONTENT_TELLINGS) as ContentTold[];

describe.each([
  ['en', EN, contentInEnglish],
  ['es', ES, contentInSpanish],
])('%s', (_language, { told: words }, translate) => {
  it('has words of its own for every sentence, and the same place for a name in it', () => {
    const recorded = (told: ContentTold): string => CONTENT_TELLINGS[told].descricao;
    expect(TOLD.filter((told) => words[told] === recorded(told))).toEqual([]);
    expect(TOLD.filter((told) => words[told].includes('{nome}') !== recorded(told).includes('{nome}'))).toEqual([]);
  });

  it('keeps no sign of Portuguese', () => {
    expect(TOLD.filter((told) => /[ãõç]|lh|nh|\b(?:não|ou|ao|um|uma|arquivo)\b/i.test(words[told]))).toEqual([]);
  });

  it('leaves a file its name, whatever that looks like', () => {
    const sentence = contentSentence(CONTENT_TELLINGS.ATTACHMENT.descricao, 'Camadas e mais 3');
    expect(translate(sentence)).toBe(`${words.ATTACHMENT}: Camadas e mais 3.`);
  });

  it('knows nothing of a sentence that was recorded in another wording', () => {
    expect(translate('Código JavaScript, que não é executado no documento assinado.')).toBeNull();
  });
});

it('a list of tags that was cut says so', () => {
  const sentence = contentSentence(CONTENT_TELLINGS.FIELD_TAGS.descricao, '{{a}}, {{b}} e mais 12');
  expect(contentInEnglish(sentence)).toBe(
    'Field tags whose text does not show in the signed document: {{a}}, {{b}} and 12 more.',
  );
  expect(contentInSpanish(sentence)).toMatch(/ y 12 más\.$/);
});
