import type { Logger } from '../core/log.ts';
import { type RateLimiter, Unavailable } from '../core/ports.ts';
import { createMemoryLimiter } from './rate-memory.ts';

/** A limiter that counts for several processes, elsewhere. */
export interface SharedLimiter extends RateLimiter {
  /** @throws Unavailable when it cannot count now */
  reachable(): Promise<void>;
}

/** A limiter that goes on alone. */
export interface FallbackLimiter extends RateLimiter {
  /** Whether it counts in this process only, because the shared one does not answer. */
  alone(): boolean;
}

const ASK_AGAIN_MS = 1_000;

/**
 * Counts in the shared limiter and, as soon as that does not answer, in this process: a limit that is kept by each process
 * for itself is better than no service. While it is away nobody waits for it; it is asked once a second whether it is back.
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
