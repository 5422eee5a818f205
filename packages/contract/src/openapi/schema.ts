import type { TSchema } from 'typebox';
import { components } from '../components.ts';
import { eventSchemas } from '../events.ts';
import type { Operation } from '../operation.ts';
import { Erro } from '../schemas/common.ts';
import { ErroOAuth } from '../schemas/support.ts';
import { type OperationId, operationIds, operationOf } from '../types.ts';

/** A piece of the document: plain JSON. */
export type Json = Record<string, unknown>;

const nameOf = (schema: TSchema) => (schema as { $id?: string }).$id;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Keywords whose value is data, where `$ref` or `$id` has no meaning. */
const DATA_KEYWORDS = new Set(['examples', 'default', 'const', 'enum', 'discriminator']);

/** Every name a schema references directly. */
function refsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(refsIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === '$ref') return [String(inner)];
    return DATA_KEYWORDS.has(key) ? [] : refsIn(inner);
  });
}

/** The named schemas reachable from the given ones, including those. */
export function closure(roots: readonly TSchema[]): Set<string> {
  const found = new Set<string>();
  const pending: TSchema[] = [...roots];
  for (let schema = pending.pop(); schema !== undefined; schema = pending.pop()) {
    const name = nameOf(schema);
    if (name !== undefined && found.has(name)) continue;
    if (name !== undefined) found.add(name);
    for (const target of refsIn(schema)) pending.push(namedSchema(target));
  }
  return found;
}

/** A named schema; an undefined name is a bug in this package. */
export function namedSchema(name: string): TSchema {
  const schema = components.get(name);
  if (schema === undefined) throw new Error(`no schema is called ${name}`);
  return schema;
}

const bodySchemas = ({ body, query }: Operation): TSchema[] => {
  const inBody = body?.kind === 'multipart' ? [body.dados, body.json.schema] : [body?.schema];
  return [...inBody, query].filter((schema) => schema !== undefined);
};

const answerSchemas = ({ answer }: Operation): TSchema[] => ('schema' in answer ? [answer.schema] : []);

/** The named schemas sent by callers of these operations. */
export function inputNames(ids: readonly OperationId[] = operationIds): Set<string> {
  return closure(ids.flatMap((id) => bodySchemas(operationOf(id))));
}

/** The named schemas sent to callers and webhook receivers. */
export function outputNames(ids: readonly OperationId[] = operationIds): Set<string> {
  const answers = ids.flatMap((id) => answerSchemas(operationOf(id)));
  const refusals = ids.some((id) => operationOf(id).credential === 'client') ? [Erro, ErroOAuth] : [Erro];
  return closure([...answers, ...Object.values(eventSchemas), ...refusals]);
}

const POINTER = '#/components/schemas/';
const TEXT: Json = { type: 'string' };

/** The values of an enumeration of texts; empty if the schema is not one, or has a single discriminator value. */
function valuesOf({ enum: values }: Json): string[] {
  const texts = ((values as unknown[] | undefined) ?? []).filter((value) => typeof value === 'string');
  return texts.length > 1 ? texts : [];
}

/**
 * An enumeration in a response: its values or any other text, because new values may be added without notice. From
 * `anyOf`, generators make what a tolerant reader wants: `StatusDocumento | string` in TypeScript, plain text in
 * languages without such a union. Null if the schema is not an enumeration.
 */
function opened(schema: Json): Json | null {
  const { $ref, type, enum: values, ...notes } = schema;
  if ($ref !== undefined) {
    const list = valuesOf(namedSchema(String($ref)) as unknown as Json);
    return list.length === 0 ? null : { anyOf: [{ $ref: `${POINTER}${$ref}` }, TEXT], ...notes };
  }
  const list = valuesOf(schema);
  if (list.length === 0) return null;
  const choice = { anyOf: [{ type: 'string', enum: list }, TEXT] };
  return (values as unknown[]).includes(null)
    ? { anyOf: [choice, { type: 'null' }], ...notes }
    : { ...choice, ...notes };
}

/**
 * Adds the mapping from discriminator values to alternatives, because schema names say nothing about values. `type`,
 * which the validator needs, is dropped: beside the alternatives, generators would make a type of it.
 */
function withMapping({ type: _, discriminator, ...schema }: Json): Json {
  const { propertyName } = discriminator as { propertyName: string };
  const pairs = (schema.oneOf as { $ref: string }[]).flatMap(({ $ref }) => {
    const { properties } = namedSchema($ref) as unknown as { properties: Record<string, { enum: string[] }> };
    return (properties[propertyName]?.enum ?? []).map((value) => [value, `${POINTER}${$ref}`]);
  });
  return { ...schema, discriminator: { propertyName, mapping: Object.fromEntries(pairs) } };
}

/** What is not served: our own names, and conditions, of which generators make nothing; a description tells them. */
const UNSERVED = ['$id', 'if', 'else'];

/**
 * The schema in OpenAPI form: references into `components`, no `$id`. Output schemas stay open, because clients must
 * tolerate fields and values added later; input schemas stay closed, because the service refuses unknown ones.
 */
export function toOpenApi(schema: unknown, closed: boolean): unknown {
  if (Array.isArray(schema)) return schema.map((inner) => toOpenApi(inner, closed));
  if (!isObject(schema)) return schema;
  const open = closed ? null : opened(schema);
  if (open) return open;
  const result: Json = {};
  for (const [key, value] of Object.entries(schema.discriminator === undefined ? schema : withMapping(schema))) {
    if (UNSERVED.includes(key)) continue;
    if (key === 'additionalProperties' && value === false && !closed) continue;
    if (key === '$ref') result[key] = `${POINTER}${value}`;
    else result[key] = DATA_KEYWORDS.has(key) ? value : toOpenApi(value, closed);
  }
  return result;
}

/** A reference if the schema has a name, otherwise the schema itself. */
export function refOrInline(schema: TSchema, closed: boolean): Json {
  const name = nameOf(schema);
  return name === undefined ? (toOpenApi(schema, closed) as Json) : { $ref: `${POINTER}${name}` };
}

/** `components/schemas`: every named schema in use, in alphabetical order. An enumeration is the list of its values. */
export function componentSchemas(ids: readonly OperationId[]): Json {
  const inputs = inputNames(ids);
  const names = [...new Set([...inputs, ...outputNames(ids)])].sort();
  const isClosed = (name: string) => inputs.has(name) || 'enum' in namedSchema(name);
  return Object.fromEntries(names.map((name) => [name, toOpenApi(namedSchema(name), isClosed(name))]));
}
