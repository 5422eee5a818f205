import { ApiError, ConnectionError } from './error.ts';

/** The wait before the first repetition, in seconds; it doubles with each. */
const FIRST_S = 0.5;
const LONGEST_S = 8;
/** Added to what `Retry-After` says, so that not everybody who was told the same comes back at once. */
const SPREAD_S = 0.25;
/** The longest `Retry-After` worth waiting for. */
const LONGEST_RETRY_AFTER_S = 60;

/** The seconds to wait before repetition `n`, the first being 0, after an error. */
export function waitBefore(n: number, error: unknown): number {
  const asked = error instanceof ApiError ? error.retryAfter : undefined;
  if (asked !== undefined) return asked + SPREAD_S * Math.random();
  return (Math.min(LONGEST_S, FIRST_S * 2 ** n) * (1 + Math.random())) / 2;
}

/**
 * Whether an attempt that failed is worth another.
 * @param safe whether doing it twice does no more than doing it once; a 429 did nothing, whatever was called
 */
export function isWorthRepeating(error: unknown, safe: boolean): boolean {
  if (error instanceof ConnectionError) return safe;
  if (!(error instanceof ApiError) || (error.retryAfter ?? 0) > LONGEST_RETRY_AFTER_S) return false;
  return error.status === 429 || (safe && [500, 502, 503, 504].includes(error.status));
}

/** Waits, or rejects as soon as the signal aborts. @param ms milliseconds */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
