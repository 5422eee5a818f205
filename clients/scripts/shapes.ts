import {
  buildOpenApi,
  clientMethods,
  DEFAULT_OPENAPI_OPTIONS,
  type FileKind,
  type OperationId,
  operationOf,
  takesIdempotencyKey,
} from '@rubrica/contract';

/**
 * What the clients of other languages are made from: the operations that clients have and the objects they take and give, as
 * plain values without anything of JSON Schema that a client has no use for.
 */

type Json = Record<string, unknown>;

/** The type of a value. */
export type Shape =
  | { readonly kind: 'text' | 'integer' | 'number' | 'boolean' | 'anything' }
  /** A list of texts; `open` where any other text may come, too. */
  | { readonly kind: 'enum'; readonly name?: string; readonly values: readonly string[]; readonly open: boolean }
  | { readonly kind: 'list' | 'map' | 'nullable'; readonly of: Shape }
  | { readonly kind: 'named'; readonly name: string }
  | { readonly kind: 'choice'; readonly of: readonly Shape[] };

export interface Member {
  readonly name: string;
  readonly shape: Shape;
  readonly required: boolean;
  readonly description: string;
}

/** An object with a name: sent (`input`) or received. */
export interface ObjectType {
  readonly kind: 'object';
  readonly name: string;
  readonly description: string;
  readonly input: boolean;
  readonly members: readonly Member[];
}

/** One of several objects; with `tag`, the value of one member says which. */
export interface ChoiceType {
  readonly kind: 'choice';
  readonly name: string;
  readonly description: string;
  readonly input: boolean;
  readonly of: readonly string[];
  readonly tag: { readonly member: string; readonly of: Readonly<Record<string, string>> } | null;
}

export interface EnumType {
  readonly name: string;
  readonly description: string;
  readonly values: readonly string[];
}

/** A method of a client. */
export interface Method {
  readonly operation: OperationId;
  /** `['documentos', 'versoes']` and `criar` of `rubrica.documentos.versoes.criar`. */
  readonly resource: readonly string[];
  readonly name: string;
  readonly verb: string;
  readonly path: string;
  readonly host: 'base' | 'public';
  /** Whether the key is sent. */
  readonly keyed: boolean;
  readonly summary: string;
  readonly description: string;
  /** Names of the path, in its order. */
  readonly params: readonly string[];
  readonly query: readonly Member[];
  readonly body: {
    readonly kind: 'json' | 'multipart';
    readonly optional: boolean;
    readonly type: ObjectType | null;
  } | null;
  readonly answer: { readonly kind: 'json'; readonly shape: Shape } | { readonly kind: 'empty' | FileKind };
  /** The name of what a page lists, where the answer is a page. */
  readonly item: Shape | null;
  readonly idempotencyKey: boolean;
}

export interface Contract {
  readonly methods: readonly Method[];
  readonly objects: readonly ObjectType[];
  readonly choices: readonly ChoiceType[];
  readonly enums: readonly EnumType[];
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const refName = (ref: unknown) => String(ref).split('/').pop() ?? '';
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const descriptionOf = ({ description }: Json): string => (typeof description === 'string' ? description : '');

const SCALARS: Readonly<Record<string, Shape>> = {
  string: { kind: 'text' },
  integer: { kind: 'integer' },
  number: { kind: 'number' },
  boolean: { kind: 'boolean' },
};

/** Reads the schemas of the served contract; what is met on the way is collected. */
class Reader {
  readonly objects = new Map<string, ObjectType>();
  readonly choices = new Map<string, ChoiceType>();
  readonly enums = new Map<string, EnumType>();
  readonly #schemas: Json;

  constructor(schemas: Json) {
    this.#schemas = schemas;
  }

  /** @param path the name of an object that is written in place: that of its owner and of its member */
  shape(schema: Json, path: string, input: boolean): Shape {
    if (schema.$ref !== undefined) return this.#named(refName(schema.$ref), input);
    const { type, enum: values } = schema;
    if (Array.isArray(type)) {
      const plain = type.filter((one) => one !== 'null');
      const rest = Array.isArray(values) ? { enum: values.filter((value) => value !== null) } : {};
      const of = plain.map((one) => this.shape({ ...schema, ...rest, type: one }, path, input));
      const [only] = of;
      const shape: Shape = only && of.length === 1 ? only : { kind: 'choice', of };
      return plain.length < type.length ? { kind: 'nullable', of: shape } : shape;
    }
    const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
    if (choices) return this.#choice(choices, path, input);
    if (Array.isArray(values)) return { kind: 'enum', values: values.map(String), open: false };
    if (type === 'array') return { kind: 'list', of: this.shape(schema.items as Json, `${path}Item`, input) };
    if (type === 'object') return this.#object(schema, path, input);
    const scalar = SCALARS[String(type)];
    if (!scalar) throw new Error(`${path}: no shape for ${JSON.stringify(schema)}`);
    return scalar;
  }

  #named(name: string, input: boolean): Shape {
    const schema = this.#schemas[name];
    if (!isObject(schema)) throw new Error(`no schema is called ${name}`);
    if (Array.isArray(schema.enum)) {
      const values = schema.enum.map(String);
      this.enums.set(name, { name, description: descriptionOf(schema), values });
      return { kind: 'enum', name, values, open: false };
    }
    const alternatives = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
    if (alternatives) {
      if (!this.choices.has(name)) this.#readChoice(name, schema, alternatives, input);
      return { kind: 'named', name };
    }
    return this.#object(schema, name, input);
  }

  #readChoice(name: string, schema: Json, alternatives: readonly Json[], input: boolean): void {
    const of = alternatives.map((one, index) => {
      const shape = this.shape(one, `${name}${index + 1}`, input);
      if (shape.kind !== 'named') throw new Error(`${name}: an alternative is no object`);
      return shape.name;
    });
    const { propertyName, mapping } = (schema.discriminator ?? {}) as { propertyName?: string; mapping?: Json };
    const targets = Object.entries(mapping ?? {}).map(([value, ref]) => [value, refName(ref)] as const);
    const tag = propertyName === undefined ? null : { member: propertyName, of: Object.fromEntries(targets) };
    this.choices.set(name, { kind: 'choice', name, description: descriptionOf(schema), input, of, tag });
  }

  #choice(choices: readonly Json[], path: string, input: boolean): Shape {
    const rest = choices.filter(({ type }) => type !== 'null');
    if (rest.length < choices.length) return { kind: 'nullable', of: this.#choice(rest, path, input) };
    const [first] = rest;
    if (first && rest.length === 1) return this.shape(first, path, input);
    const of = rest.map((one, index) => this.shape(one, `${path}${index + 1}`, input));
    const [list, text] = of;
    // A list of texts or any other: an enumeration of an answer.
    if (of.length === 2 && list?.kind === 'enum' && text?.kind === 'text') return { ...list, open: true };
    return { kind: 'choice', of };
  }

  /** The object of this name; of a choice, all that one or the other alternative takes. */
  wholeOf(name: string): ObjectType | undefined {
    const choice = this.choices.get(name);
    if (!choice) return this.objects.get(name);
    const alternatives = choice.of.flatMap((one) => this.objects.get(one) ?? []);
    const names = [...new Set(alternatives.flatMap(({ members }) => members.map((member) => member.name)))];
    const members = names.map((member): Member => {
      const found = alternatives.flatMap(({ members }) => members.filter((one) => one.name === member));
      const [first] = found;
      if (!first) throw new Error(`${name} has no ${member}`);
      const values = found.flatMap(({ shape }) => (shape.kind === 'enum' ? shape.values : []));
      const shape: Shape = first.shape.kind === 'enum' ? { kind: 'enum', values, open: false } : first.shape;
      const required = found.length === alternatives.length && found.every((one) => one.required);
      return { ...first, shape, required };
    });
    return { kind: 'object', name, description: choice.description, input: choice.input, members };
  }

  #object(schema: Json, name: string, input: boolean): Shape {
    const { properties, additionalProperties, required } = schema;
    if (!isObject(properties)) {
      return isObject(additionalProperties)
        ? { kind: 'map', of: this.shape(additionalProperties, `${name}Valor`, input) }
        : { kind: 'map', of: { kind: 'anything' } };
    }
    const known = this.objects.get(name);
    if (known && known.input !== input) throw new Error(`${name} is sent and received`);
    if (known) return { kind: 'named', name };
    const description = descriptionOf(schema);
    // Before its members, one of which may lead back to it.
    this.objects.set(name, { kind: 'object', name, description, input, members: [] });
    const needed = new Set((required as string[] | undefined) ?? []);
    const members = Object.entries(properties).map(([member, inner]) => ({
      name: member,
      shape: this.shape(inner as Json, `${name}${capital(member)}`, input),
      required: needed.has(member),
      description: descriptionOf(inner as Json),
    }));
    this.objects.set(name, { kind: 'object', name, description, input, members });
    return { kind: 'named', name };
  }
}

interface Served {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly components: { readonly schemas: Json };
}

/** The operation as it is served, by its id. */
function servedBy(api: Served): Map<string, Json> {
  const all = Object.values(api.paths).flatMap((item) => Object.values(item));
  return new Map(all.filter(isObject).map((one) => [String(one.operationId), one]));
}

const bodySchemaOf = (served: Json): Json | undefined => {
  const { content } = (served.requestBody ?? {}) as { content?: Readonly<Record<string, { schema: Json }>> };
  const form = content?.['multipart/form-data']?.schema;
  if (form) return (form.properties as Readonly<Record<string, Json>>).dados;
  return content?.['application/json']?.schema;
};

const answerSchemaOf = (served: Json): Json => {
  const responses = served.responses as Readonly<Record<string, { content?: Readonly<Record<string, Json>> }>>;
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  return success?.content?.['application/json']?.schema as Json;
};

function methodOf(place: string, id: OperationId, served: Json, reader: Reader): Method {
  const operation = operationOf(id);
  const resource = place.split('.');
  const name = resource.pop() ?? '';
  const { path, body, answer, host = 'base' } = operation;
  if (host === 'auth' || body?.kind === 'form' || answer.kind === 'html') throw new Error(`${id}: not for clients`);
  const input = bodySchemaOf(served);
  const inputShape = input && reader.shape(input, `${capital(id)}Entrada`, true);
  const type = inputShape?.kind === 'named' ? reader.wholeOf(inputShape.name) : undefined;
  if (inputShape && !type) throw new Error(`${id}: the body is no object`);
  const output = answer.kind === 'json' ? reader.shape(answerSchemaOf(served), `${capital(id)}Resposta`, false) : null;
  const page = output?.kind === 'named' && operation.method === 'GET' ? reader.objects.get(output.name) : undefined;
  const list = page?.members.find((member) => member.name === 'itens')?.shape;
  const parameters = ((served.parameters ?? []) as Json[]).filter((one) => one.in === 'query');
  return {
    operation: id,
    resource,
    name,
    verb: operation.method,
    path,
    host,
    keyed: operation.credential === 'api',
    summary: operation.summary,
    description: operation.description ?? '',
    params: [...path.matchAll(/\{(\w+)\}/g)].map(([, param = '']) => param),
    query: parameters.map((one) => ({
      name: String(one.name),
      shape: reader.shape(one.schema as Json, `${capital(id)}${capital(String(one.name))}`, true),
      required: one.required === true,
      description: descriptionOf(one),
    })),
    body: body
      ? { kind: body.kind, optional: body.kind === 'json' && body.optional === true, type: type ?? null }
      : null,
    answer: answer.kind === 'json' && output ? { kind: 'json', shape: output } : { kind: answer.kind as 'empty' },
    item: list?.kind === 'list' ? list.of : null,
    idempotencyKey: takesIdempotencyKey(operation),
  };
}

/** Everything a client of another language is made from, in the order of the contract. */
export function readContract(): Contract {
  const api = buildOpenApi(DEFAULT_OPENAPI_OPTIONS) as unknown as Served;
  const served = servedBy(api);
  const reader = new Reader(api.components.schemas);
  const methods = [...clientMethods()].map(([place, id]) => methodOf(place, id, served.get(id) ?? {}, reader));
  // What webhooks carry, and what refusals do.
  for (const name of ['EventoWebhookEnvelope', 'Erro']) reader.shape({ $ref: name }, name, false);
  const byName = <T extends { readonly name: string }>(types: ReadonlyMap<string, T>): T[] =>
    [...types.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    methods,
    objects: byName(reader.objects),
    choices: byName(reader.choices),
    enums: byName(reader.enums),
  };
}
