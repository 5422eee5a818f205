import type { TransactionSql } from './driver/tag.ts';

/** A job as defined by its module: the name of its queue and the shape of its payload (ids only). */
export interface JobDefinition<P extends object> {
  readonly name: string;
  readonly retry: RetryPolicy;
  /** Type of the payload; never read at run time. */
  readonly payload?: P;
}

export interface RetryPolicy {
  /** Attempts after the first; `forever` for work that must never be given up. */
  readonly limit: number | 'forever';
  /** Seconds before the second attempt, doubled each time up to `maxDelay`. */
  readonly delay: number;
  readonly maxDelay: number;
}

export interface EnqueueOptions {
  /** Runs it no earlier than after this delay, measured by the queue's own clock. */
  readonly delayMs?: number;
  /** While a job with the same key is waiting or running, no other is added. */
  readonly singletonKey?: string;
  /** The group counted by `perGroup` of the job's handler. */
  readonly group?: string;
}

/** One of several jobs of a queue. */
export interface Enqueued<P extends object> {
  readonly payload: P;
  readonly options?: EnqueueOptions;
}

/** Enqueues jobs of one queue as part of a transaction, in one statement. */
export type Enqueue = <P extends object>(
  sql: TransactionSql,
  job: JobDefinition<P>,
  several: readonly Enqueued<P>[],
) => Promise<void>;
