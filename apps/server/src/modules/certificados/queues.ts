import { COMPLETION_RETRY_MS } from '@rubrica/contract';
import { job } from '../../core/job.ts';
import type { ScopedPayload } from '../../core/outbox.ts';

const EVERY_S = COMPLETION_RETRY_MS / 1000;

export const QUEUES = {
  /** Completes a fully signed document. Never given up: everyone has signed and is owed the result. */
  COMPLETE_DOCUMENT: job<ScopedPayload>('concluir-documento', { limit: 'forever', delay: EVERY_S, maxDelay: EVERY_S }),
};
