import { components } from '@rubrica/contract';
import type { Random } from '../../chance.ts';
import { PASSWORD } from '../../members.ts';

type Schema = Record<string, unknown>;

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Texts of which one fits each pattern of the contract. */
const SHAPED = [
  '+5511987654321',
  '52998224725',
  '11222333000181',
  '123456',
  'a'.repeat(64),
  '#1d4ed8',
  PIXEL,
  'pt-BR',
  'x',
];

const WORDS = [
  'Ana',
  'João da Silva',
  'Contrato de locação',
  'São Paulo — 2026',
  'x',
  'Ação nº 1/2',
  '“aspas”',
  'ﬁm',
  ' a ',
];

function text(schema: Schema, random: Random, name: string): string {
  const { format, pattern, minLength = 0, maxLength = 60 } = schema as { [key: string]: never };
  if (name === 'senha') return PASSWORD;
  switch (format as string | undefined) {
    case 'uuid':
      return random.uuid();
    case 'email':
      return `pessoa${random.int(1e9)}@exemplo.com.br`;
    case 'uri':
      return `http://127.0.0.1:9/${random.int(1e6)}`;
    case 'date':
      return random.pick(['1987-04-12', '1900-01-01', '2001-02-28', '2024-02-29']);
    case 'date-time':
      return random.pick(['2099-01-01T00:00:00Z', '2098-12-31T23:59:59.999-03:00', '2020-01-01T00:00:00Z']);
  }
  if (pattern !== undefined && pattern !== '\\S') {
    const shape = new RegExp(pattern, 'u');
    return SHAPED.find((one) => shape.test(one)) ?? random.pick(SHAPED);
  }
  const word = random.chance(0.05) ? 'á'.repeat(Number(maxLength)) : random.pick(WORDS);
  return word.padEnd(Number(minLength), 'a').slice(0, Math.max(1, Number(maxLength)));
}

function number(schema: Schema, random: Random): number {
  const { type, minimum, maximum, exclusiveMinimum } = schema as Record<string, number | undefined>;
  const low = minimum ?? (exclusiveMinimum === undefined ? 0 : exclusiveMinimum + 0.05);
  const high = maximum ?? low + 5;
  if (random.chance(0.1)) return random.chance(0.5) ? low : high;
  if ((type as unknown) === 'integer') return low + random.int(Math.min(3, high - low + 1));
  return low + random.next() * Math.min(0.3, high - low);
}

/** A value that the schema takes; members that may be left out are there or not. @param name of the member it is for */
export function madeFor(given: Schema, random: Random, name = ''): unknown {
  const schema = given.$ref === undefined ? given : (components.get(String(given.$ref)) as unknown as Schema);
  const choices = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  if (choices && schema.properties === undefined) return madeFor(random.pick(choices), random, name);
  if (schema.enum) return random.pick(schema.enum as unknown[]);
  if ('const' in schema) return schema.const;
  const types = [schema.type ?? 'object'].flat() as string[];
  switch (random.chance(0.9) ? types[0] : random.pick(types)) {
    case 'null':
      return null;
    case 'boolean':
      return random.chance(0.5);
    case 'integer':
    case 'number':
      return number(schema, random);
    case 'string':
      return text(schema, random, name);
    case 'array': {
      const length = Number(schema.minItems ?? 0) + random.int(3);
      return Array.from({ length }, () => madeFor(schema.items as Schema, random));
    }
  }
  const required = new Set((schema.required as string[] | undefined) ?? []);
  const members = Object.entries((schema.properties as Record<string, Schema> | undefined) ?? {});
  const chosen = members.filter(([member]) => required.has(member) || random.chance(0.4));
  return Object.fromEntries(chosen.map(([member, inner]) => [member, madeFor(inner, random, member)]));
}

const WRONG: readonly unknown[] = [
  ...[null, true, 0, -1, 1.5, 1e308, 2_147_483_648, 9_007_199_254_740_992, '', ' ', '7', 'x'.repeat(6000), [], {}],
  ...[[null], [[[]]], { a: { b: [] } }, '\u0001\u202e\ufffe', '💥'.repeat(50), "'; drop table documento; --", '1e1'],
  ...['2026-02-30', '0000-01-01', '9999-12-31T23:59:59-23:59', 'AVANCADA', 'data:image/png;base64,AAAA', '{{titulo}}'],
];

/** The value with one thing wrong: a member changed, gone, twice or too much. */
export function wronged(value: unknown, random: Random): unknown {
  if (value === null || typeof value !== 'object' || random.chance(0.1)) return random.pick(WRONG);
  if (Array.isArray(value)) {
    if (value.length === 0 || random.chance(0.2)) return [...value, random.chance(0.5) ? random.pick(WRONG) : value[0]];
    const at = random.int(value.length);
    return value.map((item, index) => (index === at ? wronged(item, random) : item));
  }
  const names = Object.keys(value);
  if (names.length === 0 || random.chance(0.15)) return { ...value, campoDesconhecido: random.pick(WRONG) };
  const name = random.pick(names);
  const { [name]: member, ...rest } = value as Record<string, unknown>;
  return random.chance(0.2) ? rest : { ...rest, [name]: wronged(member, random) };
}
