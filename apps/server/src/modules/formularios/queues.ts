import type { MotivoImpedimento, Rule } from '@rubrica/contract';
import { job } from '../../core/job.ts';
import type { ScopedPayload } from '../../core/outbox.ts';

/** One message to a visitor: `id` is the request's. */
export interface ConfirmationPayload extends ScopedPayload {
  /** The message's own, so that a retry is the same message, and asking again another. */
  readonly mensagem: string;
}

/** One message to whoever answers for a public link that makes no documents: `id` is the message's. */
export interface FormWarningPayload extends ScopedPayload {
  /** To whom. */
  readonly membroId: string;
  readonly formularioId: string;
  readonly motivo: MotivoImpedimento;
  /** What the template or its use lacks. */
  readonly lacking: readonly Rule[];
}

export const QUEUES = {
  /** Mails the address that confirms a visitor's mailbox; what was not delivered within the hour is asked for again. */
  SEND_FORM_CONFIRMATION: job<ConfirmationPayload>('confirmar-formulario', { limit: 10, delay: 5, maxDelay: 900 }),
  /** Tells whoever answers for a public link that it makes no documents. */
  WARN_OF_FORM: job<FormWarningPayload>('avisar-de-link-publico', { limit: 20, delay: 5, maxDelay: 3600 }),
};
