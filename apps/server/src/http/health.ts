import { COMPLETION_ALARM_MS } from '@rubrica/contract';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Clock } from '../core/clock.ts';
import type { Logger } from '../core/log.ts';
import type { Sql } from '../core/sql.ts';
import { addMetrics, type MetricsDoor } from './metrics-door.ts';

export interface HealthDeps {
  readonly sql: Sql;
  readonly clock: Clock;
  readonly log: Logger;
  /** Members' calls that were not recorded, since the process started. */
  readonly callsDropped: () => number;
  /** Pairs of files that the offline verifier rejected, since the process started. */
  readonly refusals: () => number;
  /** Requests forwarded by a peer that is not a trusted proxy, since the process started. */
  readonly unbelieved: () => number;
  /** Readers of the feed of events that wait for one now. */
  readonly readersWaiting: () => number;
  readonly metricsDoor: MetricsDoor;
  /**
   * What must work for the service to do its job, by name; each check rejects if it does not. None may use a PDF worker
   * or wait for one, because anyone may call this.
   */
  readonly checks: Readonly<Record<string, (signal: AbortSignal) => Promise<unknown> | unknown>>;
  /** Functions that may be degraded without failing, by name. */
  readonly degraded: Readonly<Record<string, () => boolean>>;
}

/** `/healthz`: the process responds. `/readyz`: its dependencies respond too. `/metrics`: Prometheus. */
export function addHealth(app: FastifyInstance, deps: HealthDeps, readiness: () => Promise<Readiness>): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'rubrica_http_duration_seconds',
    help: 'Time from request to last byte, by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  new Gauge({
    name: 'rubrica_documents_fully_signed_not_complete',
    help: 'Documents signed by everyone for over six minutes and not complete: anything above 0 is an alarm',
    registers: [registry],
    async collect() {
      const since = new Date(deps.clock.now().getTime() - COMPLETION_ALARM_MS);
      const [row] = await deps.sql<{ total: number }[]>`select count(*) as total from acesso.a_concluir(${since})`;
      this.set(row?.total ?? 0);
    },
  });
  new Gauge({
    name: 'rubrica_degraded',
    help: '1 for what is done in a worse way, by name: `limites` are counted in this process alone, not in Redis',
    labelNames: ['what'],
    registers: [registry],
    collect() {
      for (const [what, is] of Object.entries(deps.degraded)) this.set({ what }, is() ? 1 : 0);
    },
  });
  new Gauge({
    name: 'rubrica_feed_readers_waiting',
    help: 'Readers of GET /eventos that wait for an event now',
    registers: [registry],
    collect() {
      this.set(deps.readersWaiting());
    },
  });
  addCounter(
    registry,
    'rubrica_calls_not_recorded_total',
    'Calls of members left out of their record: more than it takes, or the database was too slow to write them',
    deps.callsDropped,
  );
  addCounter(
    registry,
    'rubrica_files_refused_by_verifier_total',
    'Signed files and certificates that the offline verifier refused before they were handed out: anything above 0 is an alarm',
    deps.refusals,
  );
  addCounter(
    registry,
    'rubrica_forwarded_by_untrusted_peer_total',
    'Requests with forwarding headers from a peer that TRUST_PROXY does not name: where that is your proxy, signatures are recorded with its address',
    deps.unbelieved,
  );
  app.addHook('onResponse', (request, reply, done) => {
    // The route's pattern, never the path: a path can contain a personal token.
    const route = request.routeOptions.url ?? 'unknown';
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });

  const config = { asksProcess: true } as const;
  app.get('/healthz', { config }, async () => ({ status: 'ok' }));
  app.get('/readyz', { config }, async (_request, reply) => {
    const { ready, dependencias } = await readiness();
    if (!ready) reply.code(503).header('retry-after', '5');
    const whole = Object.values(dependencias).includes('degradado') ? 'degradado' : 'ok';
    return { status: ready ? whole : 'indisponivel', dependencias };
  });
  addMetrics(app, registry, deps.metricsDoor);
}

/** A counter for something counted elsewhere. */
function addCounter(registry: Registry, name: string, help: string, read: () => number): void {
  let counted = 0;
  new Counter({
    ...{ name, help, registers: [registry] },
    collect() {
      const now = read();
      this.inc(now - counted);
      counted = now;
    },
  });
}

/** What currently works, by name. What is degraded still works, but not as well. */
export interface Readiness {
  readonly ready: boolean;
  readonly dependencias: Readonly<Record<string, 'ok' | 'degradado' | 'falhou'>>;
}

/** How old a reported result may be. */
const KEPT_MS = 2_000;
/** A check that takes longer counts as failed. */
const CHECK_MS = 1_000;
/** How many runs of one check may hang at the same time, if it cannot be aborted. */
const HANGING = 2;

/**
 * Checks everything the service depends on, at most once a second however often it is called, and waits no longer than
 * that for any check; failures are logged and reported by name only.
 */
export function createReadiness({
  checks,
  degraded,
  log,
}: Pick<HealthDeps, 'checks' | 'degraded' | 'log'>): () => Promise<Readiness> {
  const hanging = new Map<string, number>();

  async function works(name: string, check: HealthDeps['checks'][string]): Promise<boolean> {
    const under = hanging.get(name) ?? 0;
    if (under >= HANGING) return false;
    hanging.set(name, under + 1);
    const signal = AbortSignal.timeout(CHECK_MS);
    const late = new Promise<never>((_, fail) => {
      signal.addEventListener('abort', () => fail(new Error('no answer in time')), { once: true });
    });
    const done = (async () => check(signal))().finally(() => hanging.set(name, (hanging.get(name) ?? 1) - 1));
    return Promise.race([done, late]).then(
      () => true,
      (error: unknown) => {
        log.error({ err: error, check: name }, 'not ready');
        return false;
      },
    );
  }

  async function look(): Promise<Readonly<Record<string, boolean>>> {
    const found = Object.entries(checks).map(async ([name, check]) => [name, await works(name, check)] as const);
    return Object.fromEntries(await Promise.all(found));
  }

  let last: { readonly found: Promise<Readonly<Record<string, boolean>>>; readonly at: number } | null = null;
  return async () => {
    const now = performance.now();
    // Checks end within a second of their start, so no reported result is older than two.
    if (last === null || now - last.at > KEPT_MS - CHECK_MS) last = { found: look(), at: now };
    const found = await last.found;
    const told = Object.entries(found).map(([name, works]) => [name, works ? 'ok' : 'falhou'] as const);
    const worse = Object.entries(degraded).map(([name, is]) => [name, is() ? 'degradado' : 'ok'] as const);
    return { ready: !Object.values(found).includes(false), dependencias: Object.fromEntries([...told, ...worse]) };
  };
}
