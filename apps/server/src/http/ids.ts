import { choicesOf, itemsOf, memberOf, type Schema } from './schema-choices.ts';

/** Any item of a list. */
const EACH = Symbol('each');
type Path = readonly (string | typeof EACH)[];

/** Where values of these schemas have UUIDs. */
function* pathsOf(choices: readonly Schema[], path: Path = []): Generator<Path> {
  if (choices.length === 0) return;
  if (choices.some(({ format }) => format === 'uuid')) yield path;
  yield* pathsOf(itemsOf(choices), [...path, EACH]);
  const names = new Set(choices.flatMap(({ properties }) => Object.keys(properties ?? {})));
  for (const name of names) yield* pathsOf(memberOf(choices, name), [...path, name]);
}

function lowerAt(value: unknown, [step, ...rest]: Path): void {
  if (step === undefined || value === null || typeof value !== 'object') return;
  const holder = value as Record<string, unknown>;
  for (const name of step === EACH ? Object.keys(holder) : [step]) {
    const member = holder[name];
    if (typeof member === 'string' && rest.length === 0) holder[name] = member.toLowerCase();
    else lowerAt(member, rest);
  }
}

/**
 * Writes each UUID that a schema knows in lower case, as the database does. UUIDs are the same in either case (RFC 9562,
 * section 4), and whoever compares them afterwards compares texts.
 */
export function uuidsLowerer(schema: object | undefined): (value: unknown) => void {
  let paths: readonly Path[] | undefined;
  return (value) => {
    if (schema === undefined) return;
    paths ??= [...pathsOf(choicesOf(schema as Schema))];
    for (const path of paths) lowerAt(value, path);
  };
}
