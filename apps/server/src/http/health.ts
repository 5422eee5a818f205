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
  /** Calls of members that were left out of their record since the process started. */
  readonly callsDropped: () => number;
  /** Pairs of files that the offline verifier refused since the process started. */
  readonly refusals: () => number;
  /** Requests passed on by a peer that is no trusted proxy, since the process started. */
  readonly unbelieved: () => number;
  readonly metricsDoor: MetricsDoor;
  /** What must work for the service to keep its promises, by name; each rejects when it does not. */
  readonly checks: Readonly<Record<string, () => Promise<unknown> | unknown>>;
}

/** `/healthz`: the process answers. `/readyz`: what it depends on answers too. `/metrics`: Prometheus. */
export function addHealth(app: FastifyInstance, deps: HealthDeps): void {
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
    // The route's pattern, never the path: a path can hold a personal token.
    const route = request.routeOptions.url ?? 'unknown';
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });

  app.get('/healthz', async () => ({ status: 'ok' }));
  const readiness = createReadiness(deps);
  app.get('/readyz', async (_request, reply) => {
    const { ready, dependencias } = await readiness();
    if (!ready) reply.code(503).header('retry-after', '5');
    return { status: ready ? 'ok' : 'indisponivel', dependencias };
  });
  addMetrics(app, registry, deps.metricsDoor);
}

/** A counter of what is counted elsewhere. */
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

/** What works now, by name. */
export interface Readiness {
  readonly ready: boolean;
  readonly dependencias: Readonly<Record<string, 'ok' | 'falhou'>>;
}

/** Asks everything the service depends on, each time it is called; a failure is logged and told by name only. */
export function createReadiness({ checks, log }: Pick<HealthDeps, 'checks' | 'log'>): () => Promise<Readiness> {
  return async () => {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        try {
          await check();
          return [name, 'ok'] as const;
        } catch (error) {
          log.error({ err: error, check: name }, 'not ready');
          return [name, 'falhou'] as const;
        }
      }),
    );
    return {
      ready: results.every(([, outcome]) => outcome === 'ok'),
      dependencias: Object.fromEntries(results),
    };
  };
}
