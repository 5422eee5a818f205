import { type Sentences, sentenceIn, type Values } from '../sentences.ts';
import { RULES, type RuleName } from './table.ts';

export { RULES, type RuleName } from './table.ts';

type PlacesOf<Sentence extends string> = Sentence extends `${string}{${infer Place}}${infer Rest}`
  ? Place | PlacesOf<Rest>
  : never;

/** The placeholder names in a rule's sentence; for several rules, of all of them. */
type PlaceIn<R extends RuleName> = PlacesOf<(typeof RULES)[R]>;

/** If one rule contains another, the values of both are merged. */
type ValuesOf<R extends RuleName> =
  'motivo' extends PlaceIn<R>
    ? { readonly motivo: RuleName } & Values
    : { readonly [Place in PlaceIn<R>]: string | number };

/** A rule with its values: a message before it is put into any language. */
export type Rule<R extends RuleName = RuleName> = R extends RuleName
  ? { readonly regra: R; readonly valores: ValuesOf<R> }
  : never;

/** Makes a rule with the values its sentence needs; the compiler takes their names from the sentence. */
export function rule<R extends RuleName>(
  regra: R,
  ...[valores]: [PlaceIn<R>] extends [never] ? [] : [valores: ValuesOf<R>]
): Rule<R> {
  return { regra, valores: valores ?? {} } as Rule<R>;
}

/** The values for a rule that gives another rule as its reason. */
export const because = ({ regra, valores }: Rule): ValuesOf<'webhookUrl'> => ({ motivo: regra, ...valores });

/** The service's own language. */
export const PORTUGUESE: Sentences = {
  or: ' ou ',
  words: {
    string: 'um texto',
    integer: 'um número inteiro',
    number: 'um número',
    boolean: 'verdadeiro ou falso',
    array: 'uma lista',
    object: 'um objeto',
    null: 'nulo',
    uuid: 'um UUID',
    email: 'um endereço de e-mail',
    date: 'uma data AAAA-MM-DD',
    'date-time': 'uma data e hora RFC 3339 com deslocamento',
    uri: 'uma URL absoluta, com acentos e espaços codificados, como %C3%A3 e %20',
  },
  rules: RULES,
};

/** The sentence of a rule, in Portuguese. */
export const sentenceOf = (said: Rule): string => sentenceIn(PORTUGUESE, said) as string;
