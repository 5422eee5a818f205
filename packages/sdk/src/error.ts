import type { Erro, ErroDeCampo } from '../generated/schemas.ts';

/** Everything the client throws, but for what the caller itself aborted. */
export class RubricaError extends Error {
  override readonly name: string = 'RubricaError';
}

/** A refusal or failure of the API. Branch on `codigo`; log `requestId`. */
export class ApiError extends RubricaError {
  override readonly name: string = 'ApiError';
  /** What was called: `documentos.criar`. */
  readonly operation: string;
  readonly status: number;
  /** The stable code; absent if the response did not come from the API but, say, from a proxy. New ones may appear. */
  readonly codigo: string | undefined;
  readonly requestId: string | undefined;
  /** For invalid input, every problem with its place. */
  readonly erros: readonly ErroDeCampo[];
  /** Seconds to wait before retrying, on 429 and 503. */
  readonly retryAfter: number | undefined;
  /** The whole body, if it was problem details. */
  readonly problem: Erro | undefined;

  constructor(operation: string, response: Pick<Response, 'status' | 'statusText' | 'headers'>, problem?: Erro) {
    const code = problem?.codigo ?? response.statusText;
    super(`${operation}: ${response.status} ${code}${problem === undefined ? '' : `: ${problem.detail}`}`);
    this.operation = operation;
    this.status = response.status;
    this.codigo = problem?.codigo;
    this.requestId = problem?.requestId ?? response.headers.get('x-request-id') ?? undefined;
    this.erros = problem?.erros ?? [];
    this.retryAfter = retryAfterOf(response.headers);
    this.problem = problem;
  }
}

/** 400, 413, 415, 422: what was sent has to change; `erros` says where. */
export class InvalidRequestError extends ApiError {
  override readonly name = 'InvalidRequestError';
}
/** 401: no key, or not a good one. */
export class AuthenticationError extends ApiError {
  override readonly name = 'AuthenticationError';
}
/** 402: the plan's allowance is spent. */
export class QuotaExceededError extends ApiError {
  override readonly name = 'QuotaExceededError';
}
/** 403: the key lacks the scope, or whose it is the role. */
export class PermissionDeniedError extends ApiError {
  override readonly name = 'PermissionDeniedError';
}
/** 404 and 410: not there, another organization's, or no longer there. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError';
}
/** 409: the state of things does not allow it. */
export class ConflictError extends ApiError {
  override readonly name = 'ConflictError';
}
/** 429: too many calls; `retryAfter` says how long to wait. */
export class RateLimitError extends ApiError {
  override readonly name = 'RateLimitError';
}
/** 5xx. */
export class ServerError extends ApiError {
  override readonly name = 'ServerError';
}

/** No answer came: no address, no connection, or one that broke. What was asked may have been done. `cause` says more. */
export class ConnectionError extends RubricaError {
  override readonly name: string = 'ConnectionError';
}
/** No answer came in time. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError';
}

const CLASSES: Readonly<Record<number, typeof ApiError>> = {
  400: InvalidRequestError,
  401: AuthenticationError,
  402: QuotaExceededError,
  403: PermissionDeniedError,
  404: NotFoundError,
  409: ConflictError,
  410: NotFoundError,
  413: InvalidRequestError,
  415: InvalidRequestError,
  422: InvalidRequestError,
  429: RateLimitError,
};

/** The seconds of `Retry-After`; a date, which the API never sends, is ignored. */
function retryAfterOf(headers: Headers): number | undefined {
  const value = headers.get('retry-after');
  return value !== null && /^\d+$/.test(value) ? Number(value) : undefined;
}

/** Text as JSON; undefined where it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads the problem from an unsuccessful response. */
export async function errorFrom(operation: string, response: Response): Promise<ApiError> {
  const isProblem = /^application\/(problem\+)?json\b/.test(response.headers.get('content-type') ?? '');
  const body = isProblem ? parsed(await response.text()) : undefined;
  if (!isProblem) await response.body?.cancel();
  const looksRight = typeof body === 'object' && body !== null && 'codigo' in body;
  const Class = response.status >= 500 ? ServerError : (CLASSES[response.status] ?? ApiError);
  return new Class(operation, response, looksRight ? (body as Erro) : undefined);
}
