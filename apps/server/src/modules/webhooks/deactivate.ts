import { randomUUID } from 'node:crypto';
import { scopeOf } from '../../core/scope.ts';
import type { Database, Tx } from '../../core/sql.ts';
import { readSender } from '../documentos/index.ts';
import { type Messenger, mailNotice, renderWebhookDeactivated } from '../mensagens/index.ts';
import { QUEUES, type WarnPayload } from './queues.ts';
import { findWebhook, listAdministrators, type MotivoDesativacao, updateWebhook } from './store.ts';

export interface NoticeDeps {
  readonly db: Database;
  readonly messenger: Messenger;
  /** The panel's address. */
  readonly panelUrl: string;
}

/**
 * Deactivates a webhook at which nobody responds, and has its organization's administrators notified. Its pending
 * deliveries stay as they are, to resume when it is reactivated.
 */
export async function deactivateWebhook(tx: Tx, webhookId: string, motivo: MotivoDesativacao): Promise<void> {
  const { organizacaoId, ambiente } = tx.scope;
  await updateWebhook(tx, webhookId, { ativo: false, desativado_em: tx.now, desativado_motivo: motivo });
  for (const { id: membroId } of await listAdministrators(tx)) {
    await tx.enqueue(QUEUES.WARN, { organizacaoId, ambiente, id: webhookId, membroId, avisoId: randomUUID() });
  }
}

/** Tells one administrator. Says nothing of a webhook that was reactivated or removed meanwhile. */
export async function warnOfDeactivation(deps: NoticeDeps, payload: WarnPayload): Promise<void> {
  const scope = scopeOf(payload.organizacaoId, payload.ambiente);
  const prepared = await deps.db.read(scope, async (tx) => {
    const webhook = await findWebhook(tx, payload.id);
    const membro = (await listAdministrators(tx)).find(({ id }) => id === payload.membroId);
    if (!webhook?.desativado_em || !membro) return null;
    return { webhook, deactivatedAt: webhook.desativado_em, membro, sender: await readSender(tx) };
  });
  if (!prepared) return;
  const { webhook, deactivatedAt, membro, sender } = prepared;
  const rendered = renderWebhookDeactivated({
    sender: sender.shown,
    nome: membro.nome,
    url: webhook.url,
    descricao: webhook.descricao,
    deactivatedAt,
    gone: webhook.desativado_motivo === 'RESPOSTA_410',
    panelUrl: deps.panelUrl,
    teste: scope.ambiente === 'TESTE',
  });
  const message = { to: membro.email, ...rendered, messageId: payload.avisoId };
  const counted = { referencia: `aviso:${payload.avisoId}`, descricao: 'Aviso de webhook desativado' };
  await mailNotice(deps, scope, message, { counted });
}
