import { job } from '../../core/job.ts';
import type { NoticePayload } from './avisos.ts';

export const QUEUES = {
  /** Serves one wish to recover a password; `id` is the wish's. Its link is worthless after an hour. */
  SEND_RECOVERY: job<{ readonly id: string }>('enviar-recuperacao-de-senha', { limit: 10, delay: 5, maxDelay: 600 }),
  SEND_NOTICE: job<NoticePayload>('enviar-aviso-de-conta', { limit: 20, delay: 5, maxDelay: 3600 }),
  /** Mails one confirmation link; `id` is the row's. */
  SEND_CONFIRMATION: job<{ readonly id: string; readonly usuarioId: string }>('enviar-confirmacao-de-email', {
    limit: 20,
    delay: 5,
    maxDelay: 3600,
  }),
};
