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
});

test('a sentence that no rule makes has none', () => {
  for (const sentence of ['', 'Outra coisa.', 'É obrigatório', 'É obrigatório. ']) expect(ruleOf(sentence)).toBe(null);
});
