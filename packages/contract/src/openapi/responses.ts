import { ERROR_CODES, type ErrorKey } from '../errors.ts';
import { errorsOf, splitErrorKey } from '../errors-of.ts';
import { REQUESTS_PER_MINUTE } from '../limits.ts';
import { type FileKind, isFileKind, MEDIA_TYPES, type Operation, takesIdempotencyKey } from '../operation.ts';
import { problemExample } from '../problem-example.ts';
import { SessaoIniciada } from '../schemas/sessao.ts';
import { type Json, refOrInline } from './schema.ts';

const header = (description: string, schema: Json) => ({ description, schema });

/** `components/headers`. */
export const headers: Json = {
  'X-Request-Id': header('Identifica a chamada; registre-o.', { type: 'string', format: 'uuid' }),
  'X-RateLimit-Limit': header(
    'Quantas chamadas aceita o limite que vale para esta: o da chave, o da sessão, o do link pessoal ou o do endereço de onde veio.',
    { type: 'integer', examples: [REQUESTS_PER_MINUTE] },
  ),
  'X-RateLimit-Remaining': header('Quantas ainda cabem nele.', { type: 'integer' }),
  'X-RateLimit-Reset': header('Quando ele volta a ter lugar para mais uma, em segundos Unix.', { type: 'integer' }),
  'Retry-After': header('Segundos a esperar antes de repetir.', { type: 'integer', minimum: 1 }),
  'WWW-Authenticate': header('O esquema de credencial aceito.', { type: 'string', examples: ['Bearer'] }),
  Location: header('Endereço do recurso criado.', { type: 'string', format: 'uri-reference' }),
  'Idempotency-Replayed': header('`true` quando a resposta é a que já foi dada a esta Idempotency-Key.', {
    type: 'string',
    enum: ['true'],
  }),
  'X-CSRF-Token': header('Envie nas chamadas da sessão que mudam algo.', { type: 'string' }),
  ETag: header('Entre aspas: de um PDF, seu SHA-256; de uma imagem, o que a identifica.', { type: 'string' }),
  Digest: header('SHA-256 do arquivo em base64, como `sha-256=…`.', { type: 'string' }),
  'Content-Disposition': header('Nome sugerido para o arquivo.', { type: 'string' }),
};

const COMMON = ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];

const headerRefs = (names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const EXTRA_BY_STATUS: Readonly<Record<number, string[]>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

const exampleName = (key: ErrorKey) => key.replace(' ', '.');

const byStatus = (keys: readonly ErrorKey[]) => {
  const groups = new Map<number, ErrorKey[]>();
  for (const key of keys) {
    const { status } = splitErrorKey(key);
    groups.set(status, [...(groups.get(status) ?? []), key]);
  }
  return groups;
};

const groupName = (status: number, keys: readonly ErrorKey[]) =>
  [status, ...keys.map((key) => splitErrorKey(key).codigo)].join('.');

/** The error responses of all operations: each set of codes under a status is written once and referenced. */
export class ErrorResponses {
  readonly #docsUrl: string;
  readonly #groups = new Map<string, { status: number; keys: ErrorKey[] }>();

  constructor(docsUrl: string) {
    this.#docsUrl = docsUrl;
  }

  /** The `responses` entries of an operation's errors. */
  of(operation: Operation): Json {
    const responses: Json = {};
    for (const [status, keys] of byStatus(errorsOf(operation))) {
      const name = groupName(status, keys);
      this.#groups.set(name, { status, keys });
      responses[status] = { $ref: `#/components/responses/${name}` };
    }
    return responses;
  }

  /** `components/responses` for everything requested so far. */
  components(): Json {
    const names = [...this.#groups.keys()].sort();
    return Object.fromEntries(names.map((name) => [name, this.#response(name)]));
  }

  /** `components/examples` for everything requested so far. */
  examples(): Json {
    const keys = new Set([...this.#groups.values()].flatMap((group) => group.keys));
    return Object.fromEntries(
      [...keys].sort().map((key) => [exampleName(key), { value: problemExample(key, this.#docsUrl) }]),
    );
  }

  #response(name: string): Json {
    const { status, keys } = this.#groups.get(name) ?? { status: 500, keys: [] };
    const described = keys.map((key) => {
      const { codigo } = splitErrorKey(key);
      return `\`${codigo}\`: ${ERROR_CODES[codigo].meaning}`;
    });
    return {
      description: described.join('\n\n'),
      headers: headerRefs([...COMMON, ...(EXTRA_BY_STATUS[status] ?? [])]),
      content: {
        'application/problem+json': {
          schema: { $ref: '#/components/schemas/Erro' },
          examples: Object.fromEntries(
            keys.map((key) => [splitErrorKey(key).codigo, { $ref: `#/components/examples/${exampleName(key)}` }]),
          ),
        },
      },
    };
  }
}

const fileOf = (type: string): Json => ({ type: 'string', format: 'binary', contentMediaType: type });

/** A file in a request. */
export const pdf: Json = fileOf('application/pdf');

/** The headers of a file: a ZIP is made while it is sent, so nothing is known of it beforehand. */
const FILE_HEADERS: Readonly<Record<FileKind, readonly string[]>> = {
  pdf: ['ETag', 'Digest', 'Content-Disposition'],
  'pdf-or-json': ['ETag', 'Digest', 'Content-Disposition'],
  png: ['ETag', 'Content-Disposition'],
  zip: ['Content-Disposition'],
};

const SUCCESS_TEXT = { 200: 'Feito.', 201: 'Criado.', 202: 'Recebido.', 204: 'Feito, sem corpo.' } as const;

/** An operation's success: its status and the response object. */
export function successResponse(operation: Operation): Json {
  const { answer, success } = operation;
  const content: Json = {};
  if ('schema' in answer) content['application/json'] = { schema: refOrInline(answer.schema, false) };
  if (isFileKind(answer.kind)) content[MEDIA_TYPES[answer.kind]] = { schema: fileOf(MEDIA_TYPES[answer.kind]) };
  if (answer.kind === 'html') content['text/html'] = { schema: { type: 'string' } };

  const names = [...COMMON];
  if (success === 201) names.push('Location');
  if (takesIdempotencyKey(operation)) names.push('Idempotency-Replayed');
  if (isFileKind(answer.kind)) names.push(...FILE_HEADERS[answer.kind]);
  if ('schema' in answer && answer.schema === SessaoIniciada) names.push('X-CSRF-Token');

  const hasContent = Object.keys(content).length > 0;
  return { description: SUCCESS_TEXT[success], headers: headerRefs(names), ...(hasContent ? { content } : {}) };
}
