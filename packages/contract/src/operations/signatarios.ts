import { operation } from '../operation.ts';
import {
  CamposEntrada,
  PaginaDeCampo,
  PaginaDeSignatario,
  PaginaQuery,
  Signatario,
  SignatarioAlteracao,
  SignatarioEntrada,
} from '../schemas/index.ts';
import { body, documentoParams, empty, json, signatarioParams } from './kit.ts';

const read = { tag: 'Signatários', credential: 'api', scope: 'signatarios:ler', role: 'VISUALIZADOR' } as const;
const write = { tag: 'Signatários', credential: 'api', scope: 'signatarios:escrever', role: 'OPERADOR' } as const;

export const signatarios = {
  listarSignatarios: operation({
    ...read,
    method: 'GET',
    path: '/documentos/{documentoId}/signatarios',
    params: documentoParams,
    query: PaginaQuery,
    success: 200,
    answer: json(PaginaDeSignatario),
    summary: 'Lista os signatários',
  }),
  criarSignatario: operation({
    ...write,
    method: 'POST',
    path: '/documentos/{documentoId}/signatarios',
    standing: 'active',
    params: documentoParams,
    body: body(SignatarioEntrada),
    success: 201,
    answer: json(Signatario),
    errors: ['409 DOCUMENTO_IMUTAVEL', '422 LIMITE_EXCEDIDO'],
    summary: 'Acrescenta um signatário',
    description: 'Só em rascunho. Com `metodoEntrega` LINK, a resposta traz o endereço pessoal de assinatura.',
  }),
  obterSignatario: operation({
    ...read,
    method: 'GET',
    path: '/documentos/{documentoId}/signatarios/{signatarioId}',
    params: signatarioParams,
    success: 200,
    answer: json(Signatario),
    summary: 'Lê um signatário',
    description: 'Com os fatores exigidos, os cumpridos e o momento de cada passo.',
  }),
  alterarSignatario: operation({
    ...write,
    method: 'PATCH',
    path: '/documentos/{documentoId}/signatarios/{signatarioId}',
    standing: 'active',
    params: signatarioParams,
    body: body(SignatarioAlteracao),
    success: 200,
    answer: json(Signatario),
    errors: ['409 CONFLITO'],
    summary: 'Corrige um signatário',
    description:
      'Enquanto não assinou, também depois do envio; então nome, CPF, nascimento e contato mudam em todos os documentos do mesmo link que a pessoa não concluiu, três vezes por hora. Corrigir o contato troca o link e o envia de novo. Depois que a pessoa abriu o documento, corrigir qualquer um deles anula o que ela fez: o link é outro, e fatores, leitura e aceite se repetem.',
  }),
  excluirSignatario: operation({
    ...write,
    method: 'DELETE',
    path: '/documentos/{documentoId}/signatarios/{signatarioId}',
    params: signatarioParams,
    success: 204,
    answer: empty,
    errors: ['409 CONFLITO'],
    summary: 'Remove um signatário',
    description: 'Enquanto não assinou. O link morre na hora e os campos da pessoa saem junto.',
  }),
  esquecerAutenticador: operation({
    ...write,
    role: 'ADMINISTRADOR',
    method: 'DELETE',
    path: '/documentos/{documentoId}/signatarios/{signatarioId}/autenticador',
    added: true,
    params: signatarioParams,
    success: 204,
    answer: empty,
    summary: 'Esquece o autenticador de um signatário',
    description:
      'Desfaz o cadastro do aplicativo com que a pessoa cumpre TOTP; na próxima vez ela o cadastra de novo. O que ele provou em documentos que ela ainda não concluiu deixa de valer; a trilha o conta, e a pessoa é avisada por e-mail. Sem cadastro, nada muda.',
  }),
};

export const campos = {
  listarCampos: operation({
    ...read,
    tag: 'Campos',
    scope: 'documentos:ler',
    method: 'GET',
    path: '/documentos/{documentoId}/campos',
    params: documentoParams,
    query: PaginaQuery,
    success: 200,
    answer: json(PaginaDeCampo),
    summary: 'Lista os campos',
  }),
  definirCampos: operation({
    ...write,
    tag: 'Campos',
    scope: 'documentos:escrever',
    method: 'PUT',
    path: '/documentos/{documentoId}/campos',
    params: documentoParams,
    body: body(CamposEntrada),
    success: 200,
    answer: json(PaginaDeCampo),
    errors: ['409 DOCUMENTO_IMUTAVEL', '422 LIMITE_EXCEDIDO'],
    summary: 'Define todos os campos',
    description: 'Substitui o mapa inteiro de uma vez. Uma entrada com o `id` de um campo existente o mantém.',
  }),
};
