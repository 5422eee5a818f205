import { job } from '../../core/job.ts';
import type { ScopedPayload } from '../../core/outbox.ts';

export const QUEUES = {
  /** Delivers one invitation of a member; `id` is the invitation's. */
  SEND_MEMBER_INVITATION: job<ScopedPayload>('enviar-convite-de-membro', { limit: 20, delay: 5, maxDelay: 3600 }),
};
