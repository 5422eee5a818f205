import { job } from '../../core/job.ts';
import type { ScopedPayload } from '../../core/outbox.ts';

/** Tells a person that their authenticator was forgotten; `id` makes repeated attempts one message. */
export interface ForgottenPayload extends ScopedPayload {
  readonly documentoId: string;
  readonly signatarioId: string;
  /** RFC 3339. */
  readonly em: string;
}

export const QUEUES = {
  /**
   * Sends one code; `id` is the code's. Somebody waits for it. It is over when the code is, so it need not be given up
   * before.
   */
  SEND_CODE: job<ScopedPayload>('enviar-codigo', { limit: 'forever', delay: 1, maxDelay: 3 }),
  /** Tells a person that an authenticator was forgotten. */
  SEND_FORGOTTEN: job<ForgottenPayload>('enviar-aviso-de-autenticador', { limit: 20, delay: 5, maxDelay: 3600 }),
};
