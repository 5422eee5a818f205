import type { Config } from '../config/index.ts';
import { createLifeline, type Line } from '../core/lifeline.ts';
import type { Logger } from '../core/log.ts';
import { createReplicas, type Replicas } from '../core/replicas.ts';
import { APP_ROLE, connect, patienceOf } from '../core/sql.ts';
import { replicasOf } from './database.ts';
import { databaseClock } from './time.ts';

/**
 * The replicas of DATABASE_READ_URL, or null without it. Each has a lifeline of its own, so that one that falls silent ends
 * nothing but the reads it was answering.
 * @param size connections to each, at most
 */
export function openReplicas(config: Config, size: number, log: Logger): Replicas | null {
  const opened = replicasOf(config).map(({ name, options }) => {
    const line = createLifeline(patienceOf(options) * 1000, log.child({ replica: name }));
    // Its time is of no use here: the question shows whether it answers.
    const probe = databaseClock((through: Line) => connect({ ...options, idle_timeout: 0 }, APP_ROLE, 1, through));
    const unwatch = line.watch(probe.follow, probe.reach);
    const sql = connect(options, APP_ROLE, size, line);
    const close = async () => {
      unwatch();
      await Promise.all([probe.close(), sql.end({ timeout: 1 })]);
    };
    return { name, sql, close };
  });
  if (opened.length === 0) return null;
  return createReplicas(opened, log, async () => {
    await Promise.all(opened.map(({ close }) => close()));
  });
}
