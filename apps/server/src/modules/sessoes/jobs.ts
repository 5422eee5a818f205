import type { Workers } from '../../core/job.ts';
import type { Messenger } from '../mensagens/index.ts';
import { type ConfirmarDeps, createConfirmationSender } from './confirmar-email.ts';
import { createEmailChangeSender, type EmailChangeDeps } from './email-change.ts';
import { createHeadSender } from './log-head.ts';
import { createNoticeSender } from './notices.ts';
import type { QUEUES } from './queues.ts';
import { createRecoverySender, type RecuperarDeps } from './recuperar.ts';

const SENDERS = 2;

export interface JobDeps extends RecuperarDeps, ConfirmarDeps, EmailChangeDeps {
  readonly messenger: Messenger;
  readonly publicUrl: string;
}

/** The mail of accounts. */
export const jobs = (deps: JobDeps): Workers<typeof QUEUES> => ({
  SEND_RECOVERY: { concurrency: SENDERS, handle: createRecoverySender(deps) },
  SEND_LOG_HEAD: { concurrency: SENDERS, handle: createHeadSender(deps) },
  SEND_NOTICE: { concurrency: SENDERS, handle: createNoticeSender(deps) },
  SEND_EMAIL_CHANGE: { concurrency: SENDERS, handle: createEmailChangeSender(deps) },
  SEND_CONFIRMATION: { concurrency: SENDERS, handle: createConfirmationSender(deps) },
});
