import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { FIELD_MESSAGES, type FieldRule, fieldMessage, ruleOf } from '../src/index.ts';

const rules = Object.keys(FIELD_MESSAGES) as FieldRule[];
const placesOf = (rule: FieldRule) => [...FIELD_MESSAGES[rule].matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

describe('every rule', () => {
  test.each(rules)('%s is found again in its sentence, with its values', (rule) => {
    for (const value of ['7', 'x (y), z. “w”', 'uma linha\ne outra', '$& \\d .*']) {
      const values = Object.fromEntries(placesOf(rule).map((name) => [name, value]));
      expect(ruleOf(fieldMessage(rule, values))).toEqual({ rule, values });
    }
  });

  test('has a sentence of its own', () => {
    expect(new Set(Object.values(FIELD_MESSAGES)).size).toBe(rules.length);
  });
});

test('a sentence that no rule makes has none', () => {
  for (const sentence of ['', 'Outra coisa.', 'É obrigatório', 'É obrigatório. ']) expect(ruleOf(sentence)).toBe(null);
});

/**
 * The compiler lets nothing but a `Sentence` into a problem or a delivery, and only `fieldMessage` makes one. What is
 * left to look at here are the two ways around it, and rules that nobody uses any more.
 */
describe('what the service says', () => {
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  const sources = readdirSync(join(root, 'apps/server/src'), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [relative(join(root, 'apps/server/src'), path), readFileSync(path, 'utf8')] as const);
  const withText = (text: RegExp) => sources.filter(([, source]) => text.test(source)).map(([file]) => file);

  /** Signers, visitors and OAuth clients; callers that break the protocol itself, which the panel does not. */
  const OUTSIDE =
    /^(?:modules\/(?:assinatura|oauth|contatos|validacao)\/|http\/(?:authenticate|bind|consent-page|form|idempotency|json|metrics-door|problem-renderer|receive)\.ts$)/;

  test('is a sentence of the table, or said where the panel does not look', () => {
    expect(withText(/\bas (?:unknown as )?Sentence\b|<Sentence>/)).toEqual(['core/problem.ts']);
    expect(withText(/\boutsidePanel\(/).filter((file) => !OUTSIDE.test(file))).toEqual([]);
  });

  test('uses every rule', () => {
    const said = new Set(sources.flatMap(([, source]) => [...source.matchAll(/'(\w+)'/g)].map(([, word]) => word)));
    expect(rules.filter((rule) => !said.has(rule))).toEqual([]);
  });
});
