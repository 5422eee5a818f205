import { type HistogramName, type LabelsOf, type Metrics, NO_METRICS, secondsSince } from './metrics/index.ts';
import { type Attributes, inSpan, NO_TRACER, type Span, type SpanKind, type Tracer } from './trace.ts';

/** What a process tells of its work. */
export interface Watch {
  readonly metrics: Metrics;
  readonly tracer: Tracer;
}

/** For commands and tests of a part alone: nobody asks. */
export const UNWATCHED: Watch = { metrics: NO_METRICS, tracer: NO_TRACER };

/** How work ended. */
export type Ended<T> = { readonly value: T } | { readonly error: unknown };

interface Seen<N extends HistogramName, T> {
  readonly metric: N;
  /** The labels of an observation, by how the work ended. */
  readonly labels: (ended: Ended<T>) => LabelsOf<N>;
  readonly span: readonly [name: string, kind: SpanKind, attributes?: Attributes];
}

/** Does work in a span of the current frame, and observes how long it took and how it ended. */
export async function watched<N extends HistogramName, T>(
  metrics: Metrics,
  { metric, labels, span: [name, kind, attributes = {}] }: Seen<N, T>,
  work: (span: Span | null) => Promise<T>,
): Promise<T> {
  const start = performance.now();
  const tell = (ended: Ended<T>) => metrics.observe(metric, labels(ended), secondsSince(start));
  return inSpan(name, kind, attributes, work).then(
    (value) => {
      tell({ value });
      return value;
    },
    (error: unknown) => {
      tell({ error });
      throw error;
    },
  );
}
