import { FIELD_MESSAGES, type FieldRule, fieldMessage } from '@rubrica/contract/field-messages';
import { describe, expect, it } from 'vitest';
import { doServico } from '../../painel/textos/do-servico.ts';
import { REGRAS as EN } from '../../painel/textos/en/regras.ts';
import { REGRAS as ES } from '../../painel/textos/es/regras.ts';

/** What the service says, in the other languages of the panel. */

const english = doServico(EN);
/** Written alike in both languages. */
const SAME_IN_SPANISH: readonly FieldRule[] = ['oneDocument', 'documents'];
const places = (text: string): readonly string[] => text.match(/\{\w+\}/g) ?? [];

const rules = Object.keys(FIELD_MESSAGES) as FieldRule[];
const sample = (rule: FieldRule) =>
  fieldMessage(rule, Object.fromEntries(places(FIELD_MESSAGES[rule]).map((place) => [place.slice(1, -1), '7'])));

describe.each([
  ['en', EN],
  ['es', ES],
])('%s', (_language, textos) => {
  const turned = doServico(textos);

  it('has the places of the rule in its sentence, no more and no less', () => {
    // Why a password is easy to guess is said by a library, in Portuguese.
    const other = rules.filter(
      (rule) => `${places(textos.regras[rule]).toSorted()}` !== `${places(FIELD_MESSAGES[rule]).toSorted()}`,
    );
    expect(other).toEqual(['passwordGuessedWhy']);
  });

  it('has words of its own for every sentence', () => {
    const same = rules.filter((rule) => turned(sample(rule)) === sample(rule));
    expect(same.filter((rule) => !SAME_IN_SPANISH.includes(rule) || textos !== ES)).toEqual([]);
  });

  it('keeps no sign of Portuguese', () => {
    const left = rules.filter((rule) => /[ãõç]|lh|nh|\b(?:não|ou|ao|um|uma|arquivo|você)\b/i.test(textos.regras[rule]));
    expect(left).toEqual([]);
  });
});

describe('a sentence of the service', () => {
  it('keeps its values', () => {
    expect(english(fieldMessage('maxLength', { n: 300 }))).toBe('Must have at most 300 characters.');
    expect(english(fieldMessage('oneOf', { valores: 'ELETRONICA, SEGURA' }))).toBe(
      'Must be one of: ELETRONICA, SEGURA.',
    );
  });

  it('has the words in it turned too, one or several', () => {
    expect(english('Deve ser verdadeiro ou falso.')).toBe('Must be true or false.');
    expect(english('Deve ser um número inteiro ou nulo.')).toBe('Must be a whole number or null.');
    expect(english('Deve ser verdadeiro ou falso ou nulo.')).toBe('Must be true or false or null.');
  });

  it('has the sentence in it turned too', () => {
    const motivo = fieldMessage('ipRange', { endereco: '10.0.0.1', faixa: 'private' });
    expect(english(fieldMessage('webhookUrl', { motivo }))).toBe(
      'The address cannot receive deliveries: 10.0.0.1 is not a public address (private).',
    );
  });

  it('keeps what people wrote, whatever it reads like', () => {
    expect(english(fieldMessage('folderTaken', { nome: 'Outros documentos' }))).toBe(
      'There is already a folder “Outros documentos” in this place.',
    );
  });

  it('counts in its own words', () => {
    const documentos = fieldMessage('documents', { n: 3 });
    const subpastas = fieldMessage('oneSubfolder');
    expect(english(fieldMessage('folderFullBoth', { documentos, subpastas }))).toBe(
      'The folder is not empty: it contains 3 documents and 1 subfolder. Move or delete what is in it first.',
    );
  });

  it('that no rule makes has none', () => {
    for (const sentence of ['Isto ou aquilo.', 'um texto', '']) expect(english(sentence)).toBe(null);
  });
});
