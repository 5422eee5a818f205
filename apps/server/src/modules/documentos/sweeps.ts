import type { Clock } from '../../core/clock.ts';
import type { Logger } from '../../core/log.ts';
import type { Database, Sql } from '../../core/sql.ts';
import { type Due, type DueAt, type Sweep, sweepDue, takeAll } from '../../core/sweep.ts';
import { VARIATIONS_KEPT_MS } from './counter.ts';
import { expireDocumento } from './encerrar.ts';
import type { LinkTokens } from './links.ts';
import { remindPending } from './reminders.ts';

export interface SweepDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly tokens: LinkTokens;
}

const EXPIRY_EVERY_MS = 2_000;
const REMINDER_EVERY_MS = 10_000;
const COUNT_EVERY_MS = 5_000;
const COUNT_BATCH = 10_000;

/** Passed deadlines, due reminders, and the counts of listings. */
export function sweeps({ db, clock, log, tokens }: SweepDeps): Sweep[] {
  return [
    sweepDue(log, {
      name: 'expirar',
      everyMs: EXPIRY_EVERY_MS,
      everywhere: (limit) => db.sql<Due[]>`select * from acesso.vencidos(${clock.now()}, ${limit})`,
      ofTests: ({ organizacaoId, after, until }, limit) => db.sql<DueAt[]>`
        select * from acesso.vencidos_de_teste(${organizacaoId}, ${after}, ${until}, ${limit})`,
      act: (scope, id) => db.write(scope, (tx) => expireDocumento(tx, id)),
    }),
    sweepDue(log, {
      name: 'lembrar',
      everyMs: REMINDER_EVERY_MS,
      everywhere: (limit) => db.sql<Due[]>`select * from acesso.lembretes_devidos(${clock.now()}, ${limit})`,
      ofTests: ({ organizacaoId, after, until }, limit) => db.sql<DueAt[]>`
        select * from acesso.lembretes_de_teste(${organizacaoId}, ${after}, ${until}, ${limit})`,
      act: (scope, id) => db.write(scope, (tx) => remindPending(tx, tokens, id)),
    }),
    { name: 'contar', everyMs: COUNT_EVERY_MS, run: () => foldCounts(db.sql) },
  ];
}

/** Keeps the rows behind the totals few. Correctness does not depend on it. */
async function foldCounts(sql: Sql): Promise<void> {
  await takeAll(COUNT_BATCH, async (limit) => {
    const [row] = await sql<{ total: number }[]>`
      select acesso.dobrar_contagem(${limit}, make_interval(secs => ${VARIATIONS_KEPT_MS / 1000})) as total`;
    return row?.total ?? 0;
  });
}
