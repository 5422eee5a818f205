import { components, type Operation } from '@rubrica/contract';

export type Schema = Readonly<Record<string, unknown>>;

/** The schema of an operation's JSON body, or of the part `dados`. */
export function bodySchema({ body }: Operation): Schema | undefined {
  return (body?.kind === 'multipart' ? body.dados : body?.kind === 'json' ? body.schema : undefined) as
    | Schema
    | undefined;
}

/** The schemas a value may match, with references resolved and alternatives expanded. */
export function choicesOf(schema: Schema): Schema[] {
  const { $ref } = schema;
  const named = typeof $ref === 'string' ? ((components.get($ref) ?? {}) as Schema) : schema;
  const options = [named.anyOf, named.oneOf, named.allOf].flatMap((list) => (list as Schema[] | undefined) ?? []);
  return options.length === 0 ? [named] : [named, ...options.flatMap(choicesOf)];
}

/** The alternatives' schemas for a property; none if they do not know it. */
export function memberOf(choices: readonly Schema[], name: string): Schema[] {
  return choices.flatMap(({ properties, additionalProperties }) => {
    const own = (properties as Record<string, Schema> | undefined)?.[name];
    const schema = own ?? (additionalProperties as Schema | boolean | undefined);
    return typeof schema === 'object' ? choicesOf(schema) : [];
  });
}

/** The alternatives' schemas for the items of a list. */
export const itemsOf = (choices: readonly Schema[]): Schema[] =>
  choices.flatMap(({ items: schema }) => (schema ? choicesOf(schema as Schema) : []));
