import type { RuleName } from './rules/table.ts';

/** The words that the rule `expected` may use for a value. */
export type Word =
  | 'string'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'array'
  | 'object'
  | 'null'
  | 'uuid'
  | 'email'
  | 'date'
  | 'date-time'
  | 'uri';

/** The values for the placeholders of a sentence: texts and numbers, by name. */
export type Values = Readonly<Record<string, string | number>>;

/** A rule as received: its name may be one that this side does not know yet. */
export interface Said {
  readonly regra: string;
  readonly valores: Values;
}

/** Every rule in one language; `{name}` is a placeholder. */
export interface Sentences {
  readonly rules: Readonly<Record<RuleName, string>>;
  readonly words: Readonly<Record<Word, string>>;
  /** Joins alternatives of a value. */
  readonly or: string;
}

const PLACE = /\{(\w+)\}/g;

/** One of the contract's words, or several separated by a bar; anything else stays as it is. */
const inWords = (value: string, { words, or }: Sentences): string =>
  value
    .split('|')
    .map((word) => words[word as Word] ?? word)
    .join(or);

/**
 * The sentence of a rule, or null for a rule this language does not know. Two placeholders are themselves translated:
 * `motivo` is the name of a rule, rendered with the same values, and `esperado` is what a value must be. A placeholder
 * without a value is left as it is.
 */
export function sentenceIn(language: Sentences, { regra, valores }: Said): string | null {
  if (!Object.hasOwn(language.rules, regra)) return null;
  const { motivo, ...others } = valores;
  return language.rules[regra as RuleName].replace(PLACE, (place, name: string) => {
    const value = valores[name];
    if (value === undefined) return place;
    if (name === 'motivo') return sentenceIn(language, { regra: String(value), valores: others }) ?? String(value);
    return name === 'esperado' ? inWords(String(value), language) : String(value);
  });
}
