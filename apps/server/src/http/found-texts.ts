import { itemsOf, memberOf, type Schema } from './schema-choices.ts';

/** Finds texts in a body by what they hold, wherever they are, and what the schema says of their places. */

type Path = readonly (string | number)[];

/** A text that may be one to refuse. */
export interface Suspect {
  /** `signatarios[2].email` */
  readonly campo: string;
  readonly text: string;
  /** What its place may hold. */
  readonly choices: readonly Schema[];
}

/** @param choices of the body's schema @param suspected of each text of it */
export function suspectsIn(body: unknown, choices: readonly Schema[], suspected: (text: string) => boolean): Suspect[] {
  return [...textsOf(body, [])]
    .filter(({ text }) => suspected(text))
    .map(({ path, text }) => ({ campo: placeOf(path), text, choices: schemasAt(choices, path) }));
}

function* textsOf(value: unknown, path: Path): Generator<{ readonly path: Path; readonly text: string }> {
  if (typeof value === 'string') yield { path, text: value };
  else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* textsOf(item, [...path, index]);
  } else if (value !== null && typeof value === 'object') {
    for (const [name, member] of Object.entries(value)) yield* textsOf(member, [...path, name]);
  }
}

const schemasAt = (choices: readonly Schema[], path: Path): readonly Schema[] =>
  path.reduce<readonly Schema[]>(
    (known, step) => (typeof step === 'number' ? itemsOf(known) : memberOf(known, step)),
    choices,
  );

const placeOf = (path: Path): string =>
  path.reduce<string>((place, step) => {
    if (typeof step === 'number') return `${place}[${step}]`;
    return place === '' ? step : `${place}.${step}`;
  }, '');
