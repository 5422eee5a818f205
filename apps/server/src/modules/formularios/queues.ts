import { job } from '../../core/job.ts';
import type { ScopedPayload } from '../../core/outbox.ts';

/** One message to a visitor: `id` is the request's. */
export interface ConfirmationPayload extends ScopedPayload {
  /** The message's own, so that a retry is the same message, and asking again another. */
  readonly mensagem: string;
}

export const QUEUES = {
  /** Mails the address that confirms a visitor's mailbox; what was not delivered within the hour is asked for again. */
  SEND_FORM_CONFIRMATION: job<ConfirmationPayload>('confirmar-formulario', { limit: 10, delay: 5, maxDelay: 900 }),
};
