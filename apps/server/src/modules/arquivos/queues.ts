import { job } from '../../core/job.ts';
import type { ScopedPayload } from '../../core/outbox.ts';

export const QUEUES = {
  /** Finds a file's ink once its document is sent; without it, completion does. */
  MAP_INK: job<ScopedPayload>('mapear-tinta', { limit: 3, delay: 10, maxDelay: 60 }),
};
