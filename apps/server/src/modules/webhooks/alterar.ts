import type { Webhook, WebhookAlteracao } from '@rubrica/contract';
import { type FieldProblem, found, refuseInvalid } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import { presentWebhook } from './present.ts';
import { resumeEntregas } from './resume.ts';
import { lockLive, updateWebhook, type WebhookChanges } from './store.ts';

/**
 * Changes the given properties. When an inactive webhook becomes active again, its pending deliveries resume at once.
 * @param problems of the new address, determined before the transaction
 * @throws 404 if there is none, 400 with the problems; `authorize` runs in between
 */
export async function alterarWebhook(
  tx: Tx,
  id: string,
  alteracao: WebhookAlteracao,
  problems: readonly FieldProblem[],
  authorize: () => void,
): Promise<Webhook> {
  const webhook = found(await lockLive(tx, id));
  authorize();
  refuseInvalid(problems);
  const row = await updateWebhook(tx, id, changesOf(alteracao));
  if (row.ativo && !webhook.ativo) await resumeEntregas(tx, id);
  return presentWebhook(row);
}

function changesOf({ url, eventos, descricao, ativo }: WebhookAlteracao): WebhookChanges {
  return {
    ...(url === undefined ? {} : { url }),
    ...(eventos === undefined ? {} : { eventos }),
    ...(descricao === undefined ? {} : { descricao }),
    // The state was set deliberately, so our own reason for deactivating no longer applies.
    ...(ativo === undefined ? {} : { ativo, desativado_em: null, desativado_motivo: null }),
  };
}
