import type { Clock } from '../../core/clock.ts';
import type { Logger } from '../../core/log.ts';
import type { Database } from '../../core/sql.ts';
import { type Due, type Sweep, workThroughDue } from '../../core/sweep.ts';
import type { ReadDayHead } from '../registro/index.ts';
import { createHeadTeller } from './log-head.ts';
import { closeForGood } from './organizacao.ts';

export interface SweepDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly readDayHead: ReadDayHead;
}

/** Reads an index and has nothing to do on all but one run a month. */
const CLOSING_EVERY_MS = 10_000;
const MINUTE_MS = 60_000;
const HOURLY_MS = 3600_000;
/** Expired challenges and reset links are kept for a day, so that an operator can still see them. */
const LEFTOVERS_MS = 24 * 3600_000;

/** Organizations whose grace period is over, and expired rows of accounts. */
export function sweeps({ db, clock, log, readDayHead }: SweepDeps): Sweep[] {
  const toClose = (limit: number) => db.sql<Due[]>`
    select id, id as organizacao_id, 'PRODUCAO' as ambiente
      from acesso.encerramentos_devidos(${clock.now()}, ${limit}) as due (id)`;
  return [
    { name: 'avisar-do-registro', everyMs: MINUTE_MS, run: createHeadTeller(db, readDayHead) },
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
