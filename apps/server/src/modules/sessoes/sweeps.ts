import type { Clock } from '../../core/clock.ts';
import type { Logger } from '../../core/log.ts';
import type { Database } from '../../core/sql.ts';
import { type Due, type Sweep, workThroughDue } from '../../core/sweep.ts';
import { closeForGood } from './organizacao.ts';

export interface SweepDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Looks at an index and finds nothing to do on all but one run of a month. */
const CLOSING_EVERY_MS = 10_000;
const HOURLY_MS = 3600_000;
/** Challenges and reset links that are over stay a day, so that an operator can still see them. */
const LEFTOVERS_MS = 24 * 3600_000;

/** Organizations whose grace is over, and what accounts leave. */
export function sweeps({ db, clock, log }: SweepDeps): Sweep[] {
  const toClose = (limit: number) => db.sql<Due[]>`
    select id, id as organizacao_id, 'PRODUCAO' as ambiente
      from acesso.encerramentos_devidos(${clock.now()}, ${limit}) as due (id)`;
  return [
    {
      name: 'encerrar-organizacoes',
      everyMs: CLOSING_EVERY_MS,
      run: () => workThroughDue(log, 'encerrar-organizacoes', toClose, (scope) => db.write(scope, closeForGood)),
    },
    {
      name: 'limpar-contas',
      everyMs: HOURLY_MS,
      async run() {
        await db.sql`select acesso.limpar_contas(${new Date(clock.now().getTime() - LEFTOVERS_MS)})`;
      },
    },
  ];
}
