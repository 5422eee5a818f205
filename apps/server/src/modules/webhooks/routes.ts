import type { Handlers } from '../../core/call.ts';
import type { Cursors } from '../../core/cursor.ts';
import { pageOf } from '../../core/page.ts';
import type { Secrets, WebhookHttp } from '../../core/ports.ts';
import { found, refuseInvalid } from '../../core/problem.ts';
import type { Scope } from '../../core/scope.ts';
import { alterarWebhook } from './alterar.ts';
import { criarWebhook } from './criar.ts';
import { dispararEvento } from './disparar.ts';
import { excluirWebhook } from './excluir.ts';
import { falharWebhook } from './falhar.ts';
import { presentEntrega, presentWebhook } from './present.ts';
import { reenviarEntrega } from './reenviar.ts';
import { repetirEventos } from './repetir.ts';
import { urlProblems } from './rules.ts';
import { renovarSegredo } from './segredo.ts';
import { countWebhooks, findWebhook, listWebhooks } from './store.ts';
import { countEntregas, listEntregas } from './store-deliveries.ts';
import { testarWebhook } from './testar.ts';

export interface WebhooksDeps {
  readonly cursors: Cursors;
  readonly secrets: Secrets;
  readonly webhookHttp: WebhookHttp;
  /** The API's address in an environment, for `Location`. */
  readonly baseUrlOf: (scope: Scope) => string;
}

type OfWebhooks =
  | 'listarWebhooks'
  | 'criarWebhook'
  | 'obterWebhook'
  | 'alterarWebhook'
  | 'excluirWebhook'
  | 'renovarSegredoWebhook';

type OfDeliveries =
  | 'listarEntregas'
  | 'testarWebhook'
  | 'repetirEventos'
  | 'reenviarEntrega'
  | 'dispararEvento'
  | 'falharWebhook';

export const webhooksHandlers = (deps: WebhooksDeps): Handlers<OfWebhooks | OfDeliveries> => ({
  ...handlersOfWebhooks(deps),
  ...handlersOfDeliveries(deps),
});

function handlersOfWebhooks(deps: WebhooksDeps): Handlers<OfWebhooks> {
  return {
    listarWebhooks: (call) =>
      call.read(async (tx) => {
        const { organizacaoId, ambiente } = tx.scope;
        const filters = { listagem: 'webhooks', organizacaoId, ambiente };
        const body = await pageOf(deps.cursors, tx.now, call.query, filters, {
          page: (after, limit) => listWebhooks(tx, after, limit),
          total: () => countWebhooks(tx),
          key: (row) => [row.criado_em.toISOString(), row.id],
          present: presentWebhook,
        });
        return { body };
      }),

    criarWebhook: async (call) => {
      // Checked before the transaction, because it resolves a name; reported inside it, so that a replayed call gets
      // its stored response whatever the name resolves to by then.
      const problems = await urlProblems(deps.webhookHttp, call.scope, call.body.url);
      return call.write(async (tx) => {
        refuseInvalid(problems);
        const body = await criarWebhook(tx, deps.secrets, call.body);
        return { body, headers: { location: `${deps.baseUrlOf(tx.scope)}/webhooks/${body.id}` } };
      });
    },

    obterWebhook: (call) =>
      call.read(async (tx) => {
        const webhook = found(await findWebhook(tx, call.params.webhookId));
        call.authorize();
        return { body: presentWebhook(webhook) };
      }),

    alterarWebhook: async (call) => {
      const { url } = call.body;
      const problems = url === undefined ? [] : await urlProblems(deps.webhookHttp, call.scope, url);
      return call.write(async (tx) => ({
        body: await alterarWebhook(tx, call.params.webhookId, call.body, problems, () => call.authorize()),
      }));
    },

    excluirWebhook: (call) =>
      call.write(async (tx) => {
        await excluirWebhook(tx, call.params.webhookId, () => call.authorize());
        return { body: undefined };
      }),

    renovarSegredoWebhook: (call) =>
      call.write(async (tx) => ({
        body: await renovarSegredo(tx, deps.secrets, call.params.webhookId, () => call.authorize()),
      })),
  };
}

function handlersOfDeliveries({ cursors }: WebhooksDeps): Handlers<OfDeliveries> {
  return {
    listarEntregas: (call) =>
      call.read(async (tx) => {
        const webhook = found(await findWebhook(tx, call.params.webhookId));
        call.authorize();
        const { organizacaoId, ambiente } = tx.scope;
        const status = call.query.status ?? null;
        const filters = { listagem: 'entregas', organizacaoId, ambiente, webhookId: webhook.id, status };
        const body = await pageOf(cursors, tx.now, call.query, filters, {
          page: (after, limit) => listEntregas(tx, webhook.id, status, after, limit),
          total: () => countEntregas(tx, webhook.id, status),
          key: (row) => [row.criada_em.toISOString(), row.id],
          present: (row) => presentEntrega(row, webhook),
        });
        return { body };
      }),

    testarWebhook: (call) =>
      call.write(async (tx) => ({
        body: await testarWebhook(tx, call.params.webhookId, call.body ?? {}, () => call.authorize()),
      })),

    repetirEventos: (call) =>
      call.write(async (tx) => ({
        body: await repetirEventos(tx, call.params.webhookId, call.body, () => call.authorize()),
      })),

    dispararEvento: (call) => call.write(async (tx) => ({ body: await dispararEvento(tx, call.body) })),

    falharWebhook: (call) =>
      call.write(async (tx) => ({
        body: await falharWebhook(tx, call.params.webhookId, call.body, () => call.authorize()),
      })),

    reenviarEntrega: (call) =>
      call.write(async (tx) => {
        const { webhookId, entregaId } = call.params;
        return { body: await reenviarEntrega(tx, webhookId, entregaId, () => call.authorize()) };
      }),
  };
}
