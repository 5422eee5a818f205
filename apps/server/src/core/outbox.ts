import { randomUUID } from 'node:crypto';
import type { EventoWebhook } from '@rubrica/contract';
import type { JobDefinition, Tx } from './sql.ts';

/** Payload of every job that concerns one row: ids, and the scope they are read under. */
export interface ScopedPayload {
  readonly organizacaoId: string;
  readonly ambiente: 'PRODUCAO' | 'TESTE';
  readonly id: string;
}

/** Spreads one outbox event over the webhooks that subscribe to it. */
export const PUBLISH_EVENT: JobDefinition<ScopedPayload> = {
  name: 'publicar-evento',
  retry: { limit: 'forever', delay: 1, maxDelay: 300 },
};

/**
 * Writes an event of the contract into the outbox, in the transaction of the change it tells of, with the job that
 * will publish it. Neither exists without the other, but where no webhook asks for such an event the job has nothing to
 * do and is left out.
 *
 * Receivers order a document's events by their time, so each is at least a millisecond later than the one before, also
 * when its transaction began earlier and then waited for the document's lock.
 */
export async function publish(tx: Tx, evento: EventoWebhook, documentoId: string, dados: object): Promise<void> {
  const id = randomUUID();
  const { organizacaoId, ambiente } = tx.scope;
  const [row] = await tx.sql<{ ouvido: boolean }[]>`
    insert into evento_saida (id, organizacao_id, ambiente, evento, documento_id, ocorrido_em, dados)
    values (${id}, ${organizacaoId}, ${ambiente}, ${evento}, ${documentoId},
            greatest(${tx.now}, (select max(ocorrido_em) + interval '1 millisecond'
                                   from evento_saida
                                  where documento_id = ${documentoId}
                                    and organizacao_id = ${organizacaoId} and ambiente = ${ambiente})),
            ${tx.sql.json(dados as never)})
    returning rubrica_ouvido(organizacao_id, ambiente, evento) as ouvido`;
  if (row?.ouvido) await tx.enqueue(PUBLISH_EVENT, { organizacaoId, ambiente, id });
}
