import { components, type Operation } from '@rubrica/contract';

/** A place in a request's JSON, and what the schema says of it. */
export interface Leaf {
  readonly path: readonly (string | number)[];
  readonly schema: Record<string, unknown>;
}

type Schema = Record<string, unknown>;

function resolve(schema: Schema): Schema {
  const { $ref, ...rest } = schema;
  return $ref === undefined ? schema : { ...(components.get(String($ref)) as Schema), ...rest };
}

/** Every place of a schema that holds no further object: texts, numbers, booleans, one item of each list. */
export function leavesOf(given: Schema, path: readonly (string | number)[] = []): Leaf[] {
  const schema = resolve(given);
  const alternatives = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  if (alternatives) return alternatives.flatMap((one) => leavesOf(one, path));
  const properties = schema.properties as Record<string, Schema> | undefined;
  if (properties) return Object.entries(properties).flatMap(([name, inner]) => leavesOf(inner, [...path, name]));
  const items = schema.items as Schema | undefined;
  if (items) return leavesOf(items, [...path, 0]);
  return path.length === 0 ? [] : [{ path, schema }];
}

/** What an operation reads as JSON: the body, or the part `dados`. */
export function bodySchema({ body }: Operation): Schema | undefined {
  return (body?.kind === 'multipart' ? body.dados : body?.schema) as Schema | undefined;
}

/** The value with another one at a place; what leads there is made where it is missing. */
export function withValueAt(value: unknown, path: readonly (string | number)[], leaf: unknown): unknown {
  const [head, ...rest] = path;
  if (head === undefined) return leaf;
  const inner = (value as Record<string | number, unknown> | undefined)?.[head];
  if (typeof head === 'number') {
    const list = Array.isArray(value) ? [...value] : [];
    list[head] = withValueAt(inner, rest, leaf);
    return list;
  }
  return { ...(value as object | undefined), [head]: withValueAt(inner, rest, leaf) };
}

/** `['signatarios', 0, 'cpf']` as the errors name it: `signatarios[0].cpf`. */
export const placeOf = (path: readonly (string | number)[]) =>
  path.reduce<string>(
    (at, step) => (typeof step === 'number' ? `${at}[${step}]` : at === '' ? step : `${at}.${step}`),
    '',
  );

/** The value with a member put into each of its objects, and where. */
export function sprinkle(value: unknown, name: string, member: unknown, at = ''): { value: unknown; places: string[] } {
  if (Array.isArray(value)) {
    const parts = value.map((item, index) => sprinkle(item, name, member, `${at}[${index}]`));
    return { value: parts.map((part) => part.value), places: parts.flatMap(({ places }) => places) };
  }
  if (value === null || typeof value !== 'object') return { value, places: [] };
  const inside = (key: string) => (at === '' ? key : `${at}.${key}`);
  const parts = Object.entries(value).map(([key, item]) => [key, sprinkle(item, name, member, inside(key))] as const);
  return {
    value: { ...Object.fromEntries(parts.map(([key, part]) => [key, part.value])), [name]: member },
    places: [...parts.flatMap(([, { places }]) => places), inside(name)],
  };
}
