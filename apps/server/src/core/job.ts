import type { JobDefinition, RetryPolicy } from './sql.ts';

/** What a module leaves for later, by name. Each is worked by the module itself: `Workers` asks for every one. */
export type Queues = Readonly<Record<string, JobDefinition<object>>>;

/** A job as its module defines it. @param name of its queue, which outlives the process */
export const job = <P extends object>(name: string, retry: RetryPolicy): JobDefinition<P> => ({ name, retry });

export interface JobContext {
  /** Attempts made before this one. */
  readonly retries: number;
  readonly signal: AbortSignal;
}

/** What does a job. It may run more than once for the same payload and must be idempotent. */
export interface Worker<P extends object = object> {
  /** Jobs of this queue running at once in one process. */
  readonly concurrency: number;
  /** Of those, how many may share a group, so that one slow group leaves room for the others. */
  readonly perGroup?: number;
  handle(payload: P, context: JobContext): Promise<void>;
}

/** A worker for each queue, no more and no fewer. */
export type Workers<Q extends Queues> = {
  readonly [Name in keyof Q]: Q[Name] extends JobDefinition<infer P> ? Worker<P> : never;
};

/** A job with what does it. */
export interface JobHandler<P extends object = object> extends Worker<P> {
  readonly job: JobDefinition<P>;
}

/** Keeps the payload type of a definition and its handler together, then forgets it for the list. */
export function handler<P extends object>(value: JobHandler<P>): JobHandler {
  return value as unknown as JobHandler;
}

/** Each queue with its worker, as a list. */
export function handlersOf<Q extends Queues>(queues: Q, workers: Workers<Q>): JobHandler[] {
  return Object.entries(queues).map(([name, job]) => handler({ job, ...(workers[name] as Worker) }));
}
