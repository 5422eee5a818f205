import { type Placed, placeOf } from '../../core/page.ts';
import type { Fragment, Tx } from '../../core/sql.ts';
import type { EventRow } from '../eventos/index.ts';
import type { RepeatPayload } from './queues.ts';
import type { OpenEntrega } from './store-deliveries.ts';

type Period = Pick<RepeatPayload, 'eventos' | 'desde' | 'ate'>;

/** Events of documents: a test is nobody's to hear again. Relies on the index evento_saida_periodo. */
const within = ({ sql, here }: Tx, { eventos, desde, ate }: Period): Fragment => sql`
  ${here()}
  and documento_id is not null
  and evento = any (${[...eventos]}::text[])
  and ocorrido_em >= ${desde}::timestamptz
  and ocorrido_em < ${ate}::timestamptz`;

export async function countEventsIn(tx: Tx, period: Period): Promise<number> {
  const [row] = await tx.sql<{ total: number }[]>`
    select count(*) as total from evento_saida where ${within(tx, period)}`;
  return row?.total ?? 0;
}

/** The next events of a period, oldest first. */
export function eventsIn(
  tx: Tx,
  { depois, ...period }: Period & Pick<RepeatPayload, 'depois'>,
  limit: number,
): Promise<(EventRow & Placed)[]> {
  const { sql } = tx;
  return sql<(EventRow & Placed)[]>`
    select id, evento, ocorrido_em, dados,
           ${placeOf(tx, 'ocorrido_em')}
      from evento_saida
     where ${within(tx, period)}
       ${depois === null ? sql`` : sql`and (ocorrido_em, id) > (${depois.ocorridoEm}::timestamptz, ${depois.id}::uuid)`}
     order by ocorrido_em, id
     limit ${limit}`;
}

/**
 * The delivery of an event to a webhook, due now: a new round of the one there is, or the first.
 * @returns null for one that is in the queue as it is
 */
export async function putOrRestart(
  tx: Tx,
  webhookId: string,
  event: EventRow,
  corpo: Buffer,
): Promise<OpenEntrega | null> {
  const { organizacaoId, ambiente } = tx.scope;
  const [first] = await tx.sql<OpenEntrega[]>`
    insert into entrega_webhook (id, organizacao_id, ambiente, webhook_id, evento_id, evento, corpo, ocorrida_em,
                                 criada_em, proxima_tentativa_em)
    values (gen_random_uuid(), ${organizacaoId}, ${ambiente}, ${webhookId}, ${event.id}, ${event.evento}, ${corpo},
            ${event.ocorrido_em}, ${tx.now}, ${tx.now})
    on conflict do nothing
    returning id, tentativas`;
  if (first) return first;
  const [again] = await tx.sql<OpenEntrega[]>`
    update entrega_webhook
       set status = 'PENDENTE', rodada = tentativas, primeira_tentativa_em = null, proxima_tentativa_em = ${tx.now}
     where ${tx.here()}
       and evento_id = ${event.id}
       and webhook_id = ${webhookId}
       and status <> 'PENDENTE'
    returning id, tentativas`;
  return again ?? null;
}
