import {
  type Static,
  type TArrayOptions,
  type TObject,
  type TProperties,
  type TSchema,
  type TUnsafe,
  Type,
} from 'typebox';
import { CPF, E164 } from '../brazil.ts';
import { CHECKED_DIGITS, DRAWN, WRITTEN } from '../data-rules.ts';
import { IMAGE_MAX_BYTES } from '../limits.ts';

/** The largest value an `integer` column of the database holds; JSON itself has no bound. */
export const INT32_MAX = 2_147_483_647;

/** Properties that are required; each is named with a schema that takes anything. */
export interface Requirement {
  readonly properties: Readonly<Record<string, object>>;
  readonly required: readonly string[];
}

export const requiring = (...names: readonly string[]): Requirement => ({
  properties: Object.fromEntries(names.map((name) => [name, {}])),
  required: names,
});

/** What a schema may state besides its properties or type. */
export interface Notes {
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly minProperties?: number;
  readonly maxProperties?: number;
  /** Properties that are required unless another is given (JSON Schema's `if` and `else`). */
  readonly if?: Requirement;
  readonly else?: Requirement;
  /** Set if unknown fields are allowed; everywhere else they are refused. */
  readonly additionalProperties?: true;
}

/** A named object that refuses unknown fields. */
export const named = <P extends TProperties>(id: string, properties: P, notes: Notes): TObject<P> =>
  Type.Object(properties, { $id: id, additionalProperties: false, ...notes });

/** An object without a name of its own, as strict as a named one. */
export const inline = <P extends TProperties>(properties: P, notes: Notes = {}): TObject<P> =>
  Type.Object(properties, { additionalProperties: false, ...notes });

/** All properties of an object except some, to build a later version of it. */
export const propertiesBut = <P extends TProperties, K extends keyof P>(
  { properties }: TObject<P>,
  ...names: readonly K[]
): Omit<P, K> =>
  Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name as K))) as Omit<P, K>;

/** References a named schema, so that the served contract contains it once. */
export const ref = <S extends TSchema>(schema: S, notes: Notes = {}): TUnsafe<Static<S>> => {
  const { $id } = schema as { $id?: string };
  if ($id === undefined) throw new Error('ref needs a schema with $id');
  return Type.Unsafe<Static<S>>({ $ref: $id, ...notes });
};

/**
 * One of several named objects, discriminated by the value of one property, which each of them lists in its own `enum`.
 * Problems are then reported for the alternative that this property selects.
 */
export const oneOfBy = <const S extends readonly TSchema[]>(
  id: string,
  propertyName: string,
  alternatives: S,
  notes: Notes,
): TUnsafe<Static<S[number]>> =>
  Type.Unsafe<Static<S[number]>>({
    $id: id,
    type: 'object',
    discriminator: { propertyName },
    oneOf: alternatives.map((schema) => ref(schema)),
    ...notes,
  });

/** An object with property names chosen by the caller, and values of one schema. */
export const mapOf = <S extends TSchema>(values: S, notes: Notes = {}): TUnsafe<Record<string, Static<S>>> =>
  Type.Unsafe<Record<string, Static<S>>>({ type: 'object', additionalProperties: values, ...notes });

/** The same schema with `null` among its values. */
export const nullable = <S extends TSchema>(schema: S, notes: Notes = {}): TUnsafe<Static<S> | null> => {
  const plain = schema as { type?: unknown; enum?: readonly unknown[]; description?: string };
  if (typeof plain.type !== 'string') {
    return Type.Unsafe<Static<S> | null>({ anyOf: [schema, { type: 'null' }], ...notes });
  }
  const values = plain.enum === undefined ? {} : { enum: [...plain.enum, null] };
  return Type.Unsafe<Static<S> | null>({ ...schema, type: [plain.type, 'null'], ...values, ...notes });
};

/** A closed list of strings, described by JSON Schema's `enum` alone. */
export const stringEnum = <const V extends readonly string[]>(values: V, notes: object = {}): TUnsafe<V[number]> =>
  Type.Unsafe<V[number]>({ type: 'string', enum: [...values], ...notes });

/** The optional property of a creation body, with the value it takes when absent. */
export const withDefault = <S extends TSchema>(schema: S, value: Static<S>) =>
  Type.Optional(Type.Unsafe<Static<S>>({ ...schema, default: value }));

/** A list whose items are a named schema. */
export const listOf = <S extends TSchema>(schema: S, options: TArrayOptions = {}) => Type.Array(ref(schema), options);

/** The first example of a schema, to build the example of a larger one from it. */
export const exampleOf = (schema: TSchema): unknown => (schema as { examples?: readonly unknown[] }).examples?.[0];

/** One page of a listing; the name is derived from its items. */
export const pagina = <S extends TSchema>(schema: S) => {
  const { $id, examples } = schema as { $id?: string; examples?: readonly unknown[] };
  return named(
    `PaginaDe${$id}`,
    {
      itens: Type.Array(ref(schema)),
      total: Type.Integer({ minimum: 0, description: 'Quantos itens existem ao todo sob os mesmos filtros.' }),
      proximoCursor: Type.Optional(
        nullable(Type.String(), {
          description: 'Passe em `cursor` para a página seguinte; nulo ou ausente na última.',
        }),
      ),
    },
    {
      description: `Uma página de ${$id}.`,
      examples: [{ itens: examples?.slice(0, 1) ?? [], total: 1, proximoCursor: null }],
    },
  );
};

/** `maxLength` keeps out the `urn:uuid:` form that the `uuid` format also admits. */
export const uuid = (description?: string) => text({ format: 'uuid', maxLength: 36 }, description);

/** An identifier the client chooses: version 4 only. */
export const uuidV4 = (description?: string) =>
  text(
    { format: 'uuid', maxLength: 36, pattern: '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-4[0-9a-fA-F]{3}-[89abAB]' },
    description,
  );

export const dateTime = (description?: string) => text({ format: 'date-time' }, description);

/** Accepts slightly less than the format allows: see `isInstant`. */
export const dateTimeInput = (description: string) =>
  text(
    { format: 'date-time', maxLength: 40 },
    `${description} RFC 3339, com o deslocamento: \`Z\` ou como \`-03:00\`.`,
  );

export const date = (description?: string) => text({ format: 'date' }, description);
export const email = (description?: string) => text({ format: 'email', maxLength: 254 }, description);
export const uri = (description?: string) => text({ format: 'uri' }, description);
export const sha256 = (description?: string) => text({ pattern: '^[0-9a-f]{64}$' }, description);
export const count = (description?: string) => Type.Integer({ minimum: 0, ...describe(description) });
export const centavos = (description?: string) => Type.Integer(describe(description));

/** Text written by a person for others to read: neither empty nor only spaces. */
export const writtenText = (maxLength: number, description?: string) =>
  text({ minLength: 1, maxLength, pattern: WRITTEN }, description);

/** Text that the signed file or the certificate draws. */
export const drawnText = (maxLength: number, description?: string) =>
  writtenText(maxLength, description === undefined ? DRAWN : `${description} ${DRAWN}`);

/** Free text up to a length, possibly empty. */
export const freeText = (maxLength: number, description?: string) => text({ maxLength }, description);

/** E.164: a plus sign, the country code, at most fifteen digits. */
export const phone = (description?: string) => text({ pattern: E164.source }, description);

/** Eleven digits, with or without the usual punctuation; the server verifies the check digits. */
export const cpf = (description?: string) => text({ pattern: CPF.source }, description);

/** The same, where the server refuses wrong check digits. */
export const checkedCpf = (description?: string) =>
  cpf(description === undefined ? CHECKED_DIGITS : `${CHECKED_DIGITS} ${description}`);

/** Base64 takes four characters for three bytes; the rest is the `data:` prefix. */
export const IMAGE_MAX_CHARS = Math.ceil(IMAGE_MAX_BYTES / 3) * 4 + 64;

/** A PNG or JPEG as a data URI; the server checks the decoded size. */
export const imageDataUri = (description: string) =>
  text({ pattern: '^data:image/(png|jpeg);base64,[A-Za-z0-9+/]+={0,2}$', maxLength: IMAGE_MAX_CHARS }, description);

/** CPF or CNPJ, including the alphanumeric CNPJ, with or without punctuation; the server verifies the check digits. */
export const taxId = () =>
  text(
    { pattern: '^[0-9A-Za-z./-]{11,18}$' },
    'CPF ou CNPJ, com ou sem pontuação e com dígitos verificadores corretos; o CNPJ também na forma com letras.',
  );

/** A one-time code as typed. */
export const sixDigits = (description?: string) => text({ pattern: '^[0-9]{6}$' }, description);

/** The rule a message was made from: for clients that show it in another language, or need more than a code. */
export const regra = () =>
  text(
    {},
    'O nome estável da frase, como `minLength`. Nomes novos aparecem sem aviso: para um que não conhece, use a frase.',
  );
export const valores = () =>
  mapOf(Type.Union([Type.String(), Type.Number()]), {
    description:
      'O que está nas lacunas da frase, pelo nome. Onde há `motivo`, ele é o nome de outra regra, dita com estes mesmos valores.',
  });

export const text = (constraints: object = {}, description?: string) =>
  Type.String({ ...constraints, ...describe(description) });

const describe = (description: string | undefined) => (description === undefined ? {} : { description });
