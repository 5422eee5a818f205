import { DeliveryRefused, type MailMessage } from '../../core/ports.ts';
import type { Scope } from '../../core/scope.ts';
import type { Database, Tx } from '../../core/sql.ts';
import { type Metered, meter } from '../consumo/index.ts';
import type { About, Messenger } from './messenger.ts';

/** What a notice counts as, and what is shown and recorded of it. */
export interface NoticeTerms {
  /** Counted once however often the job runs: `referencia` names the message. */
  readonly counted: Pick<Metered, 'referencia' | 'descricao' | 'documentoId'>;
  readonly about?: About;
  /** As in `Messenger.mail`. */
  readonly reserved?: boolean;
  /** What else is written once the mailbox has answered, together with the count; `accepted` false if it refused. */
  readonly settle?: (tx: Tx, accepted: boolean) => Promise<void>;
}

/**
 * Mails somebody what a page would tell them as well, and meters it. A mailbox that refuses the message would refuse it
 * again, so that is the end of it, and not counted. Safe to rerun: whoever takes the same `messageId` twice has one message.
 * @throws Unavailable if no server took it; the job is to try again
 */
export async function mailNotice(
  { db, messenger }: { readonly db: Database; readonly messenger: Messenger },
  scope: Scope,
  message: MailMessage,
  { counted, about, reserved, settle }: NoticeTerms,
): Promise<void> {
  try {
    await messenger.mail(scope, message, { ...(reserved ? { reserved } : {}), ...(about ? { about } : {}) });
  } catch (error) {
    if (!(error instanceof DeliveryRefused)) throw error;
    if (settle) await db.write(scope, (tx) => settle(tx, false));
    return;
  }
  await db.write(scope, async (tx) => {
    await settle?.(tx, true);
    await meter(tx, { tipo: 'EMAIL_ENVIADO', ...counted });
  });
}
