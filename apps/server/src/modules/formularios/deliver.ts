import type { Logger } from '../../core/log.ts';
import { DeliveryRefused } from '../../core/ports.ts';
import { scopeOf } from '../../core/scope.ts';
import type { Database } from '../../core/sql.ts';
import { readSender } from '../documentos/index.ts';
import { type Messenger, renderFormConfirmation } from '../mensagens/index.ts';
import type { ConfirmationPayload } from './queues.ts';
import type { FormRequestTokens } from './request-tokens.ts';
import { findFormulario, findPedido } from './store.ts';

export interface ConfirmationDeps {
  readonly db: Database;
  readonly log: Logger;
  readonly messenger: Messenger;
  readonly formRequests: FormRequestTokens;
}

/** Mails a visitor what confirms their mailbox. At least once; nothing once it is confirmed, or too late. */
export function createConfirmationSender({ db, log, messenger, formRequests }: ConfirmationDeps) {
  return async ({ organizacaoId, ambiente, id, mensagem }: ConfirmationPayload): Promise<void> => {
    const scope = scopeOf(organizacaoId, ambiente);
    const asked = await db.read(scope, async (tx) => {
      const pedido = await findPedido(tx, id);
      const form = pedido && (await findFormulario(tx, pedido.formulario_id));
      if (!form || pedido.email === null || pedido.expira_em <= tx.now) return null;
      return { to: pedido.email, pedido, form, sender: await readSender(tx) };
    });
    if (!asked || !formRequests.knows(id)) return;
    const { to, pedido, form, sender } = asked;
    const url = formRequests.urlOf(id);
    const message = renderFormConfirmation(
      { sender: sender.shown, titulo: form.titulo, url, teste: ambiente === 'TESTE' },
      pedido.idioma,
    );
    const replyTo = form.documento.responderPara ?? sender.emailResposta;
    try {
      await messenger.mail(
        scope,
        { to, ...message, messageId: mensagem, fromName: sender.nomeRemetente, ...(replyTo ? { replyTo } : {}) },
        { about: { tipo: 'CONVITE', documentos: [], signatarioId: null, link: url } },
      );
    } catch (error) {
      if (!(error instanceof DeliveryRefused)) throw error;
      // Whoever mistyped their address sees no message, and asks again.
      log.info({ formulario: form.id }, "a visitor's mailbox refused its confirmation");
    }
  };
}
