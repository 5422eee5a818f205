import { WEBHOOK_WINDOW_MS } from '@rubrica/contract';

/**
 * The fraction by which a delay may be longer or shorter, so that receivers recovering from an outage are not all hit
 * at once.
 */
const JITTER = 0.1;

/**
 * When to retry after `failures` failed attempts, or null if the delivery is given up: the delays are used up, or the
 * window since the first attempt has passed. The jitter never moves an attempt past the window's end.
 */
export function nextAttempt(
  waitsSeconds: readonly number[],
  failures: number,
  firstAttempt: Date,
  now: Date,
  random: () => number,
): Date | null {
  const wait = waitsSeconds[failures - 1];
  const windowEnd = firstAttempt.getTime() + WEBHOOK_WINDOW_MS;
  if (wait === undefined || now.getTime() >= windowEnd) return null;
  const jittered = wait * 1000 * (1 + JITTER * (2 * random() - 1));
  return new Date(Math.min(now.getTime() + jittered, windowEnd));
}
