import {
  ACCEPTED_VALUES,
  components,
  isInstant,
  type Operation,
  type Rule,
  type RuleName,
  rule,
  WRITTEN,
} from '@rubrica/contract';
import { E164 } from '@rubrica/contract/brazil';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { FieldProblem } from '../core/problem.ts';

/** Checks a value and returns every problem, each with its path. */
export type Check = (value: unknown) => FieldProblem[];

export interface OperationChecks {
  readonly params: Check;
  readonly query: Check;
  readonly body: Check;
}

const none: Check = () => [];

function createAjv(coerceTypes: boolean): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    removeAdditional: false,
    coerceTypes,
    strict: false,
    verbose: true,
    // With several alternatives, only the selected one reports problems.
    discriminator: true,
  });
  addFormats.default(ajv);
  ajv.addFormat('date-time', isInstant);
  for (const schema of components.values()) ajv.addSchema(schema);
  return ajv;
}

// Only the query is coerced, because there everything arrives as text. In a body a number must be a number.
const strict = createAjv(false);
const coercing = createAjv(true);

/** The checks of one operation. `prefix` of query problems is `query.`, as the contract's paths have it. */
export function checksFor(operation: Operation): OperationChecks {
  const body = operation.body;
  const bodySchema = body === undefined ? undefined : body.kind === 'multipart' ? body.dados : body.schema;
  return {
    params: operation.params ? check(strict, operation.params, '') : none,
    query: operation.query ? checkQuery(operation.query) : none,
    body: bodySchema ? check(strict, bodySchema, '') : none,
  };
}

/** Compiled when the first value comes: to compile the whole contract takes a fifth of a start. */
function check(ajv: Ajv2020, schema: object, prefix: string): Check {
  let compiled: ValidateFunction | undefined;
  return (value) => {
    compiled ??= ajv.compile(schema);
    return compiled(value) ? [] : describe(compiled.errors ?? [], prefix);
  };
}

/** Numbers in a query are decimal digits: `Number()` would also accept `0x10`, `1e1`, ` 5` and `Infinity`. */
const DIGITS = /^[0-9]+$/;

function checkQuery(schema: NonNullable<Operation['query']>): Check {
  const numbers = Object.entries(schema.properties).flatMap(([name, property]) =>
    ['integer', 'number'].includes((property as { type?: string }).type ?? '') ? [name] : [],
  );
  const rest = check(coercing, schema, 'query');
  return (value) => {
    const given = value as Record<string, unknown>;
    const wrong = numbers.filter((name) => given[name] !== undefined && !DIGITS.test(String(given[name])));
    const problems = wrong.map((name) => ({ campo: `query.${name}`, ...rule('expected', { esperado: 'integer' }) }));
    return [...problems, ...rest(value).filter(({ campo }) => !problems.some((known) => known.campo === campo))];
  };
}

/** `/signatarios/2/cpf` becomes `signatarios[2].cpf`. */
function place(prefix: string, pointer: string, member?: string): string {
  const parts = pointer.split('/').slice(1);
  if (member !== undefined) parts.push(member);
  return parts.reduce((path, raw) => {
    const part = raw.replaceAll('~1', '/').replaceAll('~0', '~');
    if (/^\d+$/.test(part) && path !== '') return `${path}[${part}]`;
    return path === '' ? part : `${path}.${part}`;
  }, prefix);
}

/** The member a problem is about, where it was found in the object that has, or lacks, it. */
function memberOf({ keyword, params, propertyName }: ErrorObject): string | undefined {
  switch (keyword) {
    case 'required':
      return params.missingProperty as string;
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return (params.additionalProperty ?? params.unevaluatedProperty) as string;
    case 'discriminator':
      return params.tag as string;
    default:
      return propertyName;
  }
}

function describe(errors: readonly ErrorObject[], prefix: string): FieldProblem[] {
  // A nullable field fails its own schema, the `null` alternative, and the `anyOf` around both: only the first is
  // useful.
  const useful = errors.filter(
    (error) =>
      error.keyword !== 'anyOf' &&
      error.keyword !== 'oneOf' &&
      error.keyword !== 'if' &&
      error.keyword !== 'propertyNames' &&
      !(error.keyword === 'type' && error.params.type === 'null' && errors.some((other) => other.keyword === 'anyOf')),
  );
  const problems = (useful.length > 0 ? useful : errors).map((error) => {
    return { campo: place(prefix, error.instancePath, memberOf(error)) || 'corpo', ...ruleOf(error) };
  });
  const seen = new Set<string>();
  return problems.filter((problem) => {
    const key = JSON.stringify(problem);
    return seen.has(key) ? false : seen.add(key) && true;
  });
}

/** The rules for schema keywords that have a single number as their limit. */
const LIMITS = {
  minLength: 'minLength',
  maxLength: 'maxLength',
  minItems: 'minItems',
  maxItems: 'maxItems',
  minimum: 'minimum',
  maximum: 'maximum',
  exclusiveMinimum: 'above',
  exclusiveMaximum: 'below',
} as const satisfies Record<string, RuleName>;

const isLimit = (keyword: string): keyword is keyof typeof LIMITS => Object.hasOwn(LIMITS, keyword);

/** Patterns whose rule states the required form. */
const FORMS: Readonly<Record<string, 'notBlank' | 'phone'>> = { [WRITTEN]: 'notBlank', [E164.source]: 'phone' };

/** The values to suggest: an enumeration also lists values that requests do not accept, old or future ones. */
function takenOf({ params, parentSchema }: ErrorObject): readonly unknown[] {
  const { $id = '' } = parentSchema as { $id?: string };
  return ACCEPTED_VALUES[$id] ?? (params.allowedValues as unknown[]);
}

/** Why the discriminator selected no alternative. */
function undecided({ params, parentSchema }: ErrorObject): Rule {
  if (params.tagValue === undefined) return rule('required');
  if (params.error === 'tag') return rule('expected', { esperado: 'string' });
  const alternatives = (parentSchema as { oneOf: { $ref: string }[] }).oneOf.map(({ $ref }) => components.get($ref));
  const taken = alternatives.flatMap((schema) => {
    const { properties } = schema as unknown as { properties: Record<string, { enum: string[] }> };
    return properties[params.tag]?.enum ?? [];
  });
  return rule('oneOf', { aceitos: taken.join(', ') });
}

/** The rule of an object that has exactly one of its properties; null for any other object. */
function oneFieldOf({ parentSchema }: ErrorObject): Rule | null {
  const { minProperties, maxProperties, properties } = parentSchema as Record<string, object | number>;
  if (minProperties !== 1 || maxProperties !== 1) return null;
  return rule('oneField', { campos: Object.keys(properties as object).join(', ') });
}

function ruleOf(error: ErrorObject): Rule {
  const { keyword, params, propertyName } = error;
  // What a schema asks of the names in a map.
  if (propertyName !== undefined) return rule('nameForm');
  if (keyword === 'minLength' && Number(params.limit) === 1) return rule('notEmpty');
  if (isLimit(keyword)) return rule(LIMITS[keyword], { n: params.limit as number });
  switch (keyword) {
    case 'required':
      return rule('required');
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return rule('unknown');
    case 'type':
      return rule('expected', { esperado: [params.type as string | string[]].flat().join('|') });
    case 'enum':
      return rule('oneOf', { aceitos: takenOf(error).join(', ') });
    case 'discriminator':
      return undecided(error);
    case 'const':
      return rule('exactly', { valor: JSON.stringify(params.allowedValue) });
    case 'format':
      return rule('expected', { esperado: params.format as string });
    case 'uniqueItems':
      return rule('unique');
    case 'maxProperties':
      return oneFieldOf(error) ?? rule('maxNames', { n: params.limit as number });
    case 'minProperties':
      return oneFieldOf(error) ?? rule('someField');
    case 'pattern':
      return rule(FORMS[params.pattern] ?? 'pattern');
    default:
      return rule('invalid');
  }
}
