import { job } from '../../core/job.ts';
import type { ScopedPayload } from '../../core/outbox.ts';

/** Attempts to tell of an outcome after the first; the last one notes that it was not delivered. */
export const OUTCOME_RETRIES = 20;

export const QUEUES = {
  /** Delivers one link by e-mail or SMS; `id` is the link's. */
  SEND_INVITATION: job<ScopedPayload>('enviar-convite', { limit: 20, delay: 5, maxDelay: 3600 }),
  /** Sends one message of notices; `id` is the message's. */
  SEND_OUTCOME: job<ScopedPayload>('enviar-aviso-de-desfecho', { limit: OUTCOME_RETRIES, delay: 5, maxDelay: 3600 }),
};
