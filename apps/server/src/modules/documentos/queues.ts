import { job } from '../../core/job.ts';
import type { ScopedPayload } from '../../core/outbox.ts';

/** Retries for an outcome notice; the last one records that it was not delivered. */
export const OUTCOME_RETRIES = 20;

export const QUEUES = {
  /** Delivers one link by e-mail or SMS; `id` is the link's. */
  SEND_INVITATION: job<ScopedPayload>('enviar-convite', { limit: 20, delay: 5, maxDelay: 3600 }),
  /** Sends one message with notices; `id` is the message's. */
  SEND_OUTCOME: job<ScopedPayload>('enviar-aviso-de-desfecho', { limit: OUTCOME_RETRIES, delay: 5, maxDelay: 3600 }),
};
