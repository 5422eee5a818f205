import { OPEN_LOG } from './open-log.ts';
import type { Metric, MetricTable } from './row.ts';
import { RUNTIME } from './runtime.ts';
import { EVIDENCE, OUTGOING, PROCESS, QUEUES, REQUESTS } from './service.ts';

export type { Metric, MetricTable } from './row.ts';

/** The table by subject, as in docs/operations/metrics.md. */
export const METRIC_SUBJECTS: ReadonlyArray<readonly [title: string, rows: MetricTable]> = [
  ['Requests', REQUESTS],
  ['Queue and sweeps', QUEUES],
  ['Documents and PDF workers', EVIDENCE],
  ['The open log', OPEN_LOG],
  ['Messages and webhooks', OUTGOING],
  ['The process and what it depends on', PROCESS],
  ['The Node process', RUNTIME],
];

/** Our own metrics, by name. */
export const OWN_METRICS = { ...REQUESTS, ...QUEUES, ...EVIDENCE, ...OPEN_LOG, ...OUTGOING, ...PROCESS };

/** Everything that /metrics can answer. */
export const METRICS: MetricTable = { ...OWN_METRICS, ...RUNTIME };

type Own = typeof OWN_METRICS;
type NamesOf<T extends Metric['type']> = { [N in keyof Own]: Own[N]['type'] extends T ? N : never }[keyof Own];
export type CounterName = NamesOf<'counter'>;
export type HistogramName = NamesOf<'histogram'>;
export type ReadName = NamesOf<'counter' | 'gauge' | 'info'>;

type LabelValue<V> = V extends readonly (infer One)[] ? One : string;
/** A value for each label of a metric. */
export type LabelsOf<N extends keyof Own> = {
  readonly [L in keyof Own[N]['labels']]: LabelValue<Own[N]['labels'][L]>;
};

/** One reading of a metric that is not counted here but read when asked for. */
export interface Reading<N extends keyof Own> {
  readonly labels: LabelsOf<N>;
  readonly value: number;
}

/** What the parts of a process report to; each process has one. Nothing here waits or throws. */
export interface Metrics {
  /** Counts one more. */
  count<N extends CounterName>(name: N, labels: LabelsOf<N>, by?: number): void;
  /** Adds a duration. @param seconds not negative */
  observe<N extends HistogramName>(name: N, labels: LabelsOf<N>, seconds: number): void;
  /**
   * Has a metric read each time that /metrics is asked for. If `read` throws, the metric is missing from that answer.
   * The value of a counter is its total since the process started.
   */
  readWith<N extends ReadName>(name: N, read: () => readonly Reading<N>[] | Promise<readonly Reading<N>[]>): void;
}

/** Where nobody asks. */
export const NO_METRICS: Metrics = { count() {}, observe() {}, readWith() {} };

/** Seconds since a `performance.now()`. */
export const secondsSince = (start: number): number => (performance.now() - start) / 1000;
