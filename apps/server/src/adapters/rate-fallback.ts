import type { Logger } from '../core/log.ts';
import { type RateLimiter, Unavailable } from '../core/ports.ts';
import { createMemoryLimiter } from './rate-memory.ts';

/** A rate limiter shared by several processes. */
export interface SharedLimiter extends RateLimiter {
  /** @throws Unavailable if it cannot count at the moment */
  reachable(): Promise<void>;
}

/** A rate limiter that also works alone. */
export interface FallbackLimiter extends RateLimiter {
  /** Whether it counts only in this process, because the shared one is not responding. */
  alone(): boolean;
}

const ASK_AGAIN_MS = 1_000;

/**
 * Counts in the shared limiter and, as soon as that does not respond, in this process: limits per process are better
 * than no service. While the shared one is down, calls do not wait for it; it is checked once a second.
 */
export function createFallbackLimiter(shared: SharedLimiter, log: Logger): FallbackLimiter {
  const own = createMemoryLimiter();
  let asking: NodeJS.Timeout | null = null;

  const askAgain = () => {
    asking = setTimeout(async () => {
      const back = await shared.reachable().then(
        () => true,
        () => false,
      );
      if (asking === null) return;
      if (!back) return askAgain();
      asking = null;
      log.info('limits are shared again');
    }, ASK_AGAIN_MS);
    asking.unref();
  };

  async function count<T>(by: (limiter: RateLimiter) => Promise<T>): Promise<T> {
    if (asking !== null) return by(own);
    try {
      return await by(shared);
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      if (asking === null) {
        log.error({ err: error }, 'limits are counted in this process alone');
        askAgain();
      }
      return by(own);
    }
  }

  return {
    window: (...asked) => count((limiter) => limiter.window(...asked)),
    windows: (...asked) => count((limiter) => limiter.windows(...asked)),
    bucket: (...asked) => count((limiter) => limiter.bucket(...asked)),
    alone: () => asking !== null,
    async close() {
      if (asking !== null) clearTimeout(asking);
      asking = null;
      await Promise.all([shared.close(), own.close()]);
    },
  };
}
