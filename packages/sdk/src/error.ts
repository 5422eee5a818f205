import type { Erro, ErroDeCampo, OperationId } from '@rubrica/contract';

/** A refusal or failure of the API. Branch on `codigo`; log `requestId`. */
export class RubricaError extends Error {
  override readonly name = 'RubricaError';
  readonly operation: OperationId;
  readonly status: number;
  /** The stable code; absent if the response did not come from the API but, say, from a proxy. */
  readonly codigo: string | undefined;
  readonly requestId: string | undefined;
  /** For invalid input, every problem with its place. */
  readonly erros: readonly ErroDeCampo[];
  /** Seconds to wait before retrying, on 429 and 503. */
  readonly retryAfter: number | undefined;
  /** The whole body, if it was problem details. */
  readonly problem: Erro | undefined;

  constructor(operation: OperationId, response: Response, problem: Erro | undefined) {
    const code = problem?.codigo ?? response.statusText;
    super(`${operation}: ${response.status} ${code}${problem === undefined ? '' : `: ${problem.detail}`}`);
    this.operation = operation;
    this.status = response.status;
    this.codigo = problem?.codigo;
    this.requestId = problem?.requestId ?? response.headers.get('x-request-id') ?? undefined;
    this.erros = problem?.erros ?? [];
    this.retryAfter = retryAfterOf(response);
    this.problem = problem;
  }
}

/** The seconds of `Retry-After`; a date, which the API never sends, is ignored. */
export function retryAfterOf(response: Response): number | undefined {
  const value = response.headers.get('retry-after');
  return value !== null && /^\d+$/.test(value) ? Number(value) : undefined;
}

/** Reads the problem from an unsuccessful response. */
export async function errorFrom(operation: OperationId, response: Response): Promise<RubricaError> {
  const isProblem = /^application\/(problem\+)?json\b/.test(response.headers.get('content-type') ?? '');
  const body: unknown = isProblem ? await response.json().catch(() => undefined) : undefined;
  if (!isProblem) await response.body?.cancel();
  const looksRight = typeof body === 'object' && body !== null && 'codigo' in body;
  return new RubricaError(operation, response, looksRight ? (body as Erro) : undefined);
}
