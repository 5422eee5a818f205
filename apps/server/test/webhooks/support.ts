import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  Ambiente,
  EntregaWebhook,
  EventoWebhook,
  Webhook,
  WebhookCriado,
  WebhookEntrada,
} from '@rubrica/contract';
import { startEmbeddedPostgres } from '../../src/adapters/embedded-postgres.ts';
import { createSecrets } from '../../src/adapters/master-key.ts';
import { createWebhookHttp } from '../../src/adapters/webhook-http.ts';
import { systemClock } from '../../src/core/clock.ts';
import { createCursors } from '../../src/core/cursor.ts';
import { createLog } from '../../src/core/log.ts';
import { publish } from '../../src/core/outbox.ts';
import type { Page } from '../../src/core/page.ts';
import type { WebhookHttp } from '../../src/core/ports.ts';
import { type Scope, scopeOf } from '../../src/core/scope.ts';
import { APP_ROLE, connect, createDatabase } from '../../src/core/sql.ts';
import { createJobQueue, migrateQueue, type QueueConnection } from '../../src/jobs/queue.ts';
import { grantQueue, migrate } from '../../src/migrate.ts';
import { type DeliveryDeps, webhooksHandlers, webhooksJobs } from '../../src/modules/webhooks/index.ts';

export const MASTER_KEY = Buffer.alloc(32, 7);
export const secrets = createSecrets(MASTER_KEY);
export const LOOPBACK = ['127.0.0.0/8'];

export interface Connection {
  readonly path: string;
  readonly database: string;
  readonly username: string;
}

/** The application's side of a database: what a process of the service has. */
export function application(connection: Connection, queueConnection: QueueConnection) {
  const log = createLog('silent');
  const queue = createJobQueue(queueConnection, APP_ROLE, log);
  const { path, database, username } = connection;
  const db = createDatabase(connect({ path, database, username }, APP_ROLE, 10), {
    clock: systemClock,
    enqueue: queue.enqueue,
    onAfterCommitError: (error) => log.error(error),
  });
  return { queue, db };
}

export function delivery(db: DeliveryDeps['db'], webhookHttp: WebhookHttp, changes: Partial<DeliveryDeps>) {
  return { db, clock: systemClock, secrets, webhookHttp, random: () => 0.5, retrySeconds: [1, 1], ...changes };
}

/** A database, an application that sends and, once `work` is called, one that works. */
export async function startWorld() {
  const dataDir = mkdtempSync(join(tmpdir(), 'rubrica-test-'));
  chmodSync(dataDir, 0o755);
  const server = await startEmbeddedPostgres({ dataDir, fsync: false });
  const { path, database, username, host, port } = server.connection;
  const connection = { path, database, username };
  const queueConnection = { host, port, database, user: username };
  const owner = connect(connection, null, 3);
  await migrate(owner);
  const webhookHttp = createWebhookHttp({ allowNetworks: LOOPBACK });
  await migrateQueue(
    queueConnection,
    webhooksJobs(delivery(undefined as never, webhookHttp, {})).map((handler) => handler.job),
  );
  await grantQueue(owner);
  const { db, queue } = application(connection, queueConnection);
  await queue.start([]);

  const stops: (() => Promise<void>)[] = [];
  return {
    connection,
    queueConnection,
    owner,
    db,
    webhookHttp,
    /** Starts a process's worth of workers. */
    async work(changes: Partial<DeliveryDeps> = {}) {
      const worker = application(connection, queueConnection);
      await worker.queue.start(webhooksJobs(delivery(worker.db, webhookHttp, changes)));
      let stopped: Promise<void> | undefined;
      const stop = () => {
        stopped ??= worker.queue.stop(500).then(() => worker.db.close());
        return stopped;
      };
      stops.push(stop);
      return stop;
    },
    async newScope(ambiente: Ambiente = 'TESTE', organizacaoId: string = randomUUID()): Promise<Scope> {
      await owner`
        insert into organizacao (id, nome, documento, criada_em)
        values (${organizacaoId}, 'Exemplo', '11222333000181', now())
        on conflict do nothing`;
      return scopeOf(organizacaoId, ambiente);
    },
    /** Tells an event, as a use case of another module does. */
    publish: (scope: Scope, evento: EventoWebhook, dados: object = { documento: { id: randomUUID() } }) =>
      db.write(scope, (tx) => publish(tx, evento, randomUUID(), dados)),
    api: apiOf(db, webhookHttp),
    async stop() {
      for (const stop of stops) await stop();
      await queue.stop(500);
      await webhookHttp.close();
      await db.close();
      await owner.end();
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export type World = Awaited<ReturnType<typeof startWorld>>;

/** The module's handlers, called as the web server calls them for a caller of the scope. */
function apiOf(db: DeliveryDeps['db'], webhookHttp: WebhookHttp) {
  const handlers = webhooksHandlers({
    cursors: createCursors(Buffer.alloc(32, 9)),
    secrets,
    webhookHttp,
    httpsRequired: false,
    baseUrlOf: () => 'http://localhost/v1',
  });
  const call = (scope: Scope, parts: object) =>
    ({
      scope,
      query: {},
      authorize: () => {},
      read: (work: never) => db.read(scope, work),
      write: (work: never) => db.write(scope, work),
      ...parts,
    }) as never;
  return {
    criar: async (scope: Scope, body: WebhookEntrada): Promise<WebhookCriado> =>
      (await handlers.criarWebhook(call(scope, { body }))).body,
    listar: async (scope: Scope, query: object = {}): Promise<Page<Webhook>> =>
      (await handlers.listarWebhooks(call(scope, { query }))).body as Page<Webhook>,
    excluir: async (scope: Scope, webhookId: string): Promise<void> => {
      await handlers.excluirWebhook(call(scope, { params: { webhookId } }));
    },
    entregas: async (scope: Scope, webhookId: string, query: object = {}): Promise<Page<EntregaWebhook>> =>
      (await handlers.listarEntregas(call(scope, { params: { webhookId }, query }))).body as Page<EntregaWebhook>,
  };
}
