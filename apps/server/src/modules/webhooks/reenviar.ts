import type { EntregaWebhook } from '@rubrica/contract';
import { rule } from '@rubrica/contract';
import { conflict, found } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import { presentEntrega } from './present.ts';
import { enqueueAttempts } from './publish.ts';
import { lockLive } from './store.ts';
import { findEntrega, lockEntrega, restartEntrega } from './store-deliveries.ts';

/**
 * Repeats a delivery now, with the same `eventoId` and the same bytes, whatever its outcome was. The retry schedule
 * starts over; the history continues.
 * @throws 404 for a delivery that is not of this webhook, 409 while it is in the queue or its webhook is inactive;
 * `authorize` runs once it was found.
 */
export async function reenviarEntrega(
  tx: Tx,
  webhookId: string,
  entregaId: string,
  authorize: () => void,
): Promise<EntregaWebhook> {
  const webhook = found(await lockLive(tx, webhookId));
  const candidate = await lockEntrega(tx, entregaId);
  const entrega = found(candidate?.webhook_id === webhookId ? candidate : null);
  authorize();
  if (!webhook.ativo && !entrega.teste) {
    throw conflict(rule('webhookOff'));
  }
  if (entrega.status === 'PENDENTE') throw conflict(rule('deliveryQueued'));
  await restartEntrega(tx, entrega.id);
  await enqueueAttempts(tx, [{ entregaId: entrega.id, webhookId, tentativa: entrega.tentativas }]);
  return presentEntrega(found(await findEntrega(tx, webhookId, entrega.id)), webhook);
}
