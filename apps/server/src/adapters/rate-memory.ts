import type { RateLimiter } from '../core/ports.ts';
import { bucketState, LATE_MS, windowState, windowsState } from './rate-state.ts';

interface Hits {
  /** Times of the counted hits still in the window, oldest first; never more than the limit. */
  times: number[];
  /** When the entry can be forgotten. */
  idleAt: number;
}

interface Bucket {
  fullAt: number;
  idleAt: number;
}

/** With fewer keys than this, idle ones are not removed. */
const SWEEP_FROM = 1_000;

/**
 * Limits counted in this process, for a service that runs as one. A key belongs to one window or bucket: always use it
 * with the same limit. Idle keys are removed in sweeps whose amortized cost per call is constant.
 */
export function createMemoryLimiter(): RateLimiter {
  const windows = new IdleMap<Hits>();
  const several = new IdleMap<Hits>();
  const buckets = new IdleMap<Bucket>();
  return {
    async window(key, limit, windowMs, nowMs) {
      const times: number[] = windows.get(key)?.times ?? [];
      const now = present(times, nowMs);
      while (times[0] !== undefined && times[0] <= now - windowMs) times.shift();
      const allowed = times.length < limit;
      if (allowed) {
        times.push(now);
        windows.set(key, { times, idleAt: now + windowMs }, now);
      }
      const blocking = times[allowed ? 0 : times.length - limit] ?? now;
      return windowState(allowed, limit, times.length, blocking + windowMs, now);
    },
    async windows(key, windows, nowMs) {
      const longest = Math.max(...windows.map(({ windowMs }) => windowMs));
      const times: number[] = several.get(key)?.times ?? [];
      const now = present(times, nowMs);
      while (times[0] !== undefined && times[0] <= now - longest) times.shift();
      // A window is full while the hit that is `limit` hits back is still inside.
      const room = windows.map(({ limit, windowMs }) => (times[times.length - limit] ?? -Infinity) + windowMs);
      const allowed = Math.max(...room) <= now;
      if (allowed) {
        times.push(now);
        several.set(key, { times, idleAt: now + longest }, now);
      }
      return windowsState(allowed, windows, times, now);
    },
    async bucket(key, capacity, refillMs, nowMs) {
      // One number represents the whole bucket (the "theoretical arrival time" of the generic cell rate algorithm).
      const known = Math.max(buckets.get(key)?.fullAt ?? nowMs, nowMs);
      const latest = nowMs + capacity * refillMs;
      const ahead = known > latest + LATE_MS;
      const fullAt = ahead ? latest : known;
      // It refills from now on.
      if (ahead) buckets.set(key, { fullAt, idleAt: fullAt }, nowMs);
      const after = fullAt + refillMs;
      const allowed = after - nowMs <= capacity * refillMs;
      if (allowed) buckets.set(key, { fullAt: after, idleAt: after }, nowMs);
      return bucketState(allowed, capacity, refillMs, allowed ? after : fullAt, nowMs);
    },
    async close() {},
  };
}

/** The time to use for counting; hits too far in the future are moved back to it (LATE_MS). */
function present(times: number[], nowMs: number): number {
  const newest = times.at(-1) ?? nowMs;
  if (newest <= nowMs + LATE_MS) return Math.max(nowMs, newest);
  for (const [at, time] of times.entries()) times[at] = Math.min(time, nowMs);
  return nowMs;
}

class IdleMap<V extends { idleAt: number }> {
  readonly #entries = new Map<string, V>();
  #sweepAt = SWEEP_FROM;

  get(key: string): V | undefined {
    return this.#entries.get(key);
  }

  set(key: string, value: V, now: number): void {
    this.#entries.set(key, value);
    if (this.#entries.size < this.#sweepAt) return;
    for (const [name, entry] of this.#entries) if (entry.idleAt <= now) this.#entries.delete(name);
    // The next sweep comes when the map has doubled, so each call pays for at most two checks of an entry.
    this.#sweepAt = Math.max(SWEEP_FROM, this.#entries.size * 2);
  }
}
