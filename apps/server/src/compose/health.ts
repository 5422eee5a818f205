import type { Config } from '../config/index.ts';
import type { Clock } from '../core/clock.ts';
import type { Logger } from '../core/log.ts';
import type { Replicas } from '../core/replicas.ts';
import type { Database } from '../core/sql.ts';
import { createReadiness, type Readiness } from '../http/health.ts';
import { type AnswerMetrics, openMetricsPort } from '../http/metrics-door.ts';
import { createSealCheck } from './seals.ts';
import type { World } from './world.ts';

/** What still works, in a worse way, by name. */
export const degradedOf = (
  config: Config,
  world: World,
  { replicas }: { readonly replicas: Replicas | null },
  logsLate: () => boolean,
): Readonly<Record<string, () => boolean>> => ({
  registro: logsLate,
  ...(config.redisUrl ? { limites: world.limitsAlone } : {}),
  ...(replicas ? { replicas: replicas.away } : {}),
});

/** Whether everything that a process needs responds, whatever it does. */
export function readinessOf(
  world: World,
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  degraded: Readonly<Record<string, () => boolean>>,
  log: Logger,
): () => Promise<Readiness> {
  const checkSeal = createSealCheck(db.sql, world.seals);
  const checks = {
    banco: () => db.sql`select 1`,
    fila: () => db.sql`select 1 from fila.version`,
    arquivos: (signal: AbortSignal) => world.files.ready(signal),
    selo: () => checkSeal('PRODUCAO', clock.now()),
    pdf: () => world.engine.check(),
  };
  return createReadiness({ log, checks, degraded });
}

/**
 * Opens METRICS_PORT, if there is one. A process without HTTP works without it too: on one machine with one environment
 * for all, another process has it.
 */
export async function openOwnPort(
  { metrics: { port, token }, host }: Config,
  answersRequests: boolean,
  answer: AnswerMetrics,
  readiness: () => Promise<Readiness>,
  log: Logger,
  closing: (() => Promise<unknown>)[],
): Promise<void> {
  if (port === null) return;
  try {
    closing.push(await openMetricsPort({ port, token, host }, answer, readiness));
  } catch (error) {
    if (answersRequests) throw error;
    log.warn({ err: error, port }, 'METRICS_PORT belongs to another process: nobody can read the metrics of this one');
  }
}
