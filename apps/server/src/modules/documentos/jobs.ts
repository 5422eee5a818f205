import type { Workers } from '../../core/job.ts';
import { createInvitationSender } from './convites.ts';
import { createDelegationNoticeSender } from './delegation-notices.ts';
import type { QUEUES } from './queues.ts';
import { createNoticeSender, type NoticeSenderDeps } from './send-notices.ts';

/** The messages of documents. */
export const jobs = (deps: NoticeSenderDeps): Workers<typeof QUEUES> => ({
  SEND_INVITATION: { concurrency: 4, handle: createInvitationSender(deps) },
  SEND_OUTCOME: { concurrency: 2, handle: createNoticeSender(deps) },
  SEND_DELEGATION: { concurrency: 2, handle: createDelegationNoticeSender(deps) },
});
