import { envelopes, modelos, pastas } from './acervo.ts';
import { consumo, oauth, protecaoDados, publico, servico } from './apoio.ts';
import { assinatura } from './assinatura.ts';
import { documentos } from './documentos.ts';
import { chavesApi, organizacao } from './organizacao.ts';
import { sessoes } from './sessoes.ts';
import { campos, signatarios } from './signatarios.ts';
import { chamadas, webhooks } from './webhooks.ts';

/** Every operation of the API, by operationId. */
export const operations = Object.freeze({
  ...documentos,
  ...signatarios,
  ...campos,
  ...envelopes,
  ...pastas,
  ...modelos,
  ...webhooks,
  ...chamadas,
  ...publico,
  ...assinatura,
  ...organizacao,
  ...consumo,
  ...protecaoDados,
  ...chavesApi,
  ...sessoes,
  ...servico,
  ...oauth,
});
