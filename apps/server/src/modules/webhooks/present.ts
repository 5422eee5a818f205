import type { EntregaWebhook, Webhook } from '@rubrica/contract';
import type { WebhookRow } from './store.ts';
import type { ListedEntrega } from './store-deliveries.ts';

export function presentWebhook(row: WebhookRow): Webhook {
  return {
    id: row.id,
    url: row.url,
    eventos: row.eventos,
    ativo: row.ativo,
    descricao: row.descricao,
    criadoEm: row.criado_em.toISOString(),
    ultimaEntregaEm: row.ultima_entrega_em?.toISOString() ?? null,
    ultimaEntregaStatus: row.ultima_entrega_status,
  };
}

/** While its webhook is inactive a delivery waits for nothing but the reactivation, so it tells no next attempt; a test
 * goes all the same. */
export function presentEntrega(row: ListedEntrega, webhook: WebhookRow): EntregaWebhook {
  const last = row.history.at(-1);
  return {
    id: row.id,
    eventoId: row.evento_id,
    webhookId: row.webhook_id,
    evento: row.evento,
    status: row.status,
    tentativas: row.tentativas,
    ocorridaEm: row.ocorrida_em.toISOString(),
    proximaTentativaEm: (webhook.ativo || row.teste ? row.proxima_tentativa_em?.toISOString() : null) ?? null,
    respostaHttp: row.resposta_http,
    duracaoMs: row.duracao_ms,
    erro: row.erro,
    regra: last?.regra ?? null,
    valores: last?.valores ?? null,
    corpo: row.corpo.toString('utf8'),
    tentativasRealizadas: row.history.map((attempt) => ({
      numero: attempt.numero,
      ocorridaEm: new Date(attempt.realizada_em).toISOString(),
      respostaHttp: attempt.resposta_http,
      respostaCorpo: attempt.resposta_corpo,
      duracaoMs: attempt.duracao_ms,
      erro: attempt.erro,
      regra: attempt.regra,
      valores: attempt.valores,
    })),
  };
}
