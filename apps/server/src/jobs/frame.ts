import { secondsSince } from '../core/metrics/index.ts';
import { type Cause, causeOf, newTally, tallied, within } from '../core/trace.ts';
import type { Watch } from '../core/watch.ts';

/** The member of a job's data that says what enqueued it; handlers never see it. */
const CAUSE = 'cause';

/** A payload with what enqueues it. A process of a version that does not know it ignores it. */
export function remembering<P extends object>(payload: P): P {
  const cause = causeOf();
  return cause === null ? payload : { ...payload, [CAUSE]: cause };
}

interface Taken {
  readonly id: string;
  readonly data: unknown;
  readonly retryCount: number;
}

/**
 * Does an attempt of a job in a frame of its own, which says whose request it follows from. Its trace is a new one,
 * linked to the one that enqueued it: the last attempt may be days later.
 */
export function inFrame(
  { metrics, tracer }: Watch,
  queue: string,
  { id, data, retryCount }: Taken,
  work: (payload: object) => Promise<void>,
): Promise<void> {
  const { [CAUSE]: cause, ...payload } = data as { readonly [CAUSE]?: Cause };
  const about = {
    'messaging.system': 'pg-boss',
    'messaging.operation.type': 'process',
    'messaging.destination.name': queue,
    'messaging.message.id': id,
    'rubrica.job.retries': retryCount,
    ...(cause?.requestId === undefined ? {} : { 'rubrica.request_id': cause.requestId }),
  };
  const span =
    cause === undefined || cause.traceparent !== undefined
      ? tracer.begin(`job ${queue}`, 'consumer', about, { cause: cause?.traceparent })
      : null;
  const tally = newTally();
  return within({ requestId: cause?.requestId, jobId: id, span, tally }, async () => {
    const start = performance.now();
    const end = (failure?: unknown) => {
      span?.set(tallied(tally).attributes);
      span?.end(failure);
    };
    let outcome: 'done' | 'failed' = 'failed';
    try {
      await work(payload);
      outcome = 'done';
      end();
    } catch (error) {
      end(error);
      throw error;
    } finally {
      metrics.observe('rubrica_job_duration_seconds', { queue, outcome }, secondsSince(start));
    }
  });
}
