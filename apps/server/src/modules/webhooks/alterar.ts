import type { Webhook, WebhookAlteracao } from '@rubrica/contract';
import { type FieldProblem, found, refuseInvalid } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import { presentWebhook } from './present.ts';
import { resumeEntregas } from './resume.ts';
import { lockLive, updateWebhook, type WebhookChanges } from './store.ts';

/**
 * Changes what the request names. Back from inactive to active, the deliveries still waiting go on at once.
 * @param problems what speaks against the new address, asked before the transaction
 * @throws 404 when there is none, 400 with the problems; `authorize` runs in between
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
    // Whoever sets the state says so on purpose: a deactivation of ours is no longer the reason.
    ...(ativo === undefined ? {} : { ativo, desativado_em: null, desativado_motivo: null }),
  };
}
