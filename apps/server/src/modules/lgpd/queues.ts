import { job } from '../../core/job.ts';
import type { ScopedPayload } from '../../core/outbox.ts';

export const QUEUES = {
  /** Gathers a person's data into a file. The law requires an answer, so this is never given up. */
  GATHER_DATA: job<ScopedPayload>('reunir-dados-do-titular', { limit: 'forever', delay: 5, maxDelay: 600 }),
};
