import { randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';

/** What a Redis does with a key that counts nothing, and what it says of itself; null where it does not. */
export interface RedisTrial {
  readonly same: boolean;
  readonly version: string | null;
  /** What it does when its memory is full: `noeviction`, `allkeys-lru`. */
  readonly policy: string | null;
  /** In bytes; no limit is 0. */
  readonly memory: { readonly used: number; readonly limit: number } | null;
  /** `master`, or `slave`, which takes no writes. */
  readonly role: string | null;
}

/** The key expires by itself if it cannot be deleted. */
const EXPIRES_MS = 10_000;

/**
 * Writes a key, reads it back, and asks for version and memory.
 * @throws Error with what went wrong, the signal's reason when that is aborted
 */
export async function tryRedis(url: string, signal: AbortSignal): Promise<RedisTrial> {
  const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 0, retryStrategy: () => null });
  let failure: Error | undefined;
  redis.on('error', (error) => {
    failure = error;
  });
  const abort = () => redis.disconnect();
  signal.addEventListener('abort', abort, { once: true });
  try {
    await redis.connect();
    await redis.ping();
    const value = randomBytes(16).toString('hex');
    const key = `rubrica:trial:${value}`;
    await redis.set(key, value, 'PX', EXPIRES_MS);
    const same = (await redis.get(key)) === value;
    await redis.del(key);
    const info = await redis.info().catch(() => '');
    const told = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? null;
    const [used, limit] = [told('used_memory'), told('maxmemory')];
    return {
      same,
      version: told('redis_version'),
      policy: told('maxmemory_policy'),
      memory: used === null || limit === null ? null : { used: Number(used), limit: Number(limit) },
      role: told('role'),
    };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    // "Connection is closed" says nothing; what closed it came before.
    throw failure ?? error;
  } finally {
    signal.removeEventListener('abort', abort);
    redis.disconnect();
  }
}
