import { RULES, type RuleName } from '@rubrica/contract';
import type { Values } from '@rubrica/contract/sentences';
import { describe, expect, it } from 'vitest';
import { SENTENCES as EN } from '../../kit/rules/en.ts';
import { SENTENCES as ES } from '../../kit/rules/es.ts';
import { asSaid, retellIn } from '../../kit/rules/retell.ts';

/** What the service says, in the other languages of the pages. */

const places = (text: string): readonly string[] => (text.match(/\{\w+\}/g) ?? []).toSorted();
const rules = Object.keys(RULES) as RuleName[];

describe.each([
  ['en', EN],
  ['es', ES],
])('%s', (_language, textos) => {
  it('has the places of the rule in its sentence, no more and no less', () => {
    expect(rules.filter((rule) => `${places(textos.rules[rule])}` !== `${places(RULES[rule])}`)).toEqual([]);
  });

  it('has words of its own for every sentence', () => {
    expect(rules.filter((rule) => textos.rules[rule] === RULES[rule])).toEqual([]);
  });

  it('keeps no sign of Portuguese', () => {
    const own = (rule: RuleName) => textos.rules[rule].replaceAll(/\{\w+\}|“arquivo”|localhost/g, '');
    const left = rules.filter((rule) => /[ãõç]|lh|nh|\b(?:não|ou|ao|um|uma|arquivo|você)\b/i.test(own(rule)));
    expect(left).toEqual([]);
  });
});

describe('what the service said', () => {
  const inEnglish = (regra: RuleName, valores: Values = {}) => retellIn(EN)('Em português.', { regra, valores });

  it('keeps its values', () => {
    expect(inEnglish('maxLength', { n: 300 })).toBe('Must have at most 300 characters.');
    expect(inEnglish('oneOf', { aceitos: 'ELETRONICA, SEGURA' })).toBe('Must be one of: ELETRONICA, SEGURA.');
  });

  it('has the words in it turned too, one or several', () => {
    expect(inEnglish('expected', { esperado: 'boolean' })).toBe('Must be true or false.');
    expect(inEnglish('expected', { esperado: 'integer|null' })).toBe('Must be a whole number or null.');
    expect(inEnglish('expected', { esperado: 'boolean|null' })).toBe('Must be true or false or null.');
  });

  it('has the rule in it turned too', () => {
    expect(inEnglish('webhookUrl', { motivo: 'ipRange', endereco: '10.0.0.1', faixa: 'private' })).toBe(
      'The address cannot receive deliveries: 10.0.0.1 is not a public address (private).',
    );
    expect(inEnglish('passwordGuessedWhy', { motivo: 'guessDates' })).toBe(
      'It is easy to guess. Dates are easy to guess. Prefer a long phrase or a generated password.',
    );
  });

  it('keeps what people wrote, whatever it reads like', () => {
    expect(inEnglish('folderTaken', { nome: 'Outros documentos' })).toBe(
      'There is already a folder “Outros documentos” in this place.',
    );
  });

  it('counts in its own words', () => {
    expect(inEnglish('folderHasDocumentsAndSubfolder', { documentos: 3, subpastas: 1 })).toBe(
      'The folder is not empty: it contains 3 documents and 1 subfolder. Move or delete what is in it first.',
    );
  });

  it('that follows from no rule, or from one this page does not know, has no words', () => {
    const retell = retellIn(EN);
    expect(retell('Isto ou aquilo.', {})).toBe(null);
    expect(retell('É obrigatório.', { regra: null, valores: null })).toBe(null);
    expect(retell('Isto é novo.', { regra: 'somethingNew', valores: {} })).toBe(null);
  });

  it('is Portuguese as it comes', () => {
    expect(asSaid('É obrigatório.', { regra: 'required', valores: {} })).toBe('É obrigatório.');
  });
});
