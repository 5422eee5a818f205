import { EVENTS_SERVED_MS, type EventoWebhook } from '@rubrica/contract';
import type { Columns } from '../../core/row.ts';
import type { Fragment, Tx } from '../../core/sql.ts';
import type { EventRow } from './present.ts';

/** What a reader of the feed asks for. */
export interface EventFilters {
  readonly tipo: EventoWebhook | null;
  readonly documentoId: string | null;
  readonly desde: Date | null;
  /** Number of the event after which it goes on; 0 from the beginning. */
  readonly apos: number;
}

export type NumberedEvent = EventRow & { posicao: number };

/** Events of documents, numbered, of the last thirty days: a test is its webhook's alone. */
const served = ({ sql, now, here }: Tx): Fragment => sql`
  ${here()}
  and posicao is not null
  and documento_id is not null
  and ocorrido_em > ${new Date(now.getTime() - EVENTS_SERVED_MS)}`;

const passing = (tx: Tx, { tipo, documentoId, desde, apos }: EventFilters): Fragment => {
  const { sql } = tx;
  return sql`
    ${served(tx)}
    and posicao > ${apos}
    ${tipo === null ? sql`` : sql`and evento = ${tipo}`}
    ${documentoId === null ? sql`` : sql`and documento_id = ${documentoId}`}
    ${desde === null ? sql`` : sql`and ocorrido_em >= ${desde}`}`;
};

/** One page by number. Relies on the index evento_saida_feed, or of one document on that of its events. */
export function listEvents(
  tx: Tx,
  filters: EventFilters,
  ordem: 'asc' | 'desc',
  after: number | null,
  limit: number,
): Promise<NumberedEvent[]> {
  const { sql } = tx;
  const [further, order] = ordem === 'asc' ? [sql`>`, sql`asc`] : [sql`<`, sql`desc`];
  return sql<NumberedEvent[]>`
    select id, evento, ocorrido_em, dados, posicao
      from evento_saida
     where ${passing(tx, filters)}
       ${after === null ? sql`` : sql`and posicao ${further} ${after}`}
     order by posicao ${order}
     limit ${limit}`;
}

export async function countEvents(tx: Tx, filters: EventFilters): Promise<number> {
  const [row] = await tx.sql<{ total: number }[]>`
    select count(*) as total from evento_saida where ${passing(tx, filters)}`;
  return row?.total ?? 0;
}

export async function findServed(tx: Tx, id: string): Promise<EventRow | null> {
  const [row] = await tx.sql<EventRow[]>`
    select id, evento, ocorrido_em, dados
      from evento_saida
     where ${served(tx)} and id = ${id}`;
  return row ?? null;
}

/** The number of an event of the scope, of one that is gone too. */
export async function positionOf({ sql, here }: Tx, id: string): Promise<number | null> {
  const [row] = await sql<Columns<'evento_lembrado', 'posicao'>[]>`
    select posicao from evento_saida where id = ${id} and ${here()} and posicao is not null
     union all
    select posicao from evento_lembrado where id = ${id} and ${here()}`;
  return row?.posicao ?? null;
}
