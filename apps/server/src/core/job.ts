import type { Scope } from './scope.ts';
import type { JobDefinition, RetryPolicy, Sql, TransactionSql } from './sql.ts';

/** A module's jobs, by name. The module itself runs them: `Workers` requires a worker for each. */
export type Queues = Readonly<Record<string, JobDefinition<object>>>;

/** Defines a job. @param name of its queue, which outlives the process */
export const job = <P extends object>(name: string, retry: RetryPolicy): JobDefinition<P> => ({ name, retry });

/** The jobs of a scope's test data that are not done yet. */
export interface WaitingJobs {
  /** Lets those that are delayed begin sooner, in the transaction that moves the scope's clock by as much. */
  bringForward(sql: TransactionSql, scope: Scope, seconds: number): Promise<void>;
  /**
   * Whether any may run now, and otherwise in how many seconds the next may.
   * @param except a queue that is not looked at
   */
  waiting(sql: Sql, scope: Scope, except: string): Promise<{ readonly busy: boolean; readonly nextInS: number | null }>;
  /** Has this process look for jobs at once. */
  wake(): void;
}

export interface JobContext {
  /** Attempts made before this one. */
  readonly retries: number;
  readonly signal: AbortSignal;
}

/** Runs a job. It may run more than once for the same payload and must be idempotent. */
export interface Worker<P extends object = object> {
  /** The maximum number of concurrent jobs of this queue in one process. */
  readonly concurrency: number;
  /** How many of those may share a group, so that one slow group leaves room for the others. */
  readonly perGroup?: number;
  /**
   * How many may be of one organization, the `organizacaoId` of the payload, in whichever of its groups, and never more than
   * half of what the others leave. Jobs without a group would all be fetched, to wait.
   */
  readonly perOrganization?: number;
  handle(payload: P, context: JobContext): Promise<void>;
}

/** Exactly one worker for each queue. */
export type Workers<Q extends Queues> = {
  readonly [Name in keyof Q]: Q[Name] extends JobDefinition<infer P> ? Worker<P> : never;
};

/** A job with its worker. */
export interface JobHandler<P extends object = object> extends Worker<P> {
  readonly job: JobDefinition<P>;
}

/** Checks that a definition and its handler have the same payload type, then erases it for the list. */
export function handler<P extends object>(value: JobHandler<P>): JobHandler {
  return value as unknown as JobHandler;
}

/** Each queue with its worker, as a list. */
export function handlersOf<Q extends Queues>(queues: Q, workers: Workers<Q>): JobHandler[] {
  return Object.entries(queues).map(([name, job]) => handler({ job, ...(workers[name] as Worker) }));
}
