import { randomUUID } from 'node:crypto';
import { DeliveryRefused } from '../../core/ports.ts';
import { accountScopeOf } from '../../core/scope.ts';
import type { Database, Tx } from '../../core/sql.ts';
import {
  type AboutOrganization,
  type AccountNotice,
  type Messenger,
  type OrganizationNotice,
  renderAccountNotice,
  renderOrganizationNotice,
} from '../mensagens/index.ts';
import { type NoticePayload, QUEUES } from './queues.ts';
import { findContaPropria } from './store-conta.ts';

/** Queues a notice with the change it tells of. */
export function notify(tx: Tx, usuarioId: string, aviso: AccountNotice): Promise<void> {
  return tx.enqueue(QUEUES.SEND_NOTICE, { id: randomUUID(), usuarioId, aviso, em: tx.now.toISOString() });
}

/** Queues a notice about an organization the account is or was a member of. */
export function notifyAbout(
  tx: Tx,
  usuarioId: string,
  aviso: OrganizationNotice,
  sobre: AboutOrganization,
): Promise<void> {
  return tx.enqueue(QUEUES.SEND_NOTICE, { id: randomUUID(), usuarioId, aviso, sobre, em: tx.now.toISOString() });
}

/** Sends a queued notice. An account belongs to no organization, so its mail is captured for none. */
export function createNoticeSender(deps: { db: Database; messenger: Messenger; publicUrl: string }) {
  return async ({ id, usuarioId, aviso, sobre, em }: NoticePayload): Promise<void> => {
    const scope = accountScopeOf(usuarioId, null);
    const conta = await deps.db.read(scope, (tx) => findContaPropria(tx, usuarioId));
    if (!conta) return;
    const to = { nome: conta.nome, em: new Date(em), panelUrl: `${deps.publicUrl}/painel` };
    const message =
      sobre === undefined
        ? renderAccountNotice(aviso as AccountNotice, to)
        : renderOrganizationNotice(aviso as OrganizationNotice, to, sobre);
    try {
      await deps.messenger.mail(scope, { to: conta.email, ...message, messageId: id }, { reserved: true });
    } catch (error) {
      if (!(error instanceof DeliveryRefused)) throw error;
    }
  };
}
