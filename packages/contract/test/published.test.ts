import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  ADDED_INPUT,
  COMPLETION_FIELDS,
  EVENT_FIELDS,
  FIELD_TABLE,
  MORE_OF_A_PAGE,
  PAGE_FIELDS,
  VALIDATION_FIELDS,
} from './published.ts';
import { ENUM_TABLE, ERROR_TABLE } from './tables.ts';

/** The committed, served contract against the published tables. */

type Schema = Record<string, unknown> & { properties?: Record<string, Schema>; required?: string[] };

const served = JSON.parse(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<
    string,
    Record<string, { responses: Record<string, { content?: Record<string, { schema: Schema }> }> }>
  >;
  webhooks: Record<string, { post: { requestBody: { content: Record<string, { schema: Schema }> } } }>;
  components: { schemas: Record<string, Schema> };
};
const { schemas } = served.components;
const nameOf = (ref: unknown) => String(ref).split('/').pop() ?? '';

/** A schema with its reference followed. */
function follow(schema: Schema | undefined): Schema {
  if (!schema) throw new Error('no such schema');
  return schema.$ref === undefined ? schema : { ...follow(schemas[nameOf(schema.$ref)]), $ref: schema.$ref };
}

/** The one alternative that is not `null`, and whether there is a `null` beside it. */
function peel(schema: Schema): { schema: Schema; nullable: boolean } {
  const types = [schema.type].flat();
  const options = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  if (!options) return { schema, nullable: types.includes('null') };
  const rest = options.filter(({ type }) => type !== 'null');
  return { schema: rest.length === 1 && rest[0] ? rest[0] : schema, nullable: rest.length < options.length };
}

/** The enumeration inside a response schema that also accepts any text; any other schema unchanged. */
function valuesKnown(schema: Schema): Schema {
  const [list, other, ...more] = (schema.anyOf ?? []) as Schema[];
  return list && other && more.length === 0 && JSON.stringify(other) === '{"type":"string"}' ? list : schema;
}

/** A schema in the notation of the table, as far as that notation goes. */
function describeType(given: Schema): string {
  const { schema: inner, nullable } = peel(given);
  const schema = valuesKnown(inner);
  const suffix = nullable ? ' | null' : '';
  if (schema.$ref !== undefined) return `=${nameOf(schema.$ref)}${suffix}`;
  const [type] = [schema.type].flat();
  if (type === 'array') return `[${describeType(schema.items as Schema)}]${suffix}`;
  const named = Object.entries(ENUM_TABLE).find(
    ([, values]) =>
      [schema.enum ?? []]
        .flat()
        .filter((value) => value !== null)
        .join(', ') === values,
  );
  if (named) return `=${named[0]}${suffix}`;
  return `${schema.format ?? type}${suffix}`;
}

function range(schema: Schema): { low: unknown; high: unknown; open: boolean } {
  const open = schema.exclusiveMinimum !== undefined;
  return {
    low: schema.exclusiveMinimum ?? schema.minimum ?? schema.minLength ?? schema.minItems,
    high: schema.maximum ?? schema.maxLength ?? schema.maxItems,
    open,
  };
}

const fields = Object.entries(FIELD_TABLE).flatMap(([object, rows]) =>
  Object.entries(rows).map(([field, rule]) => [object, field, rule] as const),
);

describe('fields of the published contract', () => {
  test.each(fields)('%s.%s is %s', (object, field, rule) => {
    const schema = follow(schemas[object]);
    const property = schema.properties?.[field];
    if (!property) throw new Error(`${object} has no ${field}`);
    const nullable = rule.endsWith(' | null');
    const [type = '', ...notes] = rule.replace(' | null', '').split(' ');
    if (type !== 'any') expect(describeType(property)).toBe(`${type}${nullable ? ' | null' : ''}`);

    const { schema: inner } = peel(property);
    const bounds = notes.find((note) => note.includes('..'));
    if (bounds) {
      const [low = '', high = ''] = bounds.replace('(', '').split('..');
      const found = range(inner);
      if (low !== '') expect([found.low, found.open]).toEqual([Number(low), bounds.startsWith('(')]);
      if (high !== '') expect(found.high).toBe(Number(high));
    }
    if (object.endsWith('Entrada')) {
      expect(schema.required?.includes(field) ?? false).toBe(notes.includes('!'));
      if (notes.includes('=')) expect(String(inner.default)).toBe(notes[notes.indexOf('=') + 1]);
    }
  });

  test.each(Object.keys(FIELD_TABLE).filter((name) => name.endsWith('Entrada')))('%s takes nothing else', (name) => {
    const taken = Object.keys(follow(schemas[name]).properties ?? {});
    expect(taken.sort()).toEqual([...Object.keys(FIELD_TABLE[name] ?? {}), ...(ADDED_INPUT[name] ?? [])].sort());
    expect(schemas[name]?.additionalProperties).toBe(false);
  });

  test('the summary of a document has every field but what it holds: campos and conteudoAtivo', () => {
    const { campos: _, conteudoAtivo: __, ...rest } = follow(schemas.Documento).properties ?? {};
    expect(Object.keys(follow(schemas.DocumentoResumo).properties ?? {}).sort()).toEqual(Object.keys(rest).sort());
  });

  test.each(Object.entries(VALIDATION_FIELDS))('a validation shows of %s exactly its fields', (part, names) => {
    const { schema } = peel(follow(schemas.ResultadoValidacao).properties?.[part] as Schema);
    const object = follow(schema.items ? (schema.items as Schema) : schema);
    expect(Object.keys(object.properties ?? {}).sort()).toEqual([...names].sort());
  });

  test('the secret of a webhook is in the answer to its creation only', () => {
    const withSecret = Object.keys(schemas).filter((name) => schemas[name]?.properties?.segredo);
    expect(schemas.Webhook?.properties).not.toHaveProperty('segredo');
    expect(withSecret).toContain('WebhookCriado');
  });
});

describe('enumerations of the published contract', () => {
  test.each(Object.entries(ENUM_TABLE).filter(([name]) => name in schemas))('%s', (name, values) => {
    expect(schemas[name]?.enum).toEqual(values.split(', '));
  });

  test('every enumeration of the tables is served by its name', () => {
    const text = JSON.stringify(served);
    const unserved = Object.entries(ENUM_TABLE).filter(
      ([name, values]) => !(name in schemas) && !text.includes(`"enum":${JSON.stringify(values.split(', '))}`),
    );
    expect(unserved.map(([name]) => name)).toEqual([]);
  });

  test('the error codes', () => {
    expect(schemas.CodigoErro?.enum).toEqual(ERROR_TABLE.split(', '));
  });
});

describe('listings', () => {
  const pages = Object.keys(schemas).filter((name) => name.startsWith('PaginaDe'));

  test.each(pages)('%s', (name) => {
    expect(Object.keys(schemas[name]?.properties ?? {})).toEqual([...PAGE_FIELDS, ...(MORE_OF_A_PAGE[name] ?? [])]);
    expect(schemas[name]?.required).toEqual(['itens', 'total']);
  });
});

describe('events', () => {
  test.each(Object.keys(served.webhooks))('%s has the envelope of every delivery', (evento) => {
    const schema = follow(served.webhooks[evento]?.post.requestBody.content['application/json']?.schema);
    expect(Object.keys(schema.properties ?? {}).sort()).toEqual([...EVENT_FIELDS].sort());
    expect(JSON.stringify(schema)).not.toMatch(/organizacaoId|tenantId/);
  });

  test.each(Object.entries(COMPLETION_FIELDS))('document.completed tells of %s', (part, names) => {
    const schema = follow(served.webhooks['document.completed']?.post.requestBody.content['application/json']?.schema);
    const dados = follow(schema.properties?.dados);
    const { schema: inner } = peel(dados.properties?.[part] as Schema);
    const object = follow(inner.items ? (inner.items as Schema) : inner);
    expect(Object.keys(object.properties ?? {})).toEqual(expect.arrayContaining([...names]));
  });
});
