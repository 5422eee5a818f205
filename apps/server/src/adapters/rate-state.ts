import type { WindowBound, WindowState } from '../core/ports.ts';

/**
 * A request is timed before it queues up to be counted, so that an earlier one may come later; time in a window then does
 * not go back. A hit that lies further ahead was counted by a clock that was wrong: it counts as made now, for else its
 * key would stay shut out until that time comes.
 */
export const LATE_MS = 5_000;

/**
 * The answer for one hit of a sliding window.
 * @param roomAt when the hit that stands in the way leaves the window (of an allowed hit: the oldest one), Unix ms
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
 * The answer for one hit of several sliding windows.
 * @param times of the hits counted in the longest one, oldest first, this one included where it was allowed; Unix ms
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
 * The answer for one token asked of a bucket.
 * @param fullAt when the bucket will be full again, Unix ms; every `refillMs` before it one token is still missing
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
