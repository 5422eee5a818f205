import { randomUUID } from 'node:crypto';
import type { EventoWebhook } from '@rubrica/contract';
import type { Columns } from './row.ts';
import type { JobDefinition, Tx } from './sql.ts';

/** The payload of every job about a single row: its id and the scope in which to read it. */
export interface ScopedPayload {
  readonly organizacaoId: string;
  readonly ambiente: 'PRODUCAO' | 'TESTE';
  readonly id: string;
}

/** Publishes one event of the outbox: creates a delivery for each webhook that subscribes to it, and makes its first attempt. */
export const PUBLISH_EVENT: JobDefinition<ScopedPayload> = {
  name: 'divulgar-evento',
  retry: { limit: 'forever', delay: 1, maxDelay: 300 },
};

/** An event's data, and the document it concerns. */
export interface Told {
  readonly documentoId: string;
  readonly dados: object;
}

/**
 * Writes an event of the contract into the outbox, in the transaction of the change it reports, together with the job
 * that will publish it. If no webhook subscribes to such an event, the job would have nothing to do and is left out.
 * The subscribers are the webhooks this transaction sees, regardless of any clocks.
 *
 * Receivers order a document's events by their time, so each event is at least a millisecond later than the previous
 * one, even if its transaction began earlier and then waited for the document's lock.
 */
export function emit(tx: Tx, evento: EventoWebhook, documentoId: string, dados: object): Promise<void> {
  return emitAll(tx, evento, [{ documentoId, dados }]);
}

/** The same for one event of each of several documents. */
export async function emitAll(tx: Tx, evento: EventoWebhook, told: readonly Told[]): Promise<void> {
  const { organizacaoId, ambiente } = tx.scope;
  const added = told.map(({ documentoId, dados }) => ({ id: randomUUID(), documento_id: documentoId, dados }));
  const rows = await tx.sql<(Columns<'evento_saida', 'id'> & { heard: boolean })[]>`
    insert into evento_saida (id, organizacao_id, ambiente, evento, documento_id, ocorrido_em, dados, ouvintes)
    select added.id, ${organizacaoId}, ${ambiente}, ${evento}, added.documento_id,
           greatest(${tx.now}::timestamptz, (select max(ocorrido_em) + interval '1 millisecond'
                                               from evento_saida
                                              where documento_id = added.documento_id
                                                and ${tx.here()})),
           added.dados, rubrica_ouvintes(${organizacaoId}, ${ambiente}, ${evento})
      from jsonb_to_recordset(${tx.json(added)}) as added (id uuid, documento_id uuid, dados jsonb)
    returning id, cardinality(ouvintes) > 0 as heard`;
  const heard = rows.filter((row) => row.heard);
  await tx.enqueueAll(
    PUBLISH_EVENT,
    heard.map(({ id }) => ({ payload: { organizacaoId, ambiente, id } })),
  );
}
