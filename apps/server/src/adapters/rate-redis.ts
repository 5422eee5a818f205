import { Redis } from 'ioredis';
import { Unavailable } from '../core/ports.ts';
import type { SharedLimiter } from './rate-fallback.ts';
import { bucketState, LATE_MS, windowState, windowsState } from './rate-state.ts';

const PREFIX = 'rubrica:limite:';
const COMMAND_MS = 1_000;

/** Redis expires keys by its own clock, but hits are judged by the callers'; the difference must not lose a count. */
const GRACE_MS = 60_000;

/** The time to use for counting, in `now`; hits too far in the future are moved back to it (LATE_MS). */
const PRESENT = `local newest = tonumber(redis.call('LINDEX', KEYS[1], 0) or now)
if newest > now + ${LATE_MS} then
  local at, hit = 0, newest
  while hit and tonumber(hit) > now do
    redis.call('LSET', KEYS[1], at, string.format('%.0f', now))
    at = at + 1
    hit = redis.call('LINDEX', KEYS[1], at)
  end
elseif newest > now then now = newest end
`;

/** A list of hit times, newest first. Returns { allowed, count, time of the blocking hit, now }. */
const WINDOW = `
local limit, window, now = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
${PRESENT}local oldest = redis.call('LINDEX', KEYS[1], -1)
while oldest and tonumber(oldest) <= now - window do
  redis.call('RPOP', KEYS[1])
  oldest = redis.call('LINDEX', KEYS[1], -1)
end
local count = redis.call('LLEN', KEYS[1])
local text = string.format('%.0f', now)
if count < limit then
  redis.call('LPUSH', KEYS[1], text)
  redis.call('PEXPIRE', KEYS[1], window + ${GRACE_MS})
  return { 1, count + 1, oldest or text, text }
end
return { 0, count, redis.call('LINDEX', KEYS[1], limit - 1) or text, text }
`;

/**
 * A list of hit times, newest first; ARGV: now, then limit and length of each window, the longest first. A window is
 * full while the hit that is `limit` hits back is still inside. Returns { allowed, now, the counted hits, newest first
 * }.
 */
const WINDOWS = `
local now = tonumber(ARGV[1])
${PRESENT}local longest, room = tonumber(ARGV[3]), now
local oldest = redis.call('LINDEX', KEYS[1], -1)
while oldest and tonumber(oldest) <= now - longest do
  redis.call('RPOP', KEYS[1])
  oldest = redis.call('LINDEX', KEYS[1], -1)
end
for at = 2, #ARGV, 2 do
  local hit = redis.call('LINDEX', KEYS[1], tonumber(ARGV[at]) - 1)
  if hit then room = math.max(room, tonumber(hit) + tonumber(ARGV[at + 1])) end
end
local text = string.format('%.0f', now)
local answer = { 0, text }
if room <= now then
  answer[1] = 1
  redis.call('LPUSH', KEYS[1], text)
  redis.call('PEXPIRE', KEYS[1], longest + ${GRACE_MS})
end
for at = 0, redis.call('LLEN', KEYS[1]) - 1 do answer[at + 3] = redis.call('LINDEX', KEYS[1], at) end
return answer
`;

/** The time at which the bucket is full again. Returns { allowed, that time }. */
const BUCKET = `
local capacity, refill, now = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local full = tonumber(redis.call('GET', KEYS[1]) or now)
if full < now then full = now end
local latest = now + capacity * refill
if full > latest + ${LATE_MS} then
  full = latest
  redis.call('SET', KEYS[1], string.format('%.0f', full), 'PX', math.max(1, full - now) + ${GRACE_MS})
end
local after = full + refill
if after - now <= capacity * refill then
  redis.call('SET', KEYS[1], string.format('%.0f', after), 'PX', math.max(1, after - now) + ${GRACE_MS})
  return { 1, string.format('%.0f', after) }
end
return { 0, string.format('%.0f', full) }
`;

type Script<Answer> = (key: string, ...values: number[]) => Promise<Answer>;

/**
 * Limits shared by all machines of the service; each call is one script that Redis runs atomically. The machines use
 * the database's clock (core/clock.ts).
 *
 * @throws Unavailable if Redis does not respond within a second
 */
export function createRedisLimiter(url: string): SharedLimiter {
  const redis = new Redis(url, { commandTimeout: COMMAND_MS, maxRetriesPerRequest: 1 });
  // Without a listener a lost connection would end the process; each command reports its own failure below.
  redis.on('error', () => {});
  redis.defineCommand('rubricaWindow', { numberOfKeys: 1, lua: WINDOW });
  redis.defineCommand('rubricaWindows', { numberOfKeys: 1, lua: WINDOWS });
  redis.defineCommand('rubricaBucket', { numberOfKeys: 1, lua: BUCKET });
  const scripts = redis as unknown as {
    rubricaWindow: Script<[number, number, string, string]>;
    rubricaWindows: Script<[number, string, ...string[]]>;
    rubricaBucket: Script<[number, string]>;
  };
  return {
    async window(key, limit, windowMs, nowMs) {
      const answer = await scripts.rubricaWindow(`${PREFIX}j:${key}`, limit, windowMs, nowMs).catch(unavailable);
      const [allowed, count, blocking, now] = answer;
      return windowState(allowed === 1, limit, count, Number(blocking) + windowMs, Number(now));
    },
    async windows(key, windows, nowMs) {
      const bounds = windows.flatMap(({ limit, windowMs }) => [limit, windowMs]);
      const answer = await scripts.rubricaWindows(`${PREFIX}v:${key}`, nowMs, ...bounds).catch(unavailable);
      const [allowed, now, ...hits] = answer;
      return windowsState(allowed === 1, windows, hits.map(Number).reverse(), Number(now));
    },
    async bucket(key, capacity, refillMs, nowMs) {
      const answer = await scripts.rubricaBucket(`${PREFIX}b:${key}`, capacity, refillMs, nowMs).catch(unavailable);
      const [allowed, fullAt] = answer;
      return bucketState(allowed === 1, capacity, refillMs, Number(fullAt), nowMs);
    },
    async reachable() {
      await redis.ping().catch(unavailable);
    },
    async close() {
      // While reconnecting there is no connection on which to say QUIT.
      if (redis.status === 'ready') await redis.quit().catch(() => {});
      redis.disconnect();
    },
  };
}

function unavailable(cause: unknown): never {
  throw new Unavailable(`redis: ${cause instanceof Error ? cause.message : cause}`, { cause });
}
