import { found } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import { deleteWebhook, lockLive } from './store.ts';

/**
 * Deletes a subscription. The row stays for its history; pending deliveries find it deleted and stop.
 * @throws 404 if there is none; `authorize` runs once it was found.
 */
export async function excluirWebhook(tx: Tx, id: string, authorize: () => void): Promise<void> {
  found(await lockLive(tx, id));
  authorize();
  await deleteWebhook(tx, id);
}
