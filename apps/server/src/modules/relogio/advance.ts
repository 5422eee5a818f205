import { setTimeout as delay } from 'node:timers/promises';
import { CLOCK_STOPS_MAX } from '@rubrica/contract';
import type { WaitingJobs } from '../../core/job.ts';
import type { Logger } from '../../core/log.ts';
import type { Scope } from '../../core/scope.ts';
import type { Database } from '../../core/sql.ts';
import { type DueWork, workThroughDue } from '../../core/sweep.ts';
import { QUEUES } from './queues.ts';
import { arrive, moveOn, readClock } from './store.ts';

export interface AdvanceDeps {
  readonly db: Database;
  readonly log: Logger;
  readonly queue: WaitingJobs;
  /** What falls due by itself, in the order in which things due at one moment are done. */
  readonly due: readonly DueWork[];
}

/** How often to look whether the jobs of the scope are done. */
const LOOK_MS = 10;
const EVER = new Date(0);

/**
 * Takes a clock to its destination: from one moment at which something falls due to the next, doing what is due before
 * moving on. Every move is conditional on the one before, so a run that dies is repeated where it stopped and two at once
 * do no harm.
 * @param signal aborted when the process is to end; the job is then repeated
 */
export async function advance(deps: AdvanceDeps, scope: Scope, signal: AbortSignal): Promise<void> {
  for (let stops = 0; ; stops += 1) {
    const { deslocamento_s: from, destino_s: destino } = await readClock(deps.db, scope);
    if (destino === null) return;
    await workThroughAll(deps, scope);
    const nextJobInS = await untilQuiet(deps, scope, signal);
    if (from === destino) {
      if (await deps.db.write(scope, (tx) => arrive(tx, destino))) return;
      continue;
    }
    const left = destino - from;
    const step = stops < CLOCK_STOPS_MAX ? await nextStop(deps, scope, left, nextJobInS) : left;
    await deps.db.write(
      scope,
      async (tx) => {
        if (await moveOn(tx, from, step)) await deps.queue.bringForward(tx.sql, scope, step);
      },
      { movesClock: true },
    );
    deps.queue.wake();
  }
}

/** Handles the rows that are due now. */
async function workThroughAll({ db, log, due }: AdvanceDeps, scope: Scope): Promise<void> {
  const { organizacaoId } = scope;
  for (const { name, ofTests, act } of due) {
    const find = async (limit: number) => {
      const { now } = await db.time(scope);
      return ofTests({ organizacaoId, after: EVER, until: now }, limit);
    };
    await workThroughDue(log, name, find, act);
  }
}

/** Waits until no job of the scope may run. @returns in how many seconds the next may, or null if none waits */
async function untilQuiet({ db, queue }: AdvanceDeps, scope: Scope, signal: AbortSignal): Promise<number | null> {
  for (;;) {
    const { busy, nextInS } = await queue.waiting(db.sql, scope, QUEUES.ADVANCE.name);
    if (!busy) return nextInS;
    await delay(LOOK_MS, undefined, { signal });
  }
}

/** How many seconds to move on: to the first moment at which something falls due, or all that is left. */
async function nextStop(
  { db, due }: AdvanceDeps,
  scope: Scope,
  left: number,
  nextJobInS: number | null,
): Promise<number> {
  const { organizacaoId } = scope;
  const { now } = await db.time(scope);
  const until = new Date(now.getTime() + left * 1000);
  const first = await Promise.all(due.map(({ ofTests }) => ofTests({ organizacaoId, after: now, until }, 1)));
  const seconds = first.flatMap(([row]) => (row ? [Math.ceil((row.em.getTime() - now.getTime()) / 1000)] : []));
  return Math.max(1, Math.min(left, ...seconds, nextJobInS ?? left));
}
