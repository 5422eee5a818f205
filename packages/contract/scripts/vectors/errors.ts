import { type ErrorKey, errorsOf, operationIds, operationOf, splitErrorKey } from '../../src/index.ts';
import { type Answer, page, problem } from './answers.ts';

/** Every status an operation may refuse with, and the class its error has. All of them are `ApiError`. */
const CLASSES: Readonly<Record<number, string>> = {
  400: 'InvalidRequestError',
  401: 'AuthenticationError',
  402: 'QuotaExceededError',
  403: 'PermissionDeniedError',
  404: 'NotFoundError',
  409: 'ConflictError',
  410: 'NotFoundError',
  413: 'InvalidRequestError',
  415: 'InvalidRequestError',
  422: 'InvalidRequestError',
  429: 'RateLimitError',
};
const classOf = (status: number): string => (status >= 500 ? 'ServerError' : (CLASSES[status] ?? 'ApiError'));

interface Problem {
  readonly codigo?: string;
  readonly requestId?: string;
  readonly detail?: string;
  readonly erros?: readonly object[];
}

/** A refusal and what a client makes of it. `body` is the problem, null where the answer is none. */
function vector(name: string, answer: Answer, retryAfter: number | null, body: Problem | null) {
  const error = {
    class: classOf(answer.status),
    status: answer.status,
    codigo: body?.codigo ?? null,
    detail: body?.detail ?? null,
    requestId: body?.requestId ?? answer.headers['x-request-id'] ?? null,
    retryAfter,
    erros: body?.erros ?? [],
  };
  return { name, answer, error };
}

function ofContract(key: ErrorKey) {
  const { status } = splitErrorKey(key);
  const waits = status === 429 || status === 503;
  const answer = problem(key, waits ? { 'retry-after': '7' } : {});
  return vector(key, answer, waits ? 7 : null, JSON.parse(answer.body) as Problem);
}

const keys = [...new Set(operationIds.flatMap((id) => errorsOf(operationOf(id))))].sort();

const NEW_CODE = { ...(JSON.parse(problem('409 CONFLITO').body) as Problem), codigo: 'CODIGO_NOVO', novidade: true };

/** Refusals, called without retries. */
export const errorVectors = () => [
  ...keys.map(ofContract),
  vector('a code that is new', { ...problem('409 CONFLITO'), body: JSON.stringify(NEW_CODE) }, null, NEW_CODE),
  vector('a page of a proxy', page(502, { 'x-request-id': 'r-2' }), null, null),
  vector('a page of a proxy that says when', page(503, { 'retry-after': '30' }), 30, null),
  vector(
    'a date to wait for, which is not read',
    page(503, { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }),
    null,
    null,
  ),
  vector(
    'JSON that is no problem',
    { status: 500, headers: { 'content-type': 'application/json' }, body: '[]' },
    null,
    null,
  ),
  vector(
    'a problem cut short',
    { ...problem('404 NAO_ENCONTRADO'), body: problem('404 NAO_ENCONTRADO').body.slice(0, 40) },
    null,
    null,
  ),
  vector('a status that is new', { status: 418, headers: {}, body: '' }, null, null),
  vector('a success that is not JSON', page(200), null, null),
];
