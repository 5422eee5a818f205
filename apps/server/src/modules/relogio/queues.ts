import { job } from '../../core/job.ts';
import type { ScopedPayload } from '../../core/outbox.ts';

export const QUEUES = {
  /** Takes the clock of an organization's test data to its destination; `id` is the organization's. */
  ADVANCE: job<ScopedPayload>('avancar-relogio', { limit: 'forever', delay: 1, maxDelay: 60 }),
};
