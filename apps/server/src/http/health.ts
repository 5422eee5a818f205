import type { FastifyInstance } from 'fastify';
import type { Logger } from '../core/log.ts';

export interface ReadinessDeps {
  readonly log: Logger;
  /**
   * What must work for the service to do its job, by name; each check rejects if it does not. None may use a PDF worker
   * or wait for one, because anyone may call this.
   */
  readonly checks: Readonly<Record<string, (signal: AbortSignal) => Promise<unknown> | unknown>>;
  /** Functions that may be degraded without failing, by name. */
  readonly degraded: Readonly<Record<string, () => boolean>>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

/** `/healthz`: the process responds. */
export const answerHealth = (): Answer => ({ status: 200, headers: {}, body: { status: 'ok' } });

/** `/readyz`: its dependencies respond too. */
export function answerReadiness({ ready, dependencias }: Readiness): Answer {
  const whole = Object.values(dependencias).includes('degradado') ? 'degradado' : 'ok';
  const body = { status: ready ? whole : 'indisponivel', dependencias };
  return ready ? { status: 200, headers: {}, body } : { status: 503, headers: { 'retry-after': '5' }, body };
}

/** Serves both on the service's port. */
export function addHealth(app: FastifyInstance, readiness: () => Promise<Readiness>): void {
  const config = { asksProcess: true } as const;
  app.get('/healthz', { config }, async () => answerHealth().body);
  app.get('/readyz', { config }, async (_request, reply) => {
    const { status, headers, body } = answerReadiness(await readiness());
    reply.code(status).headers(headers);
    return body;
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
export function createReadiness({ checks, degraded, log }: ReadinessDeps): () => Promise<Readiness> {
  const hanging = new Map<string, number>();

  async function works(name: string, check: ReadinessDeps['checks'][string]): Promise<boolean> {
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
