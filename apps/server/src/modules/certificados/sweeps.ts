import { COMPLETION_ALARM_MS } from '@rubrica/contract';
import type { Clock } from '../../core/clock.ts';
import type { Logger } from '../../core/log.ts';
import type { Scope } from '../../core/scope.ts';
import type { Database } from '../../core/sql.ts';
import { type Due, type Sweep, workThrough } from '../../core/sweep.ts';

export interface SweepDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly complete: (scope: Scope, documentoId: string) => Promise<void>;
}

const RECOVERY_EVERY_MS = 20_000;

/** Completes what its job did not finish: an emptied queue must not leave a signed document incomplete. */
export function sweeps({ db, clock, log, complete }: SweepDeps): Sweep[] {
  const name = 'concluir';
  return [
    {
      name,
      everyMs: RECOVERY_EVERY_MS,
      async run() {
        const since = new Date(clock.now().getTime() - COMPLETION_ALARM_MS);
        const stuck = await db.sql<Due[]>`select * from acesso.a_concluir(${since})`;
        if (stuck.length === 0) return;
        log.error({ total: stuck.length }, 'ALARM: documents signed by everyone for over six minutes and not complete');
        // One pass over the list: what could not be completed just now cannot be completed immediately afterwards
        // either.
        await workThrough(log, name, stuck, complete);
      },
    },
  ];
}
