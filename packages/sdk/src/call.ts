import { ApiError, ConnectionError, errorFrom, parsed, TimeoutError } from './error.ts';
import type { CallInput, Route, Settings } from './input.ts';
import { isFile, requestOf, takesKey } from './request.ts';
import { isWorthRepeating, pause, waitBefore } from './retry.ts';

/** A signal that aborts with the caller's, or when the time is over. */
function limit(input: CallInput, ms: number) {
  const { signal } = input;
  const controller = new AbortController();
  let late = false;
  const timer =
    ms > 0 &&
    setTimeout(() => {
      late = true;
      controller.abort();
    }, ms);
  const follow = () => controller.abort(signal?.reason);
  if (signal?.aborted) follow();
  signal?.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    isLate: () => late,
    done() {
      if (timer) clearTimeout(timer);
      signal?.removeEventListener('abort', follow);
    },
  };
}

/**
 * One attempt. @param read what becomes of the response, within the time of the attempt
 * @throws {ApiError} from `read` as it is, the caller's own reason if it aborted, else {ConnectionError}
 */
async function attempt<T>(
  settings: Settings,
  [url, init]: readonly [URL, RequestInit],
  input: CallInput,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const { signal, isLate, done } = limit(input, input.timeout ?? settings.timeout ?? 0);
  try {
    return await read(await (settings.fetch ?? globalThis.fetch)(url, { ...init, signal }));
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (input.signal?.aborted) throw input.signal.reason ?? error;
    const where = `${init.method} ${url.origin}${url.pathname}`;
    if (isLate()) throw new TimeoutError(`${where}: no answer in time`, { cause: error });
    throw new ConnectionError(`${where}: ${(error as Error)?.message}`, { cause: error });
  } finally {
    done();
  }
}

/** The response of one attempt, as it came, errors included. */
export async function respond(settings: Settings, route: Route, input: CallInput): Promise<Response> {
  return attempt(settings, await requestOf(settings, route, input), input, async (response) => response);
}

async function read(operation: string, route: Route, input: CallInput, response: Response): Promise<unknown> {
  if (!response.ok) throw await errorFrom(operation, response);
  const [, , , , , answer] = route;
  if (isFile(answer, input)) return new Uint8Array(await response.arrayBuffer());
  const text = await response.text();
  if (answer === 'empty' || response.status === 204) return undefined;
  if (answer === 'html') return text;
  const value = parsed(text);
  if (value === undefined) throw new ApiError(operation, response);
  return value;
}

/**
 * Makes a call, again where that helps, and reads its answer.
 * @param operation what errors call it
 */
export async function call(
  settings: Settings,
  operation: string,
  route: Route,
  input: CallInput = {},
): Promise<unknown> {
  const request = await requestOf(settings, route, input);
  const safe = route[0] !== 'POST' || (takesKey(route) && new Headers(request[1].headers).has('idempotency-key'));
  const retries = input.retries ?? settings.retries ?? 0;
  for (let n = 0; ; n += 1) {
    try {
      return await attempt(settings, request, input, (response) => read(operation, route, input, response));
    } catch (error) {
      if (n >= retries || !isWorthRepeating(error, safe)) throw error;
      const seconds = waitBefore(n, error);
      input.onRetry?.(seconds, error as Error);
      await (settings.pause ?? pause)(seconds * 1000, input.signal);
    }
  }
}
