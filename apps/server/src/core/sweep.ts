import type { Logger } from './log.ts';
import { type Scope, scopeOf } from './scope.ts';

/**
 * Work driven by the state of rows instead of by a message: it looks for due rows, so it automatically catches up on
 * whatever fell due while no process was running.
 */
export interface Sweep {
  readonly name: string;
  readonly everyMs: number;
  run(): Promise<void>;
  /** Where the rows fall due by their organization's time, what its clock asks when it is moved. */
  readonly due?: DueWork;
}

/** Rows that fall due at a moment of their organization's time. */
export interface DueWork {
  readonly name: string;
  readonly everyMs: number;
  /** Rows that are due now, of every organization by its own time. */
  readonly everywhere: (limit: number) => PromiseLike<readonly Due[]>;
  /** Rows of an organization's test data that fall due after one moment of its clock and until another, soonest first. */
  readonly ofTests: (between: Between, limit: number) => PromiseLike<readonly DueAt[]>;
  readonly act: Act;
}

/** A stretch of the time of an organization's test data, the earlier end not included. */
export interface Between {
  readonly organizacaoId: string;
  readonly after: Date;
  readonly until: Date;
}

/** A row found due by a lookup outside any scope. */
export interface Due {
  readonly id: string;
  readonly organizacao_id: string;
  readonly ambiente: Scope['ambiente'];
}

/** A row of test data, with the moment at which it falls due. */
export interface DueAt extends Due {
  readonly em: Date;
}

/** Handles one due row; it opens its own transactions. */
export type Act = (scope: Scope, id: string) => Promise<unknown>;

/** Rows per lookup; few enough that rows falling due meanwhile do not wait long for the next one. */
const BATCH = 100;

/** Handles each row separately. A failure is logged and does not affect the others. @returns the number of failures */
export async function workThrough(log: Logger, sweep: string, due: readonly Due[], act: Act): Promise<number> {
  let failed = 0;
  for (const { id, organizacao_id: organizacaoId, ambiente } of due) {
    try {
      await act(scopeOf(organizacaoId, ambiente), id);
    } catch (error) {
      failed += 1;
      log.error({ err: error, sweep, id, organizacaoId }, 'what is due was left for the next run');
    }
  }
  return failed;
}

/**
 * Handles everything a lookup finds due until nothing is left. After a failure the lookup would find the same row
 * again, so the rest is left to the next run.
 * @param find returns up to `limit` rows
 */
export async function workThroughDue(
  log: Logger,
  sweep: string,
  find: (limit: number) => PromiseLike<readonly Due[]>,
  act: Act,
): Promise<void> {
  for (;;) {
    const due = await find(BATCH);
    const failed = await workThrough(log, sweep, due, act);
    if (due.length < BATCH || failed > 0) return;
  }
}

/** Handles rows as they fall due. */
export const sweepDue = (log: Logger, due: DueWork): Sweep => ({
  name: due.name,
  everyMs: due.everyMs,
  run: () => workThroughDue(log, due.name, due.everywhere, due.act),
  due,
});

/** Takes up to `limit` rows at a time until fewer are left. @returns the total number taken */
export async function takeAll(limit: number, take: (limit: number) => Promise<number>): Promise<number> {
  let taken = 0;
  for (;;) {
    const now = await take(limit);
    taken += now;
    if (now < limit) return taken;
  }
}
