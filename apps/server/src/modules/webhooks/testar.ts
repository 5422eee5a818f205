import { randomUUID } from 'node:crypto';
import { type EntregaWebhook, type EventoWebhook, exampleData, type TesteWebhookEntrada } from '@rubrica/contract';
import { found } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import { presentEntrega } from './present.ts';
import { bodyOf, enqueueAttempts } from './publish.ts';
import { insertEvent, lockLive } from './store.ts';
import { findEntrega, insertTestEntrega } from './store-deliveries.ts';

/**
 * Sends the contract's own example of an event, by default the first a webhook subscribes to, with `dados.teste`, to this webhook
 * alone: one attempt, inactive or not, recorded in the history like any other and of no consequence for its state.
 * @throws 404 when there is none; `authorize` runs once it was found.
 */
export async function testarWebhook(
  tx: Tx,
  id: string,
  { evento: wanted }: TesteWebhookEntrada,
  authorize: () => void,
): Promise<EntregaWebhook> {
  const webhook = found(await lockLive(tx, id));
  authorize();
  const evento = wanted ?? (webhook.eventos[0] as EventoWebhook);
  const event = {
    id: randomUUID(),
    evento,
    ocorrido_em: tx.now,
    dados: { ...exampleData(evento), ambiente: tx.scope.ambiente, teste: true },
  };
  await insertEvent(tx, event);
  const entregaId = await insertTestEntrega(tx, webhook.id, event, bodyOf(event));
  await enqueueAttempts(tx, [{ entregaId, webhookId: webhook.id, tentativa: 0 }]);
  return presentEntrega(found(await findEntrega(tx, webhook.id, entregaId)), webhook);
}
