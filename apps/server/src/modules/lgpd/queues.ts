import { job } from '../../core/job.ts';
import type { ScopedPayload } from '../../core/outbox.ts';

export const QUEUES = {
  /** Gathers what is held about a person into a file. The answer is owed by law, so it is never given up. */
  GATHER_DATA: job<ScopedPayload>('reunir-dados-do-titular', { limit: 'forever', delay: 5, maxDelay: 600 }),
};
