import { handler, type JobHandler } from '../../core/job.ts';
import type { JobDefinition } from '../../core/sql.ts';
import type { Messenger } from '../mensagens/index.ts';
import { createNoticeSender, SEND_NOTICE } from './avisos.ts';
import { type ConfirmarDeps, createConfirmationSender, SEND_CONFIRMATION } from './confirmar-email.ts';
import { createRecoverySender, type RecuperarDeps, SEND_RECOVERY } from './recuperar.ts';

const SENDERS = 2;

export const SESSOES_JOBS: readonly JobDefinition<object>[] = [SEND_RECOVERY, SEND_NOTICE, SEND_CONFIRMATION];

/** The mail of accounts. */
export function sessoesJobs(
  deps: RecuperarDeps & ConfirmarDeps & { readonly messenger: Messenger; readonly publicUrl: string },
): JobHandler[] {
  return [
    handler({ job: SEND_RECOVERY, concurrency: SENDERS, handle: createRecoverySender(deps) }),
    handler({ job: SEND_NOTICE, concurrency: SENDERS, handle: createNoticeSender(deps) }),
    handler({ job: SEND_CONFIRMATION, concurrency: SENDERS, handle: createConfirmationSender(deps) }),
  ];
}
