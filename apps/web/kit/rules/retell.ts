import { type Sentences, sentenceIn, type Values } from '@rubrica/contract/sentences';

/** What tells the rule a sentence of the service was made by; one kept from before rules were told has none. */
export interface Ruled {
  readonly regra?: string | null | undefined;
  readonly valores?: Values | null | undefined;
}

/** What the service said against something: its own sentence and the rule of it. */
export interface Said extends Ruled {
  readonly texto: string;
}

/** Puts a sentence of the service into the language of the page; null where that has no words for its rule. */
export type Retell = (phrase: string, ruled: Ruled) => string | null;

/** By the rule, whatever the sentence reads like. */
export const retellIn =
  (language: Sentences): Retell =>
  (_frase, { regra, valores }) =>
    regra ? sentenceIn(language, { regra, valores: valores ?? {} }) : null;

/** The service's own sentences are Portuguese. */
export const asSaid: Retell = (phrase) => phrase;
