import type { Operation } from '@rubrica/contract';
import { components } from '@rubrica/contract';
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
  const ajv = new Ajv2020({ allErrors: true, removeAdditional: false, coerceTypes, strict: false, verbose: true });
  addFormats.default(ajv);
  for (const schema of components.values()) ajv.addSchema(schema);
  return ajv;
}

// Only the query is coerced: there everything arrives as text. In a body a number is a number.
const strict = createAjv(false);
const coercing = createAjv(true);

/** Compiles the checks of one operation. `prefix` of query problems is `query.`, as the contract's paths have it. */
export function checksFor(operation: Operation): OperationChecks {
  const body = operation.body;
  const bodySchema = body === undefined ? undefined : body.kind === 'multipart' ? body.dados : body.schema;
  return {
    params: operation.params ? check(strict.compile(operation.params), '') : none,
    query: operation.query ? check(coercing.compile(operation.query), 'query') : none,
    body: bodySchema ? check(strict.compile(bodySchema), '') : none,
  };
}

function check(validate: ValidateFunction, prefix: string): Check {
  return (value) => (validate(value) ? [] : describe(validate.errors ?? [], prefix));
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

const TYPE_NAMES: Record<string, string> = {
  string: 'um texto',
  integer: 'um número inteiro',
  number: 'um número',
  boolean: 'verdadeiro ou falso',
  array: 'uma lista',
  object: 'um objeto',
  null: 'nulo',
};

const FORMATS: Record<string, string> = {
  uuid: 'um UUID',
  email: 'um endereço de e-mail',
  date: 'uma data AAAA-MM-DD',
  'date-time': 'uma data e hora RFC 3339 com deslocamento',
  uri: 'uma URL absoluta',
};

function describe(errors: readonly ErrorObject[], prefix: string): FieldProblem[] {
  // A nullable field fails its own schema, the `null` beside it, and the `anyOf` around both: only the first says anything.
  const useful = errors.filter(
    (error) =>
      error.keyword !== 'anyOf' &&
      error.keyword !== 'oneOf' &&
      error.keyword !== 'if' &&
      !(error.keyword === 'type' && error.params.type === 'null' && errors.some((other) => other.keyword === 'anyOf')),
  );
  const problems = (useful.length > 0 ? useful : errors).map((error) => {
    const member =
      error.keyword === 'required'
        ? (error.params.missingProperty as string)
        : error.keyword === 'additionalProperties' || error.keyword === 'unevaluatedProperties'
          ? ((error.params.additionalProperty ?? error.params.unevaluatedProperty) as string)
          : undefined;
    return { campo: place(prefix, error.instancePath, member) || 'corpo', mensagem: message(error) };
  });
  const seen = new Set<string>();
  return problems.filter(({ campo, mensagem }) => {
    const key = `${campo}\n${mensagem}`;
    return seen.has(key) ? false : seen.add(key) && true;
  });
}

function message(error: ErrorObject): string {
  const { keyword, params } = error;
  switch (keyword) {
    case 'required':
      return 'É obrigatório.';
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return 'Campo desconhecido.';
    case 'type': {
      const types = ([] as string[]).concat(params.type as string | string[]);
      return `Deve ser ${types.map((type) => TYPE_NAMES[type] ?? type).join(' ou ')}.`;
    }
    case 'enum':
      return `Deve ser um de: ${(params.allowedValues as unknown[]).join(', ')}.`;
    case 'const':
      return `Deve ser ${JSON.stringify(params.allowedValue)}.`;
    case 'format':
      return `Deve ser ${FORMATS[params.format as string] ?? `do formato ${params.format}`}.`;
    case 'minLength':
      return Number(params.limit) === 1 ? 'Não pode ficar vazio.' : `Deve ter ao menos ${params.limit} caracteres.`;
    case 'maxLength':
      return `Deve ter no máximo ${params.limit} caracteres.`;
    case 'minItems':
      return `Deve ter ao menos ${params.limit} item.`;
    case 'maxItems':
      return `Deve ter no máximo ${params.limit} itens.`;
    case 'uniqueItems':
      return 'Não pode repetir valores.';
    case 'minimum':
      return `Deve ser maior ou igual a ${params.limit}.`;
    case 'maximum':
      return `Deve ser menor ou igual a ${params.limit}.`;
    case 'exclusiveMinimum':
      return `Deve ser maior que ${params.limit}.`;
    case 'exclusiveMaximum':
      return `Deve ser menor que ${params.limit}.`;
    case 'minProperties':
      return 'Informe ao menos um campo.';
    case 'pattern':
      return params.pattern === '\\S' ? 'Não pode ficar em branco.' : 'Não tem o formato esperado.';
    default:
      return 'Valor inválido.';
  }
}
