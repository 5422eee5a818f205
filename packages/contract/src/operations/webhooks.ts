import { operation } from '../operation.ts';
import {
  ChamadasQuery,
  EntregasQuery,
  EntregaWebhook,
  PaginaDeChamada,
  PaginaDeEntregaWebhook,
  PaginaDeWebhook,
  PaginaQuery,
  Repeticao,
  RepeticaoEntrada,
  SegredoRenovado,
  TesteWebhookEntrada,
  Webhook,
  WebhookAlteracao,
  WebhookCriado,
  WebhookEntrada,
} from '../schemas/index.ts';
import { inline, uuid } from '../schemas/kit.ts';
import { body, empty, json, optionalBody } from './kit.ts';

const manage = { tag: 'Webhooks', credential: 'api', scope: 'webhooks:gerenciar', role: 'ADMINISTRADOR' } as const;
const webhookParams = inline({ webhookId: uuid() });

export const webhooks = {
  listarWebhooks: operation({
    ...manage,
    method: 'GET',
    path: '/webhooks',
    reads: 'replica',
    query: PaginaQuery,
    success: 200,
    answer: json(PaginaDeWebhook),
    summary: 'Lista webhooks',
  }),
  criarWebhook: operation({
    ...manage,
    method: 'POST',
    path: '/webhooks',
    standing: 'active',
    secret: true,
    body: body(WebhookEntrada),
    success: 201,
    answer: json(WebhookCriado),
    errors: ['422 LIMITE_EXCEDIDO'],
    summary: 'Registra um webhook',
    description: 'O segredo que assina as entregas aparece só nesta resposta. Até 20 por ambiente.',
  }),
  obterWebhook: operation({
    ...manage,
    method: 'GET',
    path: '/webhooks/{webhookId}',
    reads: 'replica',
    added: true,
    params: webhookParams,
    success: 200,
    answer: json(Webhook),
    summary: 'Lê um webhook',
  }),
  alterarWebhook: operation({
    ...manage,
    method: 'PATCH',
    path: '/webhooks/{webhookId}',
    params: webhookParams,
    body: body(WebhookAlteracao),
    success: 200,
    answer: json(Webhook),
    summary: 'Altera ou reativa um webhook',
    description:
      'Um webhook é desativado quando uma entrega é dada por perdida sem que outra tenha chegado no período, ou assim que ' +
      'o receptor responde 410; quem administra a organização é avisado por e-mail. `ativo: true` o reativa: cada entrega ' +
      'pendente é tentada na hora, e o calendário de novas tentativas recomeça. O que já foi dado por perdido fica no ' +
      'histórico e pode ser reenviado.',
  }),
  excluirWebhook: operation({
    ...manage,
    method: 'DELETE',
    path: '/webhooks/{webhookId}',
    params: webhookParams,
    success: 204,
    answer: empty,
    summary: 'Exclui um webhook',
  }),
  listarEntregas: operation({
    ...manage,
    method: 'GET',
    path: '/webhooks/{webhookId}/entregas',
    reads: 'replica',
    params: webhookParams,
    query: EntregasQuery,
    success: 200,
    answer: json(PaginaDeEntregaWebhook),
    summary: 'Lista as entregas de um webhook',
    description: 'Com o corpo enviado, cada tentativa e o começo do que o receptor respondeu.',
  }),
  renovarSegredoWebhook: operation({
    ...manage,
    method: 'POST',
    path: '/webhooks/{webhookId}/segredo',
    added: true,
    secret: true,
    params: webhookParams,
    success: 200,
    answer: json(SegredoRenovado),
    summary: 'Troca o segredo de um webhook',
    description:
      'Por 24 horas cada entrega leva duas assinaturas, uma de cada segredo. Trocado de novo nesse tempo, valem os dois ' +
      'mais recentes.',
  }),
  testarWebhook: operation({
    ...manage,
    method: 'POST',
    path: '/webhooks/{webhookId}/teste',
    added: true,
    standing: 'active',
    params: webhookParams,
    body: optionalBody(TesteWebhookEntrada),
    success: 202,
    answer: json(EntregaWebhook),
    summary: 'Envia um evento de teste',
    description:
      'O exemplo do evento pedido, ou do primeiro assinado, com `dados.teste: true`, só a este webhook, ativo ou não. É feita uma ' +
      'tentativa, que fica no histórico e não muda o estado do webhook.',
  }),
  repetirEventos: operation({
    ...manage,
    method: 'POST',
    path: '/webhooks/{webhookId}/repetir',
    added: true,
    params: webhookParams,
    body: body(RepeticaoEntrada),
    success: 202,
    answer: json(Repeticao),
    errors: ['409 CONFLITO'],
    summary: 'Entrega de novo o que ocorreu num período',
    description:
      'Os eventos do período, do mais antigo ao mais novo, também os já entregues, os dados por perdidos e os de antes de o ' +
      'webhook existir, cada um com o seu `eventoId`; se falharem, o calendário de novas tentativas recomeça. Responde 409 ' +
      'enquanto o webhook está inativo.',
  }),
  reenviarEntrega: operation({
    ...manage,
    method: 'POST',
    path: '/webhooks/{webhookId}/entregas/{entregaId}/reenviar',
    added: true,
    params: inline({ webhookId: uuid(), entregaId: uuid() }),
    success: 202,
    answer: json(EntregaWebhook),
    errors: ['409 CONFLITO'],
    summary: 'Repete uma entrega',
    description:
      'Na hora, com o mesmo corpo e o mesmo `eventoId`, também o que já foi entregue ou dado por perdido; se falhar, o ' +
      'calendário de novas tentativas recomeça. Responde 409 enquanto a entrega está na fila ou o webhook está inativo.',
  }),
};

export const chamadas = {
  listarChamadas: operation({
    tag: 'Chamadas',
    credential: 'api',
    scope: 'auditoria:ler',
    role: 'ADMINISTRADOR',
    method: 'GET',
    path: '/chamadas',
    recorded: 'refusals',
    added: true,
    query: ChamadasQuery,
    success: 200,
    answer: json(PaginaDeChamada),
    summary: 'Lista as chamadas recentes à API',
    description:
      'As deste ambiente, da mais recente à mais antiga, por chave de API ou pelo painel: para achar um erro pelo ' +
      '`requestId` e ver o que aconteceu em volta. Aparecem por 90 dias, ou pelo prazo de guarda de REGISTRO_CHAMADA, se ' +
      'menor, até as 100.000 mais recentes da organização; `guarda` o diz. É um auxílio de diagnóstico, não uma prova: ' +
      'num pico, ou se um servidor parar de repente, algumas podem faltar. Uma chamada aparece em até um segundo. Não entram as de quem assina, as sem ' +
      'credencial, as da própria conta de uma pessoa (`/sessoes` e `/autenticacao`) e esta mesma, quando tem sucesso; ' +
      'de recusas por excesso de chamadas, uma por credencial e segundo.',
  }),
};
