import type { JobDefinition } from './sql.ts';

export interface JobContext {
  /** Attempts made before this one. */
  readonly retries: number;
  readonly signal: AbortSignal;
}

/** A job with what does it. A handler may run more than once for the same payload and must be idempotent. */
export interface JobHandler<P extends object = object> {
  readonly job: JobDefinition<P>;
  /** Jobs of this queue running at once in one process. */
  readonly concurrency: number;
  /** Of those, how many may share a group, so that one slow group leaves room for the others. */
  readonly perGroup?: number;
  handle(payload: P, context: JobContext): Promise<void>;
}

/** Keeps the payload type of a definition and its handler together, then forgets it for the list. */
export function handler<P extends object>(value: JobHandler<P>): JobHandler {
  return value as unknown as JobHandler;
}
