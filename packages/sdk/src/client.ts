import type { OperationId } from '@rubrica/contract';
import { errorFrom, retryAfterOf } from './error.ts';
import { type ClientOptions, requestOf } from './request.ts';
import { routes } from './routes.ts';
import type { AnyInput, Client } from './types.ts';

const DEFAULT_MAX_RETRY_AFTER_SECONDS = 60;

/** Waits, or rejects as soon as the signal aborts. */
function pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, seconds * 1000);
    if (signal?.aborted === true) stop();
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/** A 429 was not executed. A 503 may have been, so a POST is retried only with an idempotency key. */
function mayRepeat(response: Response, init: RequestInit): boolean {
  if (response.status === 429) return true;
  return response.status === 503 && (init.method !== 'POST' || new Headers(init.headers).has('idempotency-key'));
}

/** The seconds to wait before another attempt, or `undefined` if this response is final. */
function waitBeforeRepeating(options: ClientOptions, response: Response, init: RequestInit, attempt: number) {
  if (attempt >= (options.retries ?? 0) || !mayRepeat(response, init)) return undefined;
  const seconds = retryAfterOf(response) ?? 1;
  return seconds <= (options.maxRetryAfter ?? DEFAULT_MAX_RETRY_AFTER_SECONDS) ? seconds : undefined;
}

/**
 * Makes a call and returns the response as it came, errors included: for headers, streaming, or tests. The methods of a
 * client are this plus reading the body.
 */
export async function rawCall(options: ClientOptions, id: OperationId, input: AnyInput = {}): Promise<Response> {
  const send = options.fetch ?? globalThis.fetch;
  const { url, init } = requestOf(options, id, input);
  for (let attempt = 0; ; attempt += 1) {
    const response = await send(url, init);
    const seconds = waitBeforeRepeating(options, response, init, attempt);
    if (seconds === undefined) return response;
    await response.body?.cancel();
    await pause(seconds, input.signal);
  }
}

async function call(options: ClientOptions, id: OperationId, input: AnyInput = {}): Promise<unknown> {
  const response = await rawCall(options, id, input);
  if (!response.ok) throw await errorFrom(id, response);
  const answer = routes[id][5];
  if (answer === 'empty') {
    await response.body?.cancel();
    return undefined;
  }
  if (answer === 'html') return response.text();
  if (answer === 'pdf' || (answer === 'pdf-or-json' && input.as !== 'json')) {
    return new Uint8Array(await response.arrayBuffer());
  }
  return response.json();
}

/** A client with one method per operation: `client.obterDocumento({ params: { documentoId } })`. */
export function createClient(options: ClientOptions): Client {
  const ids = Object.keys(routes) as OperationId[];
  const methods = ids.map((id) => [id, (input?: AnyInput) => call(options, id, input)]);
  return Object.freeze(Object.fromEntries(methods)) as Client;
}
