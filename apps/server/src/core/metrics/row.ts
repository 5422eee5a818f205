/**
 * A metric as a value. The name follows the conventions of Prometheus and OpenMetrics (test/architecture/metrics.test.ts
 * refuses another): a prefix, what it measures, and the base unit or `total` at its end.
 */
export interface Metric {
  readonly type: 'counter' | 'gauge' | 'histogram' | 'info';
  /** The unit of its values, which is also in its name; null for a plain number. */
  readonly unit: 'seconds' | 'bytes' | null;
  /** What it measures, as answered with it. */
  readonly help: string;
  /** Its labels: every value there is, or what bounds them. No label ever has a value that a caller chooses. */
  readonly labels: Readonly<Record<string, readonly string[] | string>>;
  /** For the operator: when to look at it, and what to do then. */
  readonly act: string;
  /** Upper bounds of a histogram's buckets, ascending. */
  readonly buckets?: readonly number[];
}

/** Metrics by name. */
export type MetricTable = Readonly<Record<string, Metric>>;
