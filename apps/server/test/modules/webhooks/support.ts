import { createSecretKey, randomUUID } from 'node:crypto';
import type {
  Ambiente,
  EntregaWebhook,
  EventoWebhook,
  Webhook,
  WebhookCriado,
  WebhookEntrada,
} from '@rubrica/contract';
import { createSecrets } from '../../../src/adapters/master-key.ts';
import { createWebhookHttp } from '../../../src/adapters/webhook-http.ts';
import { createCursors } from '../../../src/core/cursor.ts';
import { handlersOf } from '../../../src/core/job.ts';
import { NO_METRICS } from '../../../src/core/metrics/index.ts';
import { emit } from '../../../src/core/outbox.ts';
import type { Page } from '../../../src/core/page.ts';
import type { WebhookHttp } from '../../../src/core/ports.ts';
import { type Scope, scopeOf } from '../../../src/core/scope.ts';
import { createMessenger } from '../../../src/modules/mensagens/index.ts';
import type { NoticeDeps } from '../../../src/modules/webhooks/deactivate.ts';
import { createDeliver, createTry, type DeliveryDeps } from '../../../src/modules/webhooks/deliver.ts';
import { webhooks } from '../../../src/modules/webhooks/index.ts';
import { jobs } from '../../../src/modules/webhooks/jobs.ts';
import { webhooksHandlers } from '../../../src/modules/webhooks/routes.ts';
import { openDatabase, startDatabase } from '../../database.ts';

export const MASTER_KEY = Buffer.alloc(32, 7);
export const secrets = createSecrets(MASTER_KEY);
export const LOOPBACK = ['127.0.0.0/8'];

export function delivery(
  db: DeliveryDeps['db'],
  webhookHttp: WebhookHttp,
  changes: Partial<DeliveryDeps>,
): DeliveryDeps & NoticeDeps {
  const messages = {
    messenger: createMessenger(db, null, null, { name: 'Rubrica', address: 'nao-responda@localhost' }),
    panelUrl: 'http://localhost/painel',
  };
  const policy = { random: () => 0.5, retrySeconds: [1, 1], metrics: NO_METRICS };
  return { db, secrets, webhookHttp, ...policy, ...messages, ...changes };
}

/** One attempt of a delivery, as its job makes it when it falls due. */
export const deliverWith = (deps: DeliveryDeps) => createDeliver(deps.db, createTry(deps));

/** The module's queues with what works them. */
export const webhooksJobs = (deps: DeliveryDeps & NoticeDeps) => handlersOf(webhooks.queues, jobs(deps));

/** A database, an application that sends and, once `work` is called, one that works. */
export async function startWorld() {
  const webhookHttp = createWebhookHttp({ production: false, allowNetworks: LOOPBACK });
  const database = await startDatabase(Object.values(webhooks.queues));
  const { address, owner } = database;
  const { db, queue } = openDatabase(address);
  await queue.start([]);

  const stops: (() => Promise<void>)[] = [];
  return {
    address,
    owner,
    db,
    webhookHttp,
    /** Starts a process's worth of workers. */
    async work(changes: Partial<DeliveryDeps> = {}) {
      const worker = openDatabase(address);
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
    emit: (scope: Scope, evento: EventoWebhook, dados: object = { documento: { id: randomUUID() } }) =>
      db.write(scope, (tx) => emit(tx, evento, randomUUID(), dados)),
    api: apiOf(db, webhookHttp),
    async stop() {
      for (const stop of stops) await stop();
      await queue.stop(500);
      await webhookHttp.close();
      await db.close();
      await database.stop();
    },
  };
}

export type World = Awaited<ReturnType<typeof startWorld>>;

/** The module's handlers, called as the web server calls them for a caller of the scope. */
function apiOf(db: DeliveryDeps['db'], webhookHttp: WebhookHttp) {
  const handlers = webhooksHandlers({
    cursors: createCursors(createSecretKey(Buffer.alloc(32, 9))),
    secrets,
    webhookHttp,
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
