import type { Tx } from '../../core/sql.ts';
import { type EventRow, presentEvento } from '../eventos/index.ts';
import { QUEUES } from './queues.ts';
import { findEvents } from './store.ts';
import { type DueEntrega, insertEntregas, untriedEntregas } from './store-deliveries.ts';

/**
 * Publishes events: creates a delivery for each webhook that subscribes, with the job of its first attempt, unless whoever
 * publishes takes that upon themselves.
 * @param again those of the events that may have been published before
 * @param takes whether they make the first attempt of this webhook's delivery
 * @returns the deliveries that were taken
 */
export async function publishEvents(
  tx: Tx,
  eventoIds: readonly string[],
  again: readonly string[],
  takes: (webhookId: string) => boolean,
): Promise<DueEntrega[]> {
  const events = await findEvents(tx, eventoIds);
  const bodies = new Map(events.map((event) => [event.id, bodyOf(event)]));
  const created = await insertEntregas(tx, bodies);
  const taken = created.filter(({ ativo, webhook_id }) => ativo && takes(webhook_id));
  const left = new Map(created.map(({ id, webhook_id }) => [id, webhook_id]));
  if (again.length > 0) for (const { id, webhook_id } of await untriedEntregas(tx, again)) left.set(id, webhook_id);
  for (const { id } of taken) left.delete(id);
  await enqueueAttempts(
    tx,
    [...left].map(([entregaId, webhookId]) => ({ entregaId, webhookId, tentativa: 0, key: `${entregaId}:0` })),
  );
  return taken.map(({ ativo: _, ...entrega }) => ({ ...entrega, corpo: bodies.get(entrega.evento_id) as Buffer }));
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
  /** Of which at most one job waits or runs. */
  readonly key?: string;
}

export function enqueueAttempts(tx: Tx, attempts: readonly NextAttempt[]): Promise<void> {
  const { organizacaoId, ambiente } = tx.scope;
  return tx.enqueueAll(
    QUEUES.DELIVER,
    attempts.map(({ entregaId, webhookId, tentativa, delayMs, key }) => ({
      payload: { organizacaoId, ambiente, id: entregaId, tentativa },
      options: {
        group: webhookId,
        ...(delayMs === undefined ? {} : { delayMs }),
        ...(key === undefined ? {} : { singletonKey: key }),
      },
    })),
  );
}
