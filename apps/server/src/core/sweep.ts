import type { Logger } from './log.ts';
import { type Scope, scopeOf } from './scope.ts';

/**
 * Work driven by the state of rows instead of by a message: it looks for what is due, so it makes up by itself for
 * whatever fell due while no process was running.
 */
export interface Sweep {
  readonly name: string;
  readonly everyMs: number;
  run(): Promise<void>;
}

/** A row that a lookup outside any scope names as due. */
export interface Due {
  readonly id: string;
  readonly organizacao_id: string;
  readonly ambiente: Scope['ambiente'];
}

/** What to do about one due row; it makes its own transactions. */
export type Act = (scope: Scope, id: string) => Promise<unknown>;

/** Rows that one lookup names; small enough that what falls due meanwhile does not wait long for the next. */
const BATCH = 100;

/** Acts on each row by itself. One that fails is logged and keeps no other from its turn. @returns how many failed */
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
 * Acts on everything a lookup names as due until none is left. Once one failed, the lookup would name it again, so the
 * rest is left to the next run.
 * @param find names up to `limit` rows
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

/** Takes up to `limit` rows at a time until fewer are left. @returns how many were taken in all */
export async function takeAll(limit: number, take: (limit: number) => Promise<number>): Promise<number> {
  let taken = 0;
  for (;;) {
    const now = await take(limit);
    taken += now;
    if (now < limit) return taken;
  }
}
