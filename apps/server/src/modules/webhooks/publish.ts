import type { Tx } from '../../core/sql.ts';
import { type EventRow, presentEvento } from '../eventos/index.ts';
import { QUEUES } from './queues.ts';
import { findEvent } from './store.ts';
import { insertEntregas } from './store-deliveries.ts';

/** Publishes an event: creates a delivery for each webhook that subscribes to it, with the job of its first attempt. */
export async function publishEvent(tx: Tx, eventoId: string): Promise<void> {
  const event = await findEvent(tx, eventoId);
  if (event === null) return;
  for (const entrega of await insertEntregas(tx, event, bodyOf(event))) {
    await enqueueAttempt(tx, entrega.id, entrega.webhook_id, 0);
  }
}

/** The bytes every attempt sends. They hold no organization: its owner knows it by the address and the secret. */
export const bodyOf = (event: EventRow): Buffer => Buffer.from(JSON.stringify(presentEvento(event)));

/** Queues the attempt after `tentativa` attempts, now or after a delay. */
export async function enqueueAttempt(
  tx: Tx,
  entregaId: string,
  webhookId: string,
  tentativa: number,
  delayMs?: number,
): Promise<void> {
  const { organizacaoId, ambiente } = tx.scope;
  const options = { group: webhookId, ...(delayMs === undefined ? {} : { delayMs }) };
  await tx.enqueue(QUEUES.DELIVER, { organizacaoId, ambiente, id: entregaId, tentativa }, options);
}
