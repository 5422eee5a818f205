import { type SegredoRenovado, WEBHOOK_SECRET_OVERLAP_MS } from '@rubrica/contract';
import type { Secrets } from '../../core/ports.ts';
import { found } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import { newSecret, sealSecret } from './sign.ts';
import { lockLive, updateWebhook } from './store.ts';

/**
 * Gives a webhook a new secret, shown only in this response. For 24 hours the previous one signs too; if an earlier
 * rotation is still within that time, its older secret stops working at once.
 * @throws 404 if there is none; `authorize` runs once it was found.
 */
export async function renovarSegredo(
  tx: Tx,
  secrets: Secrets,
  id: string,
  authorize: () => void,
): Promise<SegredoRenovado> {
  const webhook = found(await lockLive(tx, id));
  authorize();
  const segredo = newSecret();
  const anteriorValeAte = new Date(tx.now.getTime() + WEBHOOK_SECRET_OVERLAP_MS);
  await updateWebhook(tx, id, {
    segredo: sealSecret(secrets, id, segredo),
    segredo_anterior: webhook.segredo,
    segredo_anterior_ate: anteriorValeAte,
  });
  return { segredo, anteriorValeAte: anteriorValeAte.toISOString() };
}
