import type { Row } from '../../core/row.ts';
import type { Scope } from '../../core/scope.ts';
import { alike, type Database, type Tx } from '../../core/sql.ts';

/** A clock: how far it is ahead, and where it is going or null, in seconds. */
export type ClockRow = Row<'relogio', { deslocamento_s: number; destino_s: number | null }>;

const UNMOVED: ClockRow = { deslocamento_s: 0, destino_s: null };

export async function readClock(db: Database, scope: Scope): Promise<ClockRow> {
  const [row] = await db.ask<ClockRow>(
    scope,
    (sql, escopo) => sql`
      select r.deslocamento_s, r.destino_s
        from ${escopo}
        join lateral (select * from relogio where ${alike(sql, 'relogio', 'escopo')}) r on true`,
  );
  return row ?? UNMOVED;
}

/** The clock, locked until the transaction ends; the first time it is made. */
export async function lockClock(tx: Tx): Promise<ClockRow> {
  const [row] = await tx.sql<ClockRow[]>`
    insert into relogio ${tx.rows({})}
    on conflict (organizacao_id, ambiente) do update set deslocamento_s = relogio.deslocamento_s
    returning deslocamento_s, destino_s`;
  return row ?? UNMOVED;
}

export async function setDestination(tx: Tx, destino: number): Promise<void> {
  await tx.sql`update relogio set destino_s = ${destino} where ${tx.here()}`;
}

/** Moves the clock on, if it still is where it was read. @returns whether it did */
export async function moveOn(tx: Tx, from: number, seconds: number): Promise<boolean> {
  const moved = await tx.sql`
    update relogio
       set deslocamento_s = ${from + seconds}
     where ${tx.here()} and deslocamento_s = ${from} and destino_s >= ${from + seconds}`;
  return moved.count > 0;
}

/** Notes that all on the way is done, unless the destination was moved meanwhile. @returns whether it is */
export async function arrive(tx: Tx, destino: number): Promise<boolean> {
  const arrived = await tx.sql`
    update relogio
       set destino_s = null
     where ${tx.here()} and deslocamento_s = ${destino} and destino_s = ${destino}`;
  return arrived.count > 0;
}

/** How many documents have an event later than the real time. */
export async function countAhead(tx: Tx): Promise<number> {
  const [row] = await tx.sql<{ total: number }[]>`
    select count(*) as total
      from documento d
      join trilha t on t.documento_id = d.id
     where ${tx.here('d')} and ${tx.here('t')}
       and d.excluido_em is null
       and t.ultimo_em > ${tx.realNow}`;
  return row?.total ?? 0;
}

/** Sets the clock back to the real time, and ends rests that would last until a time it is not going to see soon. */
export async function resetClock(tx: Tx): Promise<void> {
  await tx.sql`update relogio set deslocamento_s = 0, destino_s = null where ${tx.here()}`;
  await tx.sql`update palpite set bloqueado_ate = null where ${tx.here()} and bloqueado_ate > ${tx.realNow}`;
}
