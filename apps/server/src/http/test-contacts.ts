import { isTestAddress, isTestPhone, type Operation, type Rule, rule, TEST_DOMAIN } from '@rubrica/contract';
import { E164 } from '@rubrica/contract/brazil';
import type { FieldProblem } from '../core/problem.ts';
import { bodySchema, choicesOf, itemsOf, memberOf, type Schema } from './schema-choices.ts';

/** The longest address there is; a picture is not looked through. */
const MAX_CHARS = 254;

type Path = readonly (string | number)[];

/** Where texts are that would be a contact of test if they were a contact. */
function* suspects(value: unknown, path: Path): Generator<{ readonly path: Path; readonly text: string }> {
  if (typeof value === 'string') {
    if (value.length <= MAX_CHARS && (isTestAddress(value) || isTestPhone(value))) yield { path, text: value };
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* suspects(item, [...path, index]);
  } else if (value !== null && typeof value === 'object') {
    for (const [name, member] of Object.entries(value)) yield* suspects(member, [...path, name]);
  }
}

const schemasAt = (choices: readonly Schema[], path: Path): readonly Schema[] =>
  path.reduce<readonly Schema[]>(
    (known, step) => (typeof step === 'number' ? itemsOf(known) : memberOf(known, step)),
    choices,
  );

/** What is wrong with a text if the schema takes it for an address or a phone. */
function refusalOf(text: string, choices: readonly Schema[]): Rule | null {
  if (isTestAddress(text))
    return choices.some(({ format }) => format === 'email') ? rule('testAddress', { dominio: TEST_DOMAIN }) : null;
  return choices.some(({ pattern }) => pattern === E164.source) ? rule('testPhone') : null;
}

/** `signatarios[2].email`. */
const placeOf = (path: Path): string =>
  path.reduce<string>((place, step) => {
    if (typeof step === 'number') return `${place}[${step}]`;
    return place === '' ? step : `${place}.${step}`;
  }, '');

/**
 * Finds contacts of test wherever a body has a contact, whatever operation takes it: they are of the sandbox alone
 * (docs/adr/0058).
 */
export function testContactsFinder(operation: Operation): (body: unknown) => FieldProblem[] {
  const schema = bodySchema(operation);
  if (schema === undefined) return () => [];
  const choices = choicesOf(schema);
  return (body) =>
    [...suspects(body, [])].flatMap(({ path, text }) => {
      const refusal = refusalOf(text, schemasAt(choices, path));
      return refusal ? [{ campo: placeOf(path), ...refusal }] : [];
    });
}
