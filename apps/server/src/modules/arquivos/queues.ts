import { job } from '../../core/job.ts';
import type { ScopedPayload } from '../../core/outbox.ts';

export const QUEUES = {
  /** Computes a file's ink map once its document is sent; otherwise completion does. */
  MAP_INK: job<ScopedPayload>('mapear-tinta', { limit: 3, delay: 10, maxDelay: 60 }),
};
