import { COMPLETION_RETRY_MS } from '@rubrica/contract';
import { job } from '../../core/job.ts';
import type { ScopedPayload } from '../../core/outbox.ts';

const EVERY_S = COMPLETION_RETRY_MS / 1000;

export const QUEUES = {
  /** Finishes a fully signed document. It is never given up: everybody has signed, and the result is owed to them. */
  COMPLETE_DOCUMENT: job<ScopedPayload>('concluir-documento', { limit: 'forever', delay: EVERY_S, maxDelay: EVERY_S }),
};
