import {
  FIELD_WORDS,
  type FieldRule,
  type FieldWord,
  fillMessage,
  ruleOf,
  SENTENCE_PLACES,
} from '@rubrica/contract/field-messages';

/** The rules of the contract and the words in them, in a language that is not the service's. */
export interface Regras {
  readonly regras: Readonly<Record<FieldRule, string>>;
  readonly palavras: Readonly<Record<FieldWord, string>>;
  readonly ou: string;
}

const words = new Map(Object.entries(FIELD_WORDS).map(([name, word]) => [word as string, name as FieldWord]));
/** Longer ones first: one may begin like another, or hold an `ou` itself. */
const ONE = [...words.keys()].toSorted((a, b) => b.length - a.length).join('|');
const EACH = new RegExp(ONE, 'g');
const ALL = new RegExp(`^(?:${ONE})(?: ou (?:${ONE}))*$`);

/** Turns what the service said into another language; null for a sentence that no rule of the contract made. */
export function doServico({ regras, palavras, ou }: Regras): (frase: string) => string | null {
  /** One of the contract's words or several; anything else stays as it is. */
  const turnWords = (text: string): string =>
    ALL.test(text) ? (text.match(EACH) ?? []).map((word) => palavras[words.get(word) as FieldWord]).join(ou) : text;
  const inPlace = (place: string, value: string): string => {
    if (SENTENCE_PLACES.includes(place)) return turn(value) ?? value;
    return place === 'o' ? turnWords(value) : value;
  };
  const turn = (frase: string): string | null => {
    const found = ruleOf(frase);
    if (!found) return null;
    const values = Object.entries(found.values).map(([place, value]) => [place, inPlace(place, value)]);
    return fillMessage(regras[found.rule], Object.fromEntries(values));
  };
  return turn;
}
