import type { RuleName } from './rules/table.ts';

/** What a value of the rule `expected` may be called. */
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

/** What stands in the places of a sentence: texts and numbers, by the place's name. */
export type Values = Readonly<Record<string, string | number>>;

/** A rule as it arrives: its name may be one that this side does not know yet. */
export interface Said {
  readonly regra: string;
  readonly valores: Values;
}

/** Every rule in one language; `{name}` stands for a value. */
export interface Sentences {
  readonly rules: Readonly<Record<RuleName, string>>;
  readonly words: Readonly<Record<Word, string>>;
  /** Between the words of a value that may be one thing or another. */
  readonly or: string;
}

const PLACE = /\{(\w+)\}/g;

/** One of the contract's words, or several with a bar in between; what is none of them stays as it is. */
const inWords = (value: string, { words, or }: Sentences): string =>
  value
    .split('|')
    .map((word) => words[word as Word] ?? word)
    .join(or);

/**
 * The sentence of a rule, or null for a rule this language does not know. Two places are put into words themselves:
 * `motivo` names a rule, said with the same values, and `esperado` is what a value has to be. A place without a value
 * stays as it is.
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
