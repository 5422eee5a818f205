import { job } from '../../core/job.ts';
import type { ScopedPayload } from '../../core/outbox.ts';
import { ACT_AS_TEST_PERSON } from '../../core/test-people.ts';

/** Tells a person that their authenticator was removed; `id` makes repeated attempts a single message. */
export interface ForgottenPayload extends ScopedPayload {
  readonly documentoId: string;
  readonly signatarioId: string;
  /** RFC 3339. */
  readonly em: string;
}

export const QUEUES = {
  /** Has a person of test act; `id` is the link's. */
  ACT: ACT_AS_TEST_PERSON,
  /**
   * Sends a code; `id` is the code's. Somebody is waiting for it. It ends when the code expires, so it need not be
   * given up earlier.
   */
  SEND_CODE: job<ScopedPayload>('enviar-codigo', { limit: 'forever', delay: 1, maxDelay: 3 }),
  /** Tells a person that an authenticator was removed. */
  SEND_FORGOTTEN: job<ForgottenPayload>('enviar-aviso-de-autenticador', { limit: 20, delay: 5, maxDelay: 3600 }),
};
