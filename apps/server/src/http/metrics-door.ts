import { timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { rule } from '@rubrica/contract';
import type { FastifyInstance } from 'fastify';
import { sha256 } from '../core/chain.ts';
import { Problem } from '../core/problem.ts';
import { type IsDeveloper, onlyFor } from './developer.ts';
import { type Answer, answerHealth, answerReadiness, type Readiness } from './health.ts';

/** What is answered to whoever may read the metrics. @param accept its Accept header */
export type AnswerMetrics = (accept: string | undefined) => Promise<{ readonly type: string; readonly text: string }>;

/** Who may read the metrics: they reveal how much is signed here, which operations are used, and what fails. */
export interface MetricsDoor {
  /** A separate port; null: the service's port. */
  readonly port: number | null;
  /**
   * The required Bearer token; null: none is required on a separate port, and on the service's port only the developer
   * is allowed.
   */
  readonly token: string | null;
  readonly host: string;
}

const PATH = '/metrics';

/** Serves `/metrics` on the service's port, unless it has one of its own. */
export function addMetrics(app: FastifyInstance, answer: AnswerMetrics, door: MetricsDoor, is: IsDeveloper): void {
  if (door.port !== null) return;
  const admits = tokenCheck(door.token);
  const onRequest = door.token === null ? { onRequest: onlyFor(is) } : {};
  app.get(PATH, { config: { asksProcess: true }, ...onRequest }, async (request, reply) => {
    if (!admits(request.headers.authorization)) {
      throw new Problem('401 NAO_AUTENTICADO', rule('metricsToken'), {
        headers: { 'www-authenticate': 'Bearer' },
      });
    }
    const { type, text } = await answer(request.headers.accept);
    return reply.type(type).send(text);
  });
}

function tokenCheck(token: string | null): (authorization: string | undefined) => boolean {
  if (token === null) return () => true;
  const wanted = sha256(`Bearer ${token}`);
  return (authorization) => timingSafeEqual(sha256(authorization ?? ''), wanted);
}

/**
 * Opens the separate port, also for a process without HTTP: `/metrics` under the token, `/healthz` and `/readyz`, and
 * nothing else.
 * @returns closes it
 * @throws if the port is unavailable
 */
export async function openMetricsPort(
  door: MetricsDoor & { readonly port: number },
  metrics: AnswerMetrics,
  readiness: () => Promise<Readiness>,
): Promise<() => Promise<void>> {
  const admits = tokenCheck(door.token);
  const health: Readonly<Record<string, () => Promise<Answer>>> = {
    '/healthz': async () => answerHealth(),
    '/readyz': async () => answerReadiness(await readiness()),
  };
  const server = createServer(async ({ method, url = '', headers }, response) => {
    if (method !== 'GET') return void response.writeHead(404).end();
    const asked = health[url];
    if (asked) {
      const { status, headers: told, body } = await asked();
      return void response.writeHead(status, { ...told, 'content-type': 'application/json' }).end(JSON.stringify(body));
    }
    if (url !== PATH) return void response.writeHead(404).end();
    if (!admits(headers.authorization)) return void response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
    const { type, text } = await metrics(headers.accept);
    response.writeHead(200, { 'content-type': type }).end(text);
  });
  await new Promise<void>((done, fail) => server.once('error', fail).listen(door.port, door.host, done));
  return async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  };
}
