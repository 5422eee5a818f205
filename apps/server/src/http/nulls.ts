import { components, type Operation } from '@rubrica/contract';

type Schema = Readonly<Record<string, unknown>>;

/** The schemas a value may match, with references resolved and alternatives expanded. */
function choicesOf(schema: Schema): Schema[] {
  const { $ref } = schema;
  const named = typeof $ref === 'string' ? ((components.get($ref) ?? {}) as Schema) : schema;
  const options = [named.anyOf, named.oneOf, named.allOf].flatMap((list) => (list as Schema[] | undefined) ?? []);
  return options.length === 0 ? [named] : [named, ...options.flatMap(choicesOf)];
}

function takesNull(choices: readonly Schema[]): boolean {
  return choices.some(
    ({ type, enum: values }) => [type].flat().includes('null') || (values as unknown[])?.includes(null),
  );
}

/** The alternatives' schemas for a property; none if they do not know it. */
function memberOf(choices: readonly Schema[], name: string): Schema[] {
  return choices.flatMap(({ properties, additionalProperties }) => {
    const own = (properties as Record<string, Schema> | undefined)?.[name];
    const schema = own ?? (additionalProperties as Schema | boolean | undefined);
    return typeof schema === 'object' ? choicesOf(schema) : [];
  });
}

function drop(value: unknown, choices: readonly Schema[]): void {
  if (value === null || typeof value !== 'object' || choices.length === 0) return;
  if (Array.isArray(value)) {
    const items = choices.flatMap(({ items: schema }) => (schema ? choicesOf(schema as Schema) : []));
    for (const item of value) drop(item, items);
    return;
  }
  for (const [name, member] of Object.entries(value)) {
    const schemas = memberOf(choices, name);
    if (member !== null) drop(member, schemas);
    else if (schemas.length > 0 && !takesNull(schemas)) delete (value as Record<string, unknown>)[name];
  }
}

/**
 * Removes every null property from a POST's body, at any depth, as if it had been omitted, except where null has its
 * own meaning (a folder's root, a field without a signer). Properties that the schema does not know stay too, so that
 * they are refused by name.
 */
export function nullsDropper({ method, body }: Operation): (value: unknown) => void {
  const schema = body?.kind === 'multipart' ? body.dados : body?.kind === 'json' ? body.schema : undefined;
  if (method !== 'POST' || schema === undefined) return () => {};
  const choices = choicesOf(schema as Schema);
  return (value) => drop(value, choices);
}
