import { FIELD_MESSAGES, type FieldRule, fieldMessage } from '@rubrica/contract/field-messages';
import { describe, expect, it } from 'vitest';
import { deCampo } from '../../painel/textos/de-campo.ts';
import { REGRAS as EN } from '../../painel/textos/en/regras.ts';
import { REGRAS as ES } from '../../painel/textos/es/regras.ts';

/** What the service says of a field, in the other languages of the panel. */

const english = deCampo(EN);
const places = (text: string): readonly string[] => text.match(/\{\w+\}/g) ?? [];

describe.each([
  ['en', EN],
  ['es', ES],
])('%s', (_language, { regras }) => {
  it('has no place in a sentence that the rule has not', () => {
    const added = (Object.keys(FIELD_MESSAGES) as FieldRule[]).filter(
      (rule) => !places(regras[rule]).every((place) => places(FIELD_MESSAGES[rule]).includes(place)),
    );
    expect(added).toEqual([]);
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

  it('that no rule makes stays as it is', () => {
    for (const sentence of ['Isto ou aquilo.', 'O modelo pede esta variável.', ''])
      expect(english(sentence)).toBe(sentence);
  });
});
