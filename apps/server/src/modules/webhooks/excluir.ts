import { found } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import { deleteWebhook, lockLive } from './store.ts';

/**
 * Removes a subscription. The row stays for its history; deliveries still waiting find it gone and stop.
 * @throws 404 when there is none; `authorize` runs once it was found.
 */
export async function excluirWebhook(tx: Tx, id: string, authorize: () => void): Promise<void> {
  found(await lockLive(tx, id));
  authorize();
  await deleteWebhook(tx, id);
}
