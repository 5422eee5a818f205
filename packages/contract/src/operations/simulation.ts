import { operation } from '../operation.ts';
import {
  CaixaQuery,
  Disparo,
  DisparoEntrada,
  Falhas,
  FalhasEntrada,
  Limpeza,
  PaginaDeMensagemCaixa,
  Signatario,
  SimulacaoEntrada,
} from '../schemas/index.ts';
import { inline, uuid } from '../schemas/kit.ts';
import { body, empty, json, signatarioParams } from './kit.ts';

const here = { tag: 'Sandbox', credential: 'api', only: 'sandbox', added: true } as const;
const hooks = { ...here, scope: 'webhooks:gerenciar', role: 'ADMINISTRADOR' } as const;

/** What exists in the sandbox alone, to drive it (docs/adr/0058). */
export const simulation = {
  listarCaixa: operation({
    ...here,
    scope: 'documentos:ler',
    role: 'VISUALIZADOR',
    method: 'GET',
    path: '/caixa',
    query: CaixaQuery,
    success: 200,
    answer: json(PaginaDeMensagemCaixa),
    summary: 'Lista as mensagens retidas no sandbox',
    description:
      'Os e-mails e SMS que o sandbox teria enviado, do mais novo ao mais antigo: é daqui que um teste tira links e códigos. ' +
      'Com `aguardar`, a resposta espera até haver alguma.',
  }),
  esvaziarCaixa: operation({
    ...here,
    scope: 'documentos:escrever',
    role: 'OPERADOR',
    method: 'DELETE',
    path: '/caixa',
    success: 204,
    answer: empty,
    summary: 'Esvazia a caixa do sandbox',
    description: 'Apaga as mensagens que a listagem mostra a quem chama.',
  }),
  simularSignatario: operation({
    ...here,
    scope: 'signatarios:escrever',
    role: 'OPERADOR',
    method: 'POST',
    path: '/documentos/{documentoId}/signatarios/{signatarioId}/simular',
    params: signatarioParams,
    body: body(SimulacaoEntrada),
    success: 200,
    answer: json(Signatario),
    errors: ['403 AUTENTICACAO_INCOMPLETA', '409 CONFLITO', '410 LINK_INDISPONIVEL'],
    summary: 'Simula o que um signatário faz',
    description:
      'Os mesmos atos da tela de assinatura, com as mesmas recusas, pelo link da pessoa: AUTENTICAR também abre, cumprindo ' +
      'cada fator que falta; ASSINAR também lê até o fim e aceita. Acontece tudo ou nada. A trilha diz SIMULACAO.',
  }),
  dispararEvento: operation({
    ...hooks,
    method: 'POST',
    path: '/eventos/disparar',
    standing: 'active',
    body: body(DisparoEntrada),
    success: 202,
    answer: json(Disparo),
    errors: ['404 NAO_ENCONTRADO', '409 CONFLITO'],
    summary: 'Dispara um evento',
    description:
      'Com `dados.teste: true`, sem que nada mude, e entregue como qualquer outro: com novas tentativas, e desativando o ' +
      'webhook que não responde. De um documento, aparece também em `/eventos`.',
  }),
  falharWebhook: operation({
    ...hooks,
    method: 'POST',
    path: '/webhooks/{webhookId}/falhar',
    params: inline({ webhookId: uuid() }),
    body: body(FalhasEntrada),
    success: 200,
    answer: json(Falhas),
    summary: 'Faz falhar as próximas entregas de um webhook',
    description:
      'Nada sai nelas: cada tentativa fica no histórico como se o receptor tivesse falhado assim, e tem as mesmas ' +
      'consequências. Pedido de novo, vale o último.',
  }),
  limparSandbox: operation({
    ...here,
    scope: 'documentos:escrever',
    role: 'ADMINISTRADOR',
    method: 'POST',
    path: '/limpar',
    success: 202,
    answer: json(Limpeza),
    summary: 'Apaga os dados de teste da organização',
    description:
      'Documentos em qualquer situação, com arquivos, trilhas e certificados, envelopes, pastas, modelos, mensagens, ' +
      'eventos, entregas, chamadas e pedidos de titulares criados até agora, para sempre. Ficam chaves, webhooks e prazos ' +
      'de guarda. Nada de produção é tocado. Termina depois da resposta, um tanto por vez.',
  }),
};
