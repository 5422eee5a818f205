import { Counter, collectDefaultMetrics, Gauge, Histogram, type MetricObjectWithValues, Registry } from 'prom-client';
import { METRICS, type Metric, type Metrics, OWN_METRICS } from '../core/metrics/index.ts';

/** A process's metrics, and the answer to whoever scrapes them. */
export interface MetricsStore extends Metrics {
  /** @param accept the Accept header: `application/openmetrics-text` is answered in that format. Never throws. */
  answer(accept: string | undefined): Promise<{ readonly type: string; readonly text: string }>;
}

const PLAIN = 'text/plain; version=0.0.4; charset=utf-8';
const OPEN = 'application/openmetrics-text; version=1.0.0; charset=utf-8';
/** How long reading a metric may take. */
const READ_MS = 2_000;
const UNREADABLE = 'rubrica_metric_unreadable';

type Kept = Counter | Gauge | Histogram;
type Labels = Record<string, string>;
type Sample = MetricObjectWithValues<{ value: number; labels: object; metricName?: string }>;

/** The metrics of the table, all at zero, with those of the Node process. */
export function createMetrics(): MetricsStore {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const kept = new Map<string, Kept>();
  const readers = new Map<string, () => Promise<void>>();
  for (const [name, row] of Object.entries(OWN_METRICS)) kept.set(name, make(name, row, registry, readers));
  const of = <K extends Kept>(name: string) => kept.get(name) as K;
  return {
    count: (name, labels, by = 1) => of<Counter>(name).inc(labels as Labels, by),
    observe: (name, labels, seconds) => of<Histogram>(name).observe(labels as Labels, seconds),
    readWith(name, read) {
      const metric = of<Counter | Gauge>(name);
      readers.set(name, async () => {
        const found = await inTime(read);
        metric.reset();
        for (const { labels, value } of found) metric.inc(labels as Labels, value);
      });
    },
    async answer(accept) {
      const open = accepts(accept);
      const samples = await readAll(registry);
      const text = samples.map((sample) => rendered(sample, open)).join('');
      return open ? { type: OPEN, text: `${text}# EOF\n` } : { type: PLAIN, text };
    },
  };
}

/** A scraper waits for seconds, a database that is silent for longer. */
async function inTime<T>(read: () => T | Promise<T>): Promise<T> {
  const late = AbortSignal.timeout(READ_MS);
  return new Promise<T>((done, fail) => {
    late.addEventListener('abort', () => fail(new Error('no answer in time')), { once: true });
    Promise.resolve().then(read).then(done, fail);
  });
}

function make(name: string, row: Metric, registry: Registry, readers: Map<string, () => Promise<void>>): Kept {
  const { type, help, labels, buckets = [] } = row;
  const given = { name, help, labelNames: Object.keys(labels), registers: [registry] };
  if (type === 'histogram') return new Histogram({ ...given, buckets: [...buckets] });
  const collect = () => readers.get(name)?.();
  if (type !== 'counter') return new Gauge({ ...given, collect });
  const counter = new Counter({ ...given, collect });
  for (const known of combinations(labels)) counter.inc(known, 0);
  return counter;
}

/** Every series a metric can have, if its labels list their values: a rate needs the zero before the first event. */
function combinations(labels: Metric['labels']): Labels[] {
  let all: Labels[] = [{}];
  for (const [label, values] of Object.entries(labels)) {
    if (typeof values === 'string') return [];
    all = all.flatMap((one) => values.map((value) => ({ ...one, [label]: value })));
  }
  return all;
}

/**
 * Everything in the table. A metric whose reading failed is left out, so that a database that is away leaves all the
 * others; prom-client by itself would answer nothing.
 */
async function readAll(registry: Registry): Promise<readonly Sample[]> {
  const names = Object.keys(METRICS).filter((name) => name !== UNREADABLE);
  const unreadable = registry.getSingleMetric(UNREADABLE) as unknown as Gauge;
  unreadable.reset();
  const samples = await Promise.all(
    names.map(async (name) => {
      const metric = registry.getSingleMetric(name) as unknown as Kept | undefined;
      return metric?.get().catch(() => void unreadable.set({ metric: name }, 1));
    }),
  );
  return [...samples, await unreadable.get()].filter((sample) => sample !== undefined) as unknown as Sample[];
}

/** Whether the caller takes OpenMetrics. Prometheus names both formats, this one first. */
function accepts(accept = ''): boolean {
  const asked = accept.split(',').find((one) => one.trim().startsWith('application/openmetrics-text'));
  return asked !== undefined && !/;\s*q=0(\.0*)?\s*$/.test(asked);
}

function rendered({ name, values }: Sample, open: boolean): string {
  const row = METRICS[name] as Metric;
  const family = open ? familyOf(name, row) : name;
  const type = row.type === 'info' && !open ? 'gauge' : row.type;
  const head = [`# HELP ${family} ${escaped(row.help)}`, `# TYPE ${family} ${type}`];
  if (open && row.unit !== null) head.push(`# UNIT ${family} ${row.unit}`);
  const lines = values.map(({ value, labels, metricName = name }) => {
    const written = Object.entries(labels).map(([label, one]) => `${label}="${labelText(label, one, open)}"`);
    return `${metricName}${written.length === 0 ? '' : `{${written.join(',')}}`} ${number(value, open)}`;
  });
  return [...head, ...lines, ''].join('\n');
}

/** OpenMetrics names a family without what its type adds to the names of its samples. */
function familyOf(name: string, { type }: Metric): string {
  if (type === 'counter') return name.replace(/_total$/, '');
  return type === 'info' ? name.replace(/_info$/, '') : name;
}

const escaped = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');

const labelText = (label: string, value: unknown, open: boolean): string =>
  label === 'le' && typeof value === 'number' ? number(value, open) : escaped(String(value)).replaceAll('"', '\\"');

/** OpenMetrics writes numbers as floats, `1.0`, above all those of `le`. */
function number(value: number, open: boolean): string {
  if (value === Number.POSITIVE_INFINITY) return '+Inf';
  if (value === Number.NEGATIVE_INFINITY) return '-Inf';
  return open && Number.isInteger(value) ? value.toFixed(1) : String(value);
}
