import { randomUUID } from 'node:crypto';
import type { EventoWebhook } from '@rubrica/contract';
import type { JobDefinition, Tx } from './sql.ts';

/** Payload of every job that concerns one row: ids, and the scope they are read under. */
export interface ScopedPayload {
  readonly organizacaoId: string;
  readonly ambiente: 'PRODUCAO' | 'TESTE';
  readonly id: string;
}

/** Publishes one event of the outbox: a delivery for each webhook that subscribes to it. */
export const PUBLISH_EVENT: JobDefinition<ScopedPayload> = {
  name: 'publicar-evento',
  retry: { limit: 'forever', delay: 1, maxDelay: 300 },
};

/** What an event tells, and of which document. */
export interface Told {
  readonly documentoId: string;
  readonly dados: object;
}

/**
 * Writes an event of the contract into the outbox, in the transaction of the change it tells of, with the job that
 * will publish it. Neither exists without the other, but where no webhook asks for such an event the job has nothing to
 * do and is left out. Who hears it are the webhooks that this transaction sees, whatever the clocks of those who made
 * them said.
 *
 * Receivers order a document's events by their time, so each is at least a millisecond later than the one before, also
 * when its transaction began earlier and then waited for the document's lock.
 */
export function emit(tx: Tx, evento: EventoWebhook, documentoId: string, dados: object): Promise<void> {
  return emitAll(tx, evento, [{ documentoId, dados }]);
}

/** The same for one event of each of several documents. */
export async function emitAll(tx: Tx, evento: EventoWebhook, told: readonly Told[]): Promise<void> {
  const { organizacaoId, ambiente } = tx.scope;
  const added = told.map(({ documentoId, dados }) => ({ id: randomUUID(), documento_id: documentoId, dados }));
  const rows = await tx.sql<{ id: string; heard: boolean }[]>`
    insert into evento_saida (id, organizacao_id, ambiente, evento, documento_id, ocorrido_em, dados, ouvintes)
    select added.id, ${organizacaoId}, ${ambiente}, ${evento}, added.documento_id,
           greatest(${tx.now}::timestamptz, (select max(ocorrido_em) + interval '1 millisecond'
                                               from evento_saida
                                              where documento_id = added.documento_id
                                                and ${tx.here()})),
           added.dados, rubrica_ouvintes(${organizacaoId}, ${ambiente}, ${evento})
      from jsonb_to_recordset(${tx.json(added)}) as added (id uuid, documento_id uuid, dados jsonb)
    returning id, cardinality(ouvintes) > 0 as heard`;
  for (const { id, heard } of rows) if (heard) await tx.enqueue(PUBLISH_EVENT, { organizacaoId, ambiente, id });
}
