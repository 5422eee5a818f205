import type { Clock } from '../../core/clock.ts';
import { accountScopeOf } from '../../core/scope.ts';
import type { Database } from '../../core/sql.ts';
import { type Messenger, renderContact } from '../mensagens/index.ts';
import { findUndelivered, markDelivered } from './store.ts';

export interface ContactSenderDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly messenger: Messenger;
  /** Where the operator reads messages. */
  readonly contactEmail: string;
}

/** At least once; a retry has the same message id, and none is made once the server accepted the message. */
export function createContactSender(deps: ContactSenderDeps) {
  return async ({ id }: { readonly id: string }): Promise<void> => {
    const contato = await findUndelivered(deps.db.sql, id);
    if (!contato) return;
    await deps.messenger.mail(accountScopeOf(null, null), {
      to: deps.contactEmail,
      replyTo: contato.email,
      messageId: contato.id,
      ...renderContact({ ...contato, receivedAt: contato.criado_em }),
    });
    await markDelivered(deps.db.sql, id, deps.clock.now());
  };
}
