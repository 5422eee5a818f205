import { COMPLETION_ALARM_MS } from '@rubrica/contract';
import type { Clock } from '../core/clock.ts';
import type { Metrics, Reading } from '../core/metrics/index.ts';
import type { ReadOutcome, Replicas } from '../core/replicas.ts';
import type { Database } from '../core/sql.ts';
import type { Readiness } from '../http/health.ts';
import type { JobQueue } from '../jobs/queue.ts';
import type { Parts } from './assemble.ts';
import { type GaugedLogs, readLogGauges } from './open-log-state.ts';

/** How old the backlog of the queue may be: however often it is scraped, the database is asked no more often. */
const BACKLOG_MS = 5_000;

export interface Gauged {
  readonly version: string;
  readonly roles: readonly string[];
  readonly db: Database;
  readonly clock: Clock;
  readonly replicas: Replicas | null;
  readonly queue: JobQueue;
  /** Names of all queues. */
  readonly queues: readonly string[];
  readonly parts: Parts;
  readonly openLog: Pick<GaugedLogs, 'states' | 'witnessQuorum' | 'stamped'>;
  readonly degraded: Readonly<Record<string, () => boolean>>;
  readonly readiness: () => Promise<Readiness>;
}

/** Metrics that are not counted as things happen but read when they are asked for, in every process. */
export function readGauges(metrics: Metrics, gauged: Gauged): void {
  const { version, roles, parts, degraded, readiness } = gauged;
  metrics.readWith('rubrica_build_info', () => [{ labels: { version, roles: roles.join(',') }, value: 1 }]);
  metrics.readWith('rubrica_degraded', () =>
    Object.entries(degraded).map(([what, is]) => ({
      labels: { what: what as 'limites' | 'replicas' | 'registro' },
      value: is() ? 1 : 0,
    })),
  );
  metrics.readWith('rubrica_dependency_up', async () => {
    const { dependencias } = await readiness();
    return Object.entries(dependencias)
      .filter(([name]) => !(name in degraded))
      .map(([dependency, state]) => ({
        labels: { dependency } as Reading<'rubrica_dependency_up'>['labels'],
        value: state === 'falhou' ? 0 : 1,
      }));
  });
  metrics.readWith('rubrica_replica_reads_total', () =>
    Object.entries(gauged.replicas?.counts ?? {}).map(([outcome, value]) => ({
      labels: { outcome: outcome as ReadOutcome },
      value,
    })),
  );
  metrics.readWith('rubrica_feed_readers_waiting', () => plain(parts.needs.feed.waiting()));
  metrics.readWith('rubrica_calls_not_recorded_total', () => plain(parts.needs.calls.dropped()));
  metrics.readWith('rubrica_files_refused_by_verifier_total', () => plain(parts.refusals()));
  readDatabase(metrics, gauged);
  readQueue(metrics, gauged);
  readLogGauges(metrics, { ...gauged.openLog, clock: gauged.clock, witnesses: parts.needs.witnesses });
}

const plain = (value: number) => [{ labels: {}, value }];

function readDatabase(metrics: Metrics, { db, clock }: Gauged): void {
  metrics.readWith('rubrica_documents_fully_signed_not_complete', async () => {
    const since = new Date(clock.now().getTime() - COMPLETION_ALARM_MS);
    const [row] = await db.sql<{ total: number }[]>`select count(*) as total from acesso.a_concluir(${since})`;
    return plain(row?.total ?? 0);
  });
  metrics.readWith('rubrica_db_connections', () => {
    const usage = db.sql.usage();
    return (['idle', 'busy', 'opening'] as const).map((state) => ({ labels: { state }, value: usage[state] }));
  });
  metrics.readWith('rubrica_db_connections_max', () => plain(db.sql.usage().max));
  metrics.readWith('rubrica_db_callers_waiting', () => plain(db.sql.usage().waiting));
}

function readQueue(metrics: Metrics, { queue, queues }: Gauged): void {
  const backlog = keptFor(BACKLOG_MS, () => queue.backlog(queues));
  metrics.readWith('rubrica_queue_jobs_due', async () =>
    (await backlog()).map((one) => ({ labels: { queue: one.queue }, value: one.due })),
  );
  metrics.readWith('rubrica_queue_oldest_due_age_seconds', async () =>
    (await backlog()).map((one) => ({ labels: { queue: one.queue }, value: one.oldestAgeS })),
  );
}

/** Reads at most once in a time, whoever asks; a failure is kept as long as a value. */
function keptFor<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let last: { readonly value: Promise<T>; readonly at: number } | null = null;
  return () => {
    const at = performance.now();
    if (last === null || at - last.at > ms) last = { value: read(), at };
    return last.value;
  };
}
