import type { Logger } from '../core/log.ts';
import type { Metrics } from '../core/metrics/index.ts';
import type { Sql } from '../core/sql.ts';
import type { Sweep } from '../core/sweep.ts';

/** Shorter pauses save a test less than a second, and cost every idle service of a run. */
const SHORTEST_MS = 1_000;

/**
 * Runs each sweep at its interval, in one process at a time: an advisory lock per sweep, held for the duration of a
 * run.
 * @param locks a pool of one connection used for nothing else. The locks belong to its session; if they were held on
 * connections of the pool the sweeps read from, as many sweeps as it has connections would deadlock.
 * @param haste divides the intervals between runs, down to a second; used only by tests
 * @returns a function that stops the sweeps and waits for the one in progress.
 */
export function startSweeps(
  locks: Sql,
  sweeps: readonly Sweep[],
  log: Logger,
  metrics: Metrics,
  haste = 1,
): () => Promise<void> {
  let stopped = false;
  const timers = new Map<string, NodeJS.Timeout>();
  const running = new Set<Promise<void>>();

  async function once(sweep: Sweep): Promise<void> {
    const name = `sweep:${sweep.name}`;
    const [lock] = await locks`select pg_try_advisory_lock(hashtext(${name})) as held`;
    if (!lock?.held) return;
    try {
      await sweep.run();
      metrics.count('rubrica_sweep_runs_total', { sweep: sweep.name, outcome: 'done' });
    } catch (error) {
      metrics.count('rubrica_sweep_runs_total', { sweep: sweep.name, outcome: 'failed' });
      throw error;
    } finally {
      await locks`select pg_advisory_unlock(hashtext(${name}))`;
    }
  }

  function schedule(sweep: Sweep, delayMs: number): void {
    if (stopped) return;
    const timer = setTimeout(() => {
      const run = once(sweep)
        .catch((error) => log.error({ err: error, sweep: sweep.name }, 'sweep failed'))
        .finally(() => {
          running.delete(run);
          schedule(sweep, Math.max(sweep.everyMs / haste, Math.min(sweep.everyMs, SHORTEST_MS)));
        });
      running.add(run);
    }, delayMs);
    timers.set(sweep.name, timer);
  }

  for (const sweep of sweeps) schedule(sweep, 0);
  return async () => {
    stopped = true;
    for (const timer of timers.values()) clearTimeout(timer);
    await Promise.all(running);
  };
}
