import type { Tx } from '../../core/sql.ts';
import { type EventRow, presentEvento } from '../eventos/index.ts';
import { QUEUES } from './queues.ts';
import { findEvent } from './store.ts';
import { insertEntregas } from './store-deliveries.ts';

/** Publishes an event: creates a delivery for each webhook that subscribes to it, with the job of its first attempt. */
export async function publishEvent(tx: Tx, eventoId: string): Promise<void> {
  const event = await findEvent(tx, eventoId);
  if (event === null) return;
  const entregas = await insertEntregas(tx, event, bodyOf(event));
  await enqueueAttempts(
    tx,
    entregas.map(({ id, webhook_id }) => ({ entregaId: id, webhookId: webhook_id, tentativa: 0 })),
  );
}

/** The bytes every attempt sends. They hold no organization: its owner knows it by the address and the secret. */
export const bodyOf = (event: EventRow): Buffer => Buffer.from(JSON.stringify(presentEvento(event)));

export interface NextAttempt {
  readonly entregaId: string;
  readonly webhookId: string;
  /** How many were made before it. */
  readonly tentativa: number;
  /** None for one that is due now. */
  readonly delayMs?: number;
}

export function enqueueAttempts(tx: Tx, attempts: readonly NextAttempt[]): Promise<void> {
  const { organizacaoId, ambiente } = tx.scope;
  return tx.enqueueAll(
    QUEUES.DELIVER,
    attempts.map(({ entregaId, webhookId, tentativa, delayMs }) => ({
      payload: { organizacaoId, ambiente, id: entregaId, tentativa },
      options: { group: webhookId, ...(delayMs === undefined ? {} : { delayMs }) },
    })),
  );
}
