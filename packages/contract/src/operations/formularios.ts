import { operation } from '../operation.ts';
import {
  ConfirmacaoFormularioEntrada,
  Formulario,
  FormularioAConfirmar,
  FormularioConfirmado,
  LinkModelo,
  LinkModeloAlteracao,
  LinkModeloEntrada,
  PaginaDeLinkModelo,
  PaginaQuery,
  PedidoFormulario,
  PedidoFormularioEntrada,
} from '../schemas/index.ts';
import { inline, uuid } from '../schemas/kit.ts';
import { body, empty, json, optionalBody, tokenParams } from './kit.ts';

const ofTemplate = { params: inline({ modeloId: uuid() }) };
const one = { params: inline({ modeloId: uuid(), linkId: uuid() }) };
const write = {
  tag: 'Modelos',
  credential: 'api',
  scope: 'documentos:escrever',
  role: 'OPERADOR',
  added: true,
} as const;
const visitor = { tag: 'Assinatura', credential: 'signer-token', added: true, success: 200 } as const;
const form = {
  ...visitor,
  ticket: 'form',
  params: tokenParams('O do link público; não é aceito em nenhum outro lugar.'),
  errors: ['409 CONFLITO'],
} as const;

const message = {
  ...visitor,
  ticket: 'form-request',
  path: '/formularios/{token}/confirmar',
  params: tokenParams('O da mensagem; não é aceito em nenhum outro lugar.'),
  errors: ['409 CONFLITO'],
} as const;

/** Public links of a template, and the pages they open (ADR 0086). */
export const formularios = {
  listarLinksDeModelo: operation({
    ...write,
    ...ofTemplate,
    scope: 'modelos:ler',
    role: 'VISUALIZADOR',
    method: 'GET',
    path: '/modelos/{modeloId}/links',
    query: PaginaQuery,
    success: 200,
    answer: json(PaginaDeLinkModelo),
    summary: 'Lista os links públicos de um modelo',
    description: 'Os mais novos primeiro, também os que não recebem mais respostas.',
  }),
  criarLinkDeModelo: operation({
    ...write,
    ...ofTemplate,
    method: 'POST',
    path: '/modelos/{modeloId}/links',
    standing: 'confirmed',
    body: body(LinkModeloEntrada),
    success: 201,
    answer: json(LinkModelo),
    errors: ['422 LIMITE_EXCEDIDO'],
    summary: 'Cria um link público de um modelo',
    description:
      'Quem abre o `url` dá nome e e-mail, confirma o endereço por uma mensagem e assina um documento seu, gerado do modelo e enviado em nome de quem criou o link; cada um consome um envelope. Nada é gerado antes da confirmação. `documento` é o que vale para todos: as variáveis do modelo, quem ocupa os outros papéis, mensagem, prazo. Quem chega pelo link só pode cumprir os fatores EMAIL e TOTP.',
  }),
  alterarLinkDeModelo: operation({
    ...write,
    ...one,
    method: 'PATCH',
    path: '/modelos/{modeloId}/links/{linkId}',
    standing: 'active',
    body: body(LinkModeloAlteracao),
    success: 200,
    answer: json(LinkModelo),
    errors: ['409 CONFLITO'],
    summary: 'Altera um link público',
  }),
  encerrarLinkDeModelo: operation({
    ...write,
    ...one,
    method: 'DELETE',
    path: '/modelos/{modeloId}/links/{linkId}',
    success: 204,
    answer: empty,
    summary: 'Encerra um link público',
    description: 'Não recebe mais respostas, e não volta a receber. Os documentos feitos por ele seguem como estão.',
  }),
  abrirFormulario: operation({
    ...form,
    method: 'GET',
    path: '/formularios/{token}',
    answer: json(Formulario),
    summary: 'Abre um link público',
    description: 'Responde 410 quando ele não recebe mais respostas.',
  }),
  pedirFormulario: operation({
    ...form,
    method: 'POST',
    path: '/formularios/{token}/pedidos',
    body: body(PedidoFormularioEntrada),
    success: 202,
    answer: json(PedidoFormulario),
    summary: 'Pede um documento por um link público',
    description:
      'Manda ao e-mail uma mensagem que o confirma. Repetido com o mesmo endereço antes de confirmar, manda a mesma outra vez. Em produção, até 10 pedidos por hora por IP, e 3 por hora para um mesmo endereço.',
  }),
  abrirConfirmacao: operation({
    ...message,
    method: 'GET',
    answer: json(FormularioAConfirmar),
    summary: 'Abre a mensagem de um link público',
    description: 'Não confirma nada. Responde 410 quando ela não serve mais.',
  }),
  confirmarFormulario: operation({
    ...message,
    method: 'POST',
    body: optionalBody(ConfirmacaoFormularioEntrada),
    answer: json(FormularioConfirmado),
    emits: ['document.created', 'document.sent'],
    summary: 'Confirma o e-mail e recebe o link de assinatura',
    description: 'Gera e envia o documento, uma vez; repetido, devolve o mesmo link enquanto a pessoa não assinou.',
  }),
};
