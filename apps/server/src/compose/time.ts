import { createFollowingClock, type FollowingClock } from '../core/clock.ts';
import { createProbe, type Lifeline, type Line } from '../core/lifeline.ts';
import type { Logger } from '../core/log.ts';
import type { Sql } from '../core/sql.ts';

/** The operator should know: times in the log, and elsewhere outside, come from the machine's own clock. */
const WRONG_MS = 5_000;

interface DatabaseClock extends FollowingClock {
  /** Checks on a new connection whether the database is there. @throws if it is not, or the signal is aborted */
  reach(signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/**
 * The database's clock, read on its own connection so that it never waits for others; after a failure it reconnects.
 * @param open a pool of one connection
 */
export function databaseClock(open: (line: Line) => Sql): DatabaseClock {
  const probe = createProbe();
  let sql: Sql | null = null;
  const close = async () => {
    const ending = sql?.end({ timeout: 0 });
    sql = null;
    await ending;
    probe.end();
  };
  const giveUp = () => void close();
  const ask = async (signal?: AbortSignal) => {
    sql ??= open(probe);
    signal?.addEventListener('abort', giveUp, { once: true });
    try {
      const [row] = await sql<{ moment: Date }[]>`select clock_timestamp() as moment`;
      return row?.moment ?? new Date(Number.NaN);
    } catch (error) {
      giveUp();
      throw error;
    } finally {
      signal?.removeEventListener('abort', giveUp);
    }
  };
  const clock = createFollowingClock(ask);
  const follow = async (signal?: AbortSignal) => {
    // Connecting comes before the answer only, so half of what it takes, which on a busy machine is long, would be the clock's error.
    if (sql === null) await ask(signal);
    await clock.follow(signal);
  };
  const reach = async (signal: AbortSignal) => {
    const own = createProbe();
    const fresh = open(own);
    const end = () => own.end();
    signal.addEventListener('abort', end, { once: true });
    try {
      await fresh`select 1`;
    } finally {
      signal.removeEventListener('abort', end);
      await fresh.end({ timeout: 0 });
      own.end();
    }
  };
  return { ...clock, follow, reach, close };
}

/**
 * Keeps a clock synchronized with the database's for the life of the process, and logs when the machine's own is wrong.
 * The same query shows whether the database is responding.
 * @returns stops it
 */
export async function keepTime(clock: DatabaseClock, line: Lifeline, log: Logger): Promise<() => Promise<void>> {
  let wrong = false;
  const tell = () => {
    const aheadMs = Math.round(clock.machineAheadMs());
    if (Math.abs(aheadMs) > WRONG_MS && !wrong) log.warn({ aheadMs }, "this machine's clock is not the database's");
    wrong = Math.abs(aheadMs) > WRONG_MS;
  };
  await clock.follow();
  tell();
  const end = line.watch((signal) => clock.follow(signal).then(tell), clock.reach);
  return async () => end();
}
