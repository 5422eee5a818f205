import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { because, PORTUGUESE, RULES, type Rule, type RuleName, rule, sentenceIn, sentenceOf } from '../src/index.ts';

const rules = Object.keys(RULES) as RuleName[];
const placesOf = (name: RuleName) => [...RULES[name].matchAll(/\{(\w+)\}/g)].map(([, place = '']) => place);

describe('every rule', () => {
  test.each(rules)('%s says its values as they are', (name) => {
    for (const value of ['7', 'x (y), z. “w”', 'uma linha\ne outra', '$& \\d .*', '{n}']) {
      const valores = Object.fromEntries(placesOf(name).map((place) => [place, value]));
      const sentence = placesOf(name).reduce(
        (text, place) => text.split(`{${place}}`).join('\0'),
        RULES[name] as string,
      );
      expect(sentenceOf({ regra: name, valores } as Rule)).toBe(sentence.split('\0').join(value));
    }
  });

  test('has a sentence of its own', () => {
    expect(new Set(Object.values(RULES)).size).toBe(rules.length);
  });
});

describe('a rule', () => {
  test('of what a value has to be is said in words, one or several', () => {
    const expected = (esperado: string) => sentenceOf(rule('expected', { esperado }));
    expect(expected('boolean')).toBe('Deve ser verdadeiro ou falso.');
    expect(expected('integer|null')).toBe('Deve ser um número inteiro ou nulo.');
    expect(expected('date-time')).toBe('Deve ser uma data e hora RFC 3339 com deslocamento.');
  });

  test('that holds another as its reason says both, the values of both side by side', () => {
    const said = rule('webhookUrl', because(rule('ipRange', { endereco: '10.0.0.1', faixa: 'private' })));
    expect(said).toEqual({
      regra: 'webhookUrl',
      valores: { motivo: 'ipRange', endereco: '10.0.0.1', faixa: 'private' },
    });
    expect(sentenceOf(said)).toBe(
      'O endereço não pode receber entregas: 10.0.0.1 não é um endereço público (private).',
    );
  });

  test('that holds itself says no more than once', () => {
    const said = { regra: 'webhookUrl', valores: { motivo: 'webhookUrl' } };
    expect(sentenceIn(PORTUGUESE, said)).toBe(
      'O endereço não pode receber entregas: O endereço não pode receber entregas: {motivo}..',
    );
  });

  test('that nobody knows has no sentence, nor has what every object has', () => {
    for (const regra of ['', 'somethingNew', 'toString', '__proto__', 'constructor']) {
      expect(sentenceIn(PORTUGUESE, { regra, valores: {} })).toBe(null);
    }
  });

  test('takes the values its sentence has places for, and no others', () => {
    expect(rule('minLength', { n: 3 })).toEqual({ regra: 'minLength', valores: { n: 3 } });
    // @ts-expect-error the sentence has a place
    expect(rule('minLength')).toEqual({ regra: 'minLength', valores: {} });
    // @ts-expect-error of another name
    expect(sentenceOf(rule('minLength', { limite: 3 }))).toBe('Deve ter ao menos {n} caracteres.');
    // @ts-expect-error the sentence has no place
    expect(rule('required', { n: 3 }).regra).toBe('required');
    // @ts-expect-error no rule
    expect(rule('Isto não se diz assim.').valores).toEqual({});
    // @ts-expect-error a sentence is not a rule
    const literal: Rule = { regra: 'Isto não se diz assim.', valores: {} };
    expect(sentenceIn(PORTUGUESE, literal)).toBe(null);
  });
});

/**
 * The compiler lets nothing but a `Rule` into a problem; what remains to check are ways around it, and unused rules.
 */
describe('what the service says', () => {
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  const sources = readdirSync(join(root, 'apps/server/src'), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [relative(join(root, 'apps/server/src'), path), readFileSync(path, 'utf8')] as const);
  const withText = (text: RegExp) => sources.filter(([, source]) => text.test(source)).map(([file]) => file);

  test('is a rule of the table: nothing is made one by a cast', () => {
    expect(withText(/\bas (?:unknown as )?(?:Rule|FieldProblem)\b|<(?:Rule|FieldProblem)>/)).toEqual([]);
  });

  test('is no sentence where it is refused', () => {
    const refusal = /\bnew Problem\([^,]*,\s*['"`]|\bconflict\(['"`]|\bcampo\b[^{}]*\bmensagem: ['"`]/;
    expect(withText(refusal)).toEqual([]);
  });

  test('is made a sentence where it is shown, and nowhere else', () => {
    expect(withText(/\bsentenceOf\(/).sort()).toEqual([
      'compose/doctor/words.ts',
      'core/problem.ts',
      'http/problem-renderer.ts',
      'http/site/validation-fallback.ts',
      'modules/faturamento/close.ts',
      'modules/lgpd/erase.ts',
      'modules/mensagens/form-warning-texts.ts',
      'modules/webhooks/store-deliveries.ts',
      'operator/oauth.ts',
    ]);
  });

  test('uses every rule', () => {
    const said = new Set(sources.flatMap(([, source]) => [...source.matchAll(/'(\w+)'/g)].map(([, word]) => word)));
    expect(rules.filter((name) => !said.has(name))).toEqual([]);
  });
});
