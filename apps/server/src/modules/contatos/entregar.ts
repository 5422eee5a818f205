import type { Clock } from '../../core/clock.ts';
import { accountScopeOf } from '../../core/scope.ts';
import type { Database, JobDefinition } from '../../core/sql.ts';
import { type Messenger, renderContact } from '../mensagens/index.ts';
import { findUndelivered, markDelivered } from './store.ts';

/**
 * Mails one message of the contact form to the operator. Refusals are retried as silence is: the address is the
 * operator's own, who can mend it, and the message stays stored meanwhile.
 */
export const SEND_CONTACT: JobDefinition<{ readonly id: string }> = {
  name: 'entregar-contato',
  retry: { limit: 'forever', delay: 5, maxDelay: 3600 },
};

export interface ContactSenderDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly messenger: Messenger;
  /** Where the operator reads what people write. */
  readonly contactEmail: string;
}

/** At least once; a repeated attempt carries the same message id, and none is made once the server took it. */
export function createContactSender(deps: ContactSenderDeps) {
  return async ({ id }: { readonly id: string }): Promise<void> => {
    const contato = await findUndelivered(deps.db.sql, id);
    if (!contato) return;
    await deps.messenger.mail(accountScopeOf(null, null), {
      to: deps.contactEmail,
      replyTo: contato.email,
      messageId: contato.id,
      ...renderContact({ ...contato, recebidaEm: contato.criado_em }),
    });
    await markDelivered(deps.db.sql, id, deps.clock.now());
  };
}
