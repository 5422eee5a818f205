import type { WindowBound, WindowState } from '../core/ports.ts';

/**
 * A request's time is taken before it is queued for counting, so hits may arrive slightly out of order; time within a
 * window then does not go back. A hit further in the future was counted by a wrong clock: it counts as made now,
 * because otherwise its key would stay blocked until that time.
 */
export const LATE_MS = 5_000;

/**
 * The result for one hit of a sliding window.
 * @param roomAt when the blocking hit (if allowed: the oldest hit) leaves the window, Unix ms
 */
export function windowState(allowed: boolean, limit: number, count: number, roomAt: number, now: number): WindowState {
  return {
    allowed,
    limit,
    remaining: Math.max(0, limit - count),
    resetAt: Math.ceil(roomAt / 1000),
    retryAfter: allowed ? 0 : Math.max(1, Math.ceil((roomAt - now) / 1000)),
  };
}

/**
 * The result for one hit of several sliding windows.
 * @param times of the hits counted in the longest window, oldest first, including this one if it was allowed; Unix ms
 */
export function windowsState(
  allowed: boolean,
  bounds: readonly WindowBound[],
  times: readonly number[],
  now: number,
): WindowState {
  const states = bounds.map(({ limit, windowMs }) => {
    const inside = times.filter((time) => time > now - windowMs);
    const inTheWay = (inside.length < limit ? inside[0] : inside[inside.length - limit]) ?? now;
    return windowState(allowed, limit, inside.length, inTheWay + windowMs, now);
  });
  const [told] = states.sort((a, b) => a.remaining - b.remaining || b.resetAt - a.resetAt);
  if (!told) throw new Error('a limit without windows');
  return told;
}

/**
 * The result for one token requested from a bucket.
 * @param fullAt when the bucket will be full again, Unix ms; one token is missing for every `refillMs` before that
 */
export function bucketState(
  allowed: boolean,
  capacity: number,
  refillMs: number,
  fullAt: number,
  now: number,
): WindowState {
  const missing = Math.max(0, Math.ceil((fullAt - now) / refillMs));
  const nextToken = fullAt - Math.max(0, missing - 1) * refillMs;
  return windowState(allowed, capacity, missing, nextToken, now);
}
