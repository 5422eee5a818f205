import { components, eventSchemas, type Operation, type OperationId, operationOf } from '@rubrica/contract';
import { closure, inputNames } from '../../../contract/src/openapi/schema.ts';

/** A schema as plain JSON. */
type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const nameOf = (schema: unknown) => (schema as { $id?: string }).$id;
const schemaOf = (name: string) => components.get(name) as unknown as Json;

/** A comment above a member, or nothing. @param indent before each line */
export function comment(text: string | undefined, indent = ''): string {
  if (text === undefined || text === '') return '';
  const lines = text.replaceAll('*/', '*\\/').split('\n');
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */\n`].join('\n');
}

const literals = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).join(' | ');
const key = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));
const grouped = (type: string) => (type.includes(' | ') && !type.startsWith('{') ? `(${type})` : type);

/** Writes schemas as TypeScript. In what is sent enumerations are closed; in what comes they may have grown. */
class Writer {
  private readonly sent: boolean;
  private readonly indent: string;

  constructor(sent: boolean, indent = '') {
    this.sent = sent;
    this.indent = indent;
  }

  type(schema: unknown): string {
    if (!isObject(schema)) throw new Error(`not a schema: ${JSON.stringify(schema)}`);
    if (schema.$ref !== undefined) return this.reference(String(schema.$ref));
    if ('const' in schema) return JSON.stringify(schema.const);
    if (schema.enum !== undefined) return this.enumeration(schema.enum as unknown[]);
    const choice = schema.oneOf ?? schema.anyOf;
    if (choice !== undefined) return [...new Set((choice as unknown[]).map((one) => this.type(one)))].join(' | ');
    if (schema.allOf !== undefined)
      return (schema.allOf as unknown[]).map((one) => grouped(this.type(one))).join(' & ');
    const types = [schema.type].flat().filter((type) => type !== undefined);
    if (types.length === 0) return 'unknown';
    return types.map((type) => this.plain(String(type), schema)).join(' | ');
  }

  /** The members of an object, one a line, without the braces. */
  members(schema: Json): string {
    const required = new Set((schema.required as string[] | undefined) ?? []);
    const deeper = new Writer(this.sent, `${this.indent}  `);
    return Object.entries((schema.properties as Json | undefined) ?? {})
      .map(([name, member]) => {
        const note = comment((member as { description?: string }).description, deeper.indent);
        const optional = required.has(name) ? '' : '?';
        // Whoever compiles with exactOptionalPropertyTypes may still pass on what may be undefined.
        const missing = optional && this.sent ? ' | undefined' : '';
        return `${note}${deeper.indent}${key(name)}${optional}: ${deeper.type(member)}${missing};\n`;
      })
      .join('');
  }

  private reference(name: string): string {
    const values = schemaOf(name).enum as unknown[] | undefined;
    return values === undefined || this.sent || values.length < 2 ? name : `Open<${name}>`;
  }

  private enumeration(values: readonly unknown[]): string {
    const texts = values.filter((value) => typeof value === 'string');
    if (this.sent || texts.length < 2) return literals(values);
    return [`Open<${literals(texts)}>`, ...(values.includes(null) ? ['null'] : [])].join(' | ');
  }

  private plain(type: string, schema: Json): string {
    if (type === 'integer') return 'number';
    if (type === 'array') return `${grouped(this.type(schema.items ?? {}))}[]`;
    if (type !== 'object') return type;
    const { properties, additionalProperties } = schema;
    if (properties !== undefined) return `{\n${this.members(schema)}${this.indent}}`;
    const values = isObject(additionalProperties) ? this.type(additionalProperties) : 'unknown';
    return `Record<string, ${values}>`;
  }
}

const capital = (id: string) => `${id[0]?.toUpperCase()}${id.slice(1)}`;

/** The schema of what a caller sends in the body, and of the query; undefined where there is none. */
export const sentBy = ({ body, query }: Operation) => ({
  body: body === undefined ? undefined : body.kind === 'multipart' ? body.dados : body.schema,
  query,
});

/** The name of a type: the schema's own, or one made of the operation's. */
export const typeName = (schema: unknown, id: OperationId, suffix: string) =>
  nameOf(schema) ?? `${capital(id)}${suffix}`;

function declaration(name: string, schema: Json, sent: boolean): string {
  const writer = new Writer(sent);
  const note = comment(schema.description as string | undefined);
  // An enumeration is declared as it is known; whether it is open is said where it is used.
  if (schema.enum !== undefined) return `${note}export type ${name} = ${literals(schema.enum as unknown[])};\n`;
  if (schema.type === 'object' && schema.properties !== undefined) {
    return `${note}export interface ${name} {\n${writer.members(schema)}}\n`;
  }
  return `${note}export type ${name} = ${writer.type(schema)};\n`;
}

/** `generated/schemas.ts`: the types of what some operations take and give, of the bodies of webhooks, and of errors. */
export function renderSchemas(ids: readonly OperationId[]): string {
  const sent = inputNames(ids);
  const unnamed: [string, Json][] = [];
  const roots: unknown[] = [...Object.values(eventSchemas), schemaOf('EventoWebhookEnvelope'), schemaOf('Erro')];
  for (const id of ids) {
    const { body, query } = sentBy(operationOf(id));
    for (const [schema, suffix] of [
      [body, 'Body'],
      [query, 'Query'],
    ] as const) {
      if (schema === undefined) continue;
      roots.push(schema);
      if (nameOf(schema) === undefined) unnamed.push([typeName(schema, id, suffix), schema as unknown as Json]);
    }
    const { answer } = operationOf(id);
    if ('schema' in answer) roots.push(answer.schema);
  }
  const named = [...closure(roots as never)].sort();
  return [
    `// Generated by scripts/generate.ts from the contract's schemas.

/** One of the values known when this was made, or one that came later: record it, and go on. */
export type Open<Known extends string> = Known | (string & Record<never, never>);
`,
    ...named.map((name) => declaration(name, schemaOf(name), sent.has(name))),
    ...unnamed.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, schema]) => declaration(name, schema, true)),
  ].join('\n');
}
