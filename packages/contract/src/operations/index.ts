import { assinatura } from './assinatura.ts';
import { conta } from './conta.ts';
import { documentos } from './documentos.ts';
import { eventos } from './eventos.ts';
import { formularios } from './formularios.ts';
import { clientes, envelopes, modelos, modelosEmail, pastas } from './library.ts';
import { chavesApi, organizacao } from './organizacao.ts';
import { relogio } from './relogio.ts';
import { sessoes } from './sessoes.ts';
import { campos, signatarios } from './signatarios.ts';
import { simulation } from './simulation.ts';
import { anybody, consumo, dataProtection, oauth, servico } from './support.ts';
import { chamadas, webhooks } from './webhooks.ts';

/** Every operation of the API, by operationId. */
export const operations = Object.freeze({
  ...documentos,
  ...signatarios,
  ...campos,
  ...envelopes,
  ...pastas,
  ...clientes,
  ...modelos,
  ...formularios,
  ...modelosEmail,
  ...webhooks,
  ...eventos,
  ...chamadas,
  ...anybody,
  ...assinatura,
  ...organizacao,
  ...consumo,
  ...dataProtection,
  ...chavesApi,
  ...sessoes,
  ...conta,
  ...servico,
  ...simulation,
  ...relogio,
  ...oauth,
});
