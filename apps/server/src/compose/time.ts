import { createFollowingClock, type FollowingClock } from '../core/clock.ts';
import type { Logger } from '../core/log.ts';
import type { Sql } from '../core/sql.ts';

const FOLLOW_EVERY_MS = 2_000;
/** An operator should know: the log, and whoever is outside, are told times of the machine's own clock. */
const WRONG_MS = 5_000;

/** The clock of the database that `sql` speaks with. */
export const databaseClock = (sql: () => Sql): FollowingClock =>
  createFollowingClock(async () => {
    const [row] = await sql()<{ agora: Date }[]>`select clock_timestamp() as agora`;
    return row?.agora ?? new Date(Number.NaN);
  });

/**
 * Has a clock follow the database's for as long as the process lives, and tells when the machine's own is wrong.
 * @returns ends it
 */
export async function keepTime(clock: FollowingClock, log: Logger): Promise<() => Promise<void>> {
  let wrong = false;
  const tell = () => {
    const aheadMs = Math.round(clock.machineAheadMs());
    if (Math.abs(aheadMs) > WRONG_MS && !wrong) log.warn({ aheadMs }, "this machine's clock is not the database's");
    wrong = Math.abs(aheadMs) > WRONG_MS;
  };
  await clock.follow();
  tell();
  let asking = false;
  const ask = async () => {
    if (asking) return;
    asking = true;
    // A database that does not answer is told by whoever needs it for more than the time.
    await clock.follow().then(tell, () => {});
    asking = false;
  };
  const timer = setInterval(() => void ask(), FOLLOW_EVERY_MS);
  return async () => clearInterval(timer);
}
