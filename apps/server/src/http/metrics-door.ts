import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { rule } from '@rubrica/contract';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { Problem } from '../core/problem.ts';
import { type IsDeveloper, onlyFor } from './developer.ts';

/** Who may read the metrics: they reveal how much is signed here, which routes are used, and what fails. */
export interface MetricsDoor {
  /** A separate port that serves nothing else; null: the service's port. */
  readonly port: number | null;
  /**
   * The required Bearer token; null: none is required on a separate port, and on the service's port only the developer
   * is allowed.
   */
  readonly token: string | null;
  readonly host: string;
  readonly isDeveloper: IsDeveloper;
}

const PATH = '/metrics';

/** Serves `/metrics` as configured. If its port is unavailable, the service does not start. */
export function addMetrics(app: FastifyInstance, registry: Registry, door: MetricsDoor): void {
  const admits = tokenCheck(door.token);
  if (door.port !== null) {
    addOwnPort(app, registry, door.port, door.host, admits);
    return;
  }
  const onRequest = door.token === null ? { onRequest: onlyFor(door.isDeveloper) } : {};
  app.get(PATH, { config: { asksProcess: true }, ...onRequest }, async (request, reply) => {
    if (!admits(request.headers.authorization)) {
      throw new Problem('401 NAO_AUTENTICADO', rule('metricsToken'), {
        headers: { 'www-authenticate': 'Bearer' },
      });
    }
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

function tokenCheck(token: string | null): (authorization: string | undefined) => boolean {
  if (token === null) return () => true;
  const hash = (text: string) => createHash('sha256').update(text).digest();
  const wanted = hash(`Bearer ${token}`);
  return (authorization) => timingSafeEqual(hash(authorization ?? ''), wanted);
}

function addOwnPort(
  app: FastifyInstance,
  registry: Registry,
  port: number,
  host: string,
  admits: (authorization: string | undefined) => boolean,
): void {
  const server = createServer(async (request, response) => {
    if (request.url !== PATH || request.method !== 'GET') return void response.writeHead(404).end();
    if (!admits(request.headers.authorization)) {
      return void response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
    }
    try {
      response.setHeader('content-type', registry.contentType);
      response.end(await registry.metrics());
    } catch {
      // The database that one of them reads is unavailable; the service's own metric reports that.
      response.writeHead(503).end();
    }
  });
  app.addHook('onReady', async () => {
    await new Promise<void>((done, fail) => server.once('error', fail).listen(port, host, done));
  });
  app.addHook('onClose', async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
}
