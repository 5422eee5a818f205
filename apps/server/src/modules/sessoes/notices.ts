import { randomUUID } from 'node:crypto';
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
import { mailAccount } from './account-mail.ts';
import { type NoticePayload, QUEUES } from './queues.ts';
import { findOwnAccount } from './store-account.ts';

/** Queues a notice together with the change it reports. */
export function notify(tx: Tx, usuarioId: string, notice: AccountNotice): Promise<void> {
  return tx.enqueue(QUEUES.SEND_NOTICE, { id: randomUUID(), usuarioId, aviso: notice, em: tx.realNow.toISOString() });
}

/** Queues a notice about an organization of which the account is or was a member. */
export function notifyAbout(
  tx: Tx,
  usuarioId: string,
  notice: OrganizationNotice,
  about: AboutOrganization,
): Promise<void> {
  return tx.enqueue(QUEUES.SEND_NOTICE, {
    id: randomUUID(),
    usuarioId,
    aviso: notice,
    sobre: about,
    em: tx.realNow.toISOString(),
  });
}

/** Sends a queued notice. An account belongs to no organization, so its mail is not captured for any. */
export function createNoticeSender(deps: { db: Database; messenger: Messenger; publicUrl: string }) {
  return async ({ id, usuarioId, aviso: notice, sobre: about, em }: NoticePayload): Promise<void> => {
    const scope = accountScopeOf(usuarioId, null);
    const account = await deps.db.read(scope, (tx) => findOwnAccount(tx, usuarioId));
    if (!account) return;
    const to = { nome: account.nome, em: new Date(em), panelUrl: `${deps.publicUrl}/painel` };
    const message =
      about === undefined
        ? renderAccountNotice(notice as AccountNotice, to)
        : renderOrganizationNotice(notice as OrganizationNotice, to, about);
    await mailAccount(deps.messenger, scope, { to: account.email, ...message, messageId: id });
  };
}
