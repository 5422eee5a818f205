import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMemoryLimiter } from '../../src/adapters/rate-memory.ts';
import { createRedisLimiter } from '../../src/adapters/rate-redis.ts';
import { type RateLimiter, Unavailable, type WindowState } from '../../src/core/ports.ts';
import { type RedisPeer, startRedis } from './redis-peer.ts';

const START = 1_763_726_000_123;
let keys = 0;
const freshKey = () => `k${++keys}-${process.pid}`;

/** The plainest sliding window: every counted hit is kept for ever. */
class NaiveWindow {
  readonly #hits: number[] = [];
  hit(
    limit: number,
    windowMs: number,
    now: number,
  ): Pick<WindowState, 'allowed' | 'remaining' | 'retryAfter' | 'resetAt'> {
    const inside = this.#hits.filter((time) => time > now - windowMs);
    const allowed = inside.length < limit;
    if (allowed) this.#hits.push(now);
    const first = inside[0] ?? now;
    return {
      allowed,
      remaining: allowed ? limit - inside.length - 1 : 0,
      resetAt: Math.ceil((first + windowMs) / 1000),
      retryAfter: allowed ? 0 : Math.ceil((first + windowMs - now) / 1000),
    };
  }
}

/** The plainest bucket: it is refilled token by token. */
class NaiveBucket {
  #tokens: number;
  #regained: number | null = null;
  readonly #capacity: number;
  constructor(capacity: number) {
    this.#tokens = capacity;
    this.#capacity = capacity;
  }
  take(refillMs: number, now: number): Pick<WindowState, 'allowed' | 'remaining' | 'retryAfter'> {
    while (this.#regained !== null && this.#tokens < this.#capacity && this.#regained + refillMs <= now) {
      this.#tokens++;
      this.#regained += refillMs;
    }
    if (this.#tokens === this.#capacity) this.#regained = now;
    const allowed = this.#tokens > 0;
    if (allowed) this.#tokens--;
    const next = (this.#regained ?? now) + refillMs;
    return { allowed, remaining: this.#tokens, retryAfter: allowed ? 0 : Math.ceil((next - now) / 1000) };
  }
}

const limiters: Record<string, RateLimiter> = {};
let redis: RedisPeer;

beforeAll(async () => {
  limiters.memory = createMemoryLimiter();
  redis = await startRedis();
  limiters.Redis = createRedisLimiter(redis.socket);
});

afterAll(async () => {
  for (const limiter of Object.values(limiters)) await limiter.close();
  await redis.stop();
});

describe.each(['memory', 'Redis'])('rate limiter: %s', (name) => {
  const limiter = () => limiters[name] as RateLimiter;

  it('lets exactly the limit through in any window, however the hits are spread', async () => {
    const key = freshKey();
    let allowed = 0;
    // 120 hits in 59.9 s across the turn of a minute: a fixed window would let 119 of them through.
    for (let i = 0; i < 120; i++) {
      const state = await limiter().window(key, 60, 60_000, START + i * 500 + (i % 2));
      if (state.allowed) allowed++;
    }
    expect(allowed).toBe(60);
  });

  it('says exactly when there is room again, and there is', async () => {
    const key = freshKey();
    expect(await limiter().window(key, 2, 10_000, START)).toMatchObject({ allowed: true, remaining: 1, retryAfter: 0 });
    await limiter().window(key, 2, 10_000, START + 3_000);
    const refused = await limiter().window(key, 2, 10_000, START + 4_500);
    expect(refused).toEqual({
      allowed: false,
      limit: 2,
      remaining: 0,
      retryAfter: 6,
      resetAt: Math.ceil((START + 10_000) / 1000),
    });
    expect((await limiter().window(key, 2, 10_000, START + 9_999)).allowed).toBe(false);
    expect((await limiter().window(key, 2, 10_000, START + 10_000)).allowed).toBe(true);
  });

  it('does not count a refused hit', async () => {
    const key = freshKey();
    await limiter().window(key, 1, 1_000, START);
    for (let i = 1; i < 10; i++) expect((await limiter().window(key, 1, 1_000, START + i * 100)).allowed).toBe(false);
    expect((await limiter().window(key, 1, 1_000, START + 1_000)).allowed).toBe(true);
  });

  describe('over several windows at once', () => {
    const bounds = [
      { limit: 5, windowMs: 100_000 },
      { limit: 2, windowMs: 10_000 },
    ];

    it('lets exactly each limit through, and says when all have room', async () => {
      const key = freshKey();
      const hit = (after: number) => limiter().windows(key, bounds, START + after);
      const until = (after: number) => Math.ceil((START + after) / 1000);
      const told = { limit: 2, resetAt: until(10_000) };
      expect(await hit(0)).toEqual({ ...told, allowed: true, remaining: 1, retryAfter: 0 });
      expect(await hit(1_000)).toEqual({ ...told, allowed: true, remaining: 0, retryAfter: 0 });
      expect(await hit(2_500)).toEqual({ ...told, allowed: false, remaining: 0, retryAfter: 8 });
      expect(await hit(9_999)).toMatchObject({ allowed: false });
      expect(await hit(10_000)).toMatchObject({ allowed: true });
      expect(await hit(20_000)).toMatchObject({ allowed: true });
      expect(await hit(30_000)).toMatchObject({ allowed: true });
      const full = { limit: 5, resetAt: until(100_000) };
      expect(await hit(50_000)).toEqual({ ...full, allowed: false, remaining: 0, retryAfter: 50 });
      expect(await hit(100_000)).toMatchObject({ allowed: true });
    });

    it('counts in none of them what one of them refuses', async () => {
      const key = freshKey();
      for (const after of [0, 20_000, 40_000, 60_000, 80_000]) await limiter().windows(key, bounds, START + after);
      for (let after = 95_000; after < 100_000; after += 1_000) {
        expect((await limiter().windows(key, bounds, START + after)).allowed).toBe(false);
      }
      expect((await limiter().windows(key, bounds, START + 100_000)).allowed).toBe(true);
    });

    it('never lets more through at once', async () => {
      const key = freshKey();
      const states = await Promise.all(Array.from({ length: 20 }, () => limiter().windows(key, bounds, START)));
      expect(states.filter(({ allowed }) => allowed)).toHaveLength(2);
    });
  });

  it('keeps keys apart, and windows from buckets', async () => {
    const key = freshKey();
    expect((await limiter().window(key, 1, 1_000, START)).allowed).toBe(true);
    expect((await limiter().window(`${key}'`, 1, 1_000, START)).allowed).toBe(true);
    expect((await limiter().bucket(key, 1, 1_000, START)).allowed).toBe(true);
    expect((await limiter().bucket(key, 1, 1_000, START)).allowed).toBe(false);
  });

  it('never lets more than the limit through at once', async () => {
    const key = freshKey();
    const states = await Promise.all(Array.from({ length: 50 }, () => limiter().window(key, 7, 1_000, START)));
    expect(states.filter((state) => state.allowed)).toHaveLength(7);
  });

  it('survives a clock that steps back', async () => {
    const key = freshKey();
    await limiter().window(key, 2, 1_000, START);
    expect(await limiter().window(key, 2, 1_000, START - 5_000)).toMatchObject({ allowed: true, remaining: 0 });
    expect((await limiter().window(key, 2, 1_000, START + 999)).allowed).toBe(false);
    expect((await limiter().window(key, 2, 1_000, START + 1_000)).allowed).toBe(true);
  });

  it('shuts nobody out for longer than its windows after a clock that was an hour ahead', async () => {
    const hour = 3_600_000;
    const [one, several, bucket] = [freshKey(), freshKey(), freshKey()];
    const bounds = [{ limit: 2, windowMs: 1_000 }];
    for (let n = 0; n < 2; n += 1) {
      await limiter().window(one, 2, 1_000, START + hour);
      await limiter().windows(several, bounds, START + hour);
      await limiter().bucket(bucket, 2, 1_000, START + hour);
    }
    expect(await limiter().window(one, 2, 1_000, START)).toMatchObject({ allowed: false, retryAfter: 1 });
    const resetAt = Math.ceil((START + 1_000) / 1000);
    const shut = { allowed: false, limit: 2, remaining: 0, resetAt, retryAfter: 1 };
    expect(await limiter().windows(several, bounds, START)).toEqual(shut);
    expect(await limiter().bucket(bucket, 2, 1_000, START)).toMatchObject({ allowed: false, retryAfter: 1 });
    expect((await limiter().window(one, 2, 1_000, START + 1_000)).allowed).toBe(true);
    expect((await limiter().windows(several, bounds, START + 1_000)).allowed).toBe(true);
    expect((await limiter().bucket(bucket, 2, 1_000, START + 1_000)).allowed).toBe(true);
  });

  const steps = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 3_000 })), { minLength: 1, maxLength: 60 });

  it('is the naive sliding window', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 5_000 }),
        steps,
        async (limit, windowMs, waits) => {
          const key = freshKey();
          const model = new NaiveWindow();
          let now = START;
          for (const wait of waits) {
            now += wait;
            expect(await limiter().window(key, limit, windowMs, now)).toMatchObject(model.hit(limit, windowMs, now));
          }
        },
      ),
      { numRuns: name === 'memory' ? 500 : 60 },
    );
  });

  it('is the naive token bucket', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 4_000 }),
        steps,
        async (capacity, refillMs, waits) => {
          const key = freshKey();
          const model = new NaiveBucket(capacity);
          let now = START;
          for (const wait of waits) {
            now += wait;
            expect(await limiter().bucket(key, capacity, refillMs, now)).toMatchObject(model.take(refillMs, now));
          }
        },
      ),
      { numRuns: name === 'memory' ? 500 : 60 },
    );
  });
});

/** What is still in use once the garbage is gone, of which a worker of many files may hold any amount. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

describe('rate limiter in memory', () => {
  it('forgets idle keys: a million callers of one hit each stay within a few megabytes', async () => {
    const limiter = createMemoryLimiter();
    const before = heldBytes();
    for (let i = 0; i < 1_000_000; i++) await limiter.window(`ip:${i}`, 60, 60_000, START + i * 100);
    expect(heldBytes() - before).toBeLessThan(8 * 1024 * 1024);
    expect((await limiter.window('ip:999999', 2, 60_000, START + 999_999 * 100)).remaining).toBe(0);
  });
});

describe('rate limiter in Redis', () => {
  it('is unavailable when nobody answers', async () => {
    const limiter = createRedisLimiter('redis://127.0.0.1:1');
    await expect(limiter.window('x', 1, 1_000, START)).rejects.toBeInstanceOf(Unavailable);
    await limiter.close();
  });
});
