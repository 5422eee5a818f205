import { addDays, dayOf, startOfDay } from '../../core/brasilia.ts';
import type { Clock } from '../../core/clock.ts';
import type { Logger } from '../../core/log.ts';
import type { Columns } from '../../core/row.ts';
import type { Database, Tx } from '../../core/sql.ts';
import { type Due, workThroughDue } from '../../core/sweep.ts';
import { meter } from './medicao.ts';

export interface ClosingDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
}

/** A day or month is closed this long after its end, when no transaction begun within it can still commit. */
export const CLOSING_DELAY_MS = 10 * 60_000;
const MEGABYTE = 1024 * 1024;

/**
 * Measures every past day that was not measured, for every organization: yesterday and, after an outage, earlier days
 * too, as far as their files still exist.
 */
export async function measureStorage({ db, clock, log }: ClosingDeps): Promise<void> {
  const last = addDays(dayOf(new Date(clock.now().getTime() - CLOSING_DELAY_MS)), -1);
  const due = (limit: number) => db.sql<Due[]>`
    select id, id as organizacao_id, 'PRODUCAO' as ambiente
      from acesso.armazenamento_a_medir(${last}, ${limit}) as due (id)`;
  await workThroughDue(log, 'medir-armazenamento', due, async (scope) => {
    while (await db.write(scope, (tx) => measureNextDay(tx, last)));
  });
}

/** Measures the first unmeasured day. @returns whether there is another one up to `last` */
async function measureNextDay(tx: Tx, last: string): Promise<boolean> {
  const [organization] = await tx.sql<Columns<'organizacao', 'armazenamento_ate' | 'criada_em'>[]>`
    select armazenamento_ate, criada_em
      from organizacao
     where id = ${tx.scope.organizacaoId}
       for no key update`;
  if (!organization) return false;
  const { armazenamento_ate, criada_em } = organization;
  const day = armazenamento_ate === null ? dayOf(criada_em) : addDays(armazenamento_ate, 1);
  if (day > last) return false;

  const end = startOfDay(addDays(day, 1));
  const megabytes = Math.ceil((await bytesStored(tx, end)) / MEGABYTE);
  if (megabytes > 0) {
    await meter(tx, {
      tipo: 'ARMAZENAMENTO_MB_DIA',
      quantidade: megabytes,
      referencia: `dia:${day}`,
      descricao: `Armazenamento em ${day.split('-').reverse().join('/')}`,
      // The day's last millisecond, so that it belongs to the day and to its month.
      ocorridoEm: new Date(end.getTime() - 1),
    });
  }
  await tx.sql`update organizacao set armazenamento_ate = ${day} where id = ${tx.scope.organizacaoId}`;
  return day < last;
}

/**
 * Bytes of originals (every version), signed files and certificates stored before an instant and still present. A
 * purged file has no row; a deleted document's files count until they are purged. Uses the indexes from a file to its
 * uses.
 */
async function bytesStored(tx: Tx, before: Date): Promise<number> {
  const [row] = await tx.sql<{ bytes: number }[]>`
    select coalesce(sum(a.tamanho_bytes), 0)::bigint as bytes
      from arquivo a
     where ${tx.here('a')}
       and a.criado_em < ${before}
       and (exists (select from versao v where v.arquivo_id = a.id)
         or exists (select from documento d where d.arquivo_assinado_id = a.id)
         or exists (select from certificado c where c.arquivo_id = a.id))`;
  return row?.bytes ?? 0;
}
