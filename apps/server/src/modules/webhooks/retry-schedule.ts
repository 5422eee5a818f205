import { WEBHOOK_WINDOW_MS } from '@rubrica/contract';

/** Share of a wait by which it may be longer or shorter, so that receivers back from an outage are not hit in step. */
const JITTER = 0.1;

/**
 * When to try again after `failures` failed attempts, or null when the delivery is given up: the list of waits is used
 * up, or the window since the first attempt has passed. The jitter never carries an attempt past the window's end.
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
