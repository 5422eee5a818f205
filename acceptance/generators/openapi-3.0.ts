/**
 * The contract as a tool that knows OpenAPI 3.0 alone can read it, losing what 3.0 cannot say: what may be null is told by
 * `nullable`, text or one of a list is text, examples are one, and there are no webhooks.
 */

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Keywords whose value is data. */
const DATA = new Set(['example', 'default', 'enum']);
const LOST = new Set(['contentSchema', 'contentMediaType', 'contentEncoding', 'propertyNames']);
const SCALARS = new Set<unknown>(['string', 'number', 'integer', 'boolean']);

const isNull = (choice: unknown) => isObject(choice) && choice.type === 'null';
const isAnyText = (choice: unknown) => JSON.stringify(choice) === '{"type":"string"}';

/** A choice of schemas without what 3.0 has no word for. */
function choice({ anyOf, ...notes }: Json): Json {
  const choices = anyOf as Json[];
  const rest = choices.filter((one) => !isNull(one));
  const nullable = rest.length < choices.length ? { nullable: true } : {};
  const [only, ...more] = rest;
  if (only && more.length === 0) return { ...plain(only), ...notes, ...nullable };
  if (rest.some(isAnyText)) return { type: 'string', ...notes, ...nullable };
  if (rest.every(({ type }) => SCALARS.has(type))) return { ...notes, ...nullable };
  return { anyOf: rest.map(plain), ...notes, ...nullable };
}

function plain(schema: Json): Json {
  if (Array.isArray(schema.anyOf)) return choice(schema);
  const { $ref, ...notes } = schema;
  if ($ref !== undefined && Object.keys(notes).length > 0) return { allOf: [{ $ref }], ...notes };
  return schema;
}

function read(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(read);
  if (!isObject(value)) return value;
  const { const: only, ...schema } = plain(value);
  const result: Json = {};
  for (const [key, inner] of Object.entries(schema)) {
    if (LOST.has(key)) continue;
    if (key === 'examples' && Array.isArray(inner)) result.example = inner[0];
    else if (key === 'type' && Array.isArray(inner)) {
      result.type = inner.find((type) => type !== 'null');
      if (inner.includes('null')) result.nullable = true;
    } else if (key === 'exclusiveMinimum' && typeof inner === 'number') {
      Object.assign(result, { minimum: inner, exclusiveMinimum: true });
    } else result[key] = DATA.has(key) ? inner : read(inner);
  }
  return only === undefined || only === true ? result : { ...result, enum: [only] };
}

/** @param contract an OpenAPI 3.1 document of this service */
export function asOpenApi30(contract: Json): Json {
  const { webhooks: _, info, ...rest } = contract;
  const { summary: __, license: ___, ...about } = info as Json;
  return { ...(read(rest) as Json), openapi: '3.0.3', info: about };
}
