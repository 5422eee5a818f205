import { operation } from '../operation.ts';
import {
  ChaveApiCriada,
  ChaveApiEntrada,
  ConsultaPagina,
  Membro,
  MembroAlteracao,
  MembroEntrada,
  Organizacao,
  OrganizacaoAlteracao,
  PaginaDeChaveApi,
  PaginaDeMembro,
  PaginaDeOrganizacaoDoUsuario,
} from '../schemas/index.ts';
import { inline, uuid } from '../schemas/kit.ts';
import { body, empty, json } from './kit.ts';

const read = { tag: 'Organização', credential: 'api', scope: 'organizacao:ler', role: 'VISUALIZADOR' } as const;
const write = { tag: 'Organização', credential: 'api', scope: 'organizacao:escrever', role: 'ADMINISTRADOR' } as const;
const keys = { tag: 'Chaves de API', credential: 'session', role: 'ADMINISTRADOR' } as const;
const membroParams = inline({ membroId: uuid() });

export const organizacao = {
  listarOrganizacoes: operation({
    ...read,
    method: 'GET',
    path: '/organizacoes',
    query: ConsultaPagina,
    success: 200,
    answer: json(PaginaDeOrganizacaoDoUsuario),
    summary: 'Lista as organizações do usuário',
    description: 'Com chave de API, exatamente uma.',
    planned: true,
  }),
  obterOrganizacao: operation({
    ...read,
    method: 'GET',
    path: '/organizacao',
    success: 200,
    answer: json(Organizacao),
    summary: 'Lê a organização da credencial',
    description: 'A chamada autenticada mais barata: serve para conferir se a integração está de pé.',
  }),
  alterarOrganizacao: operation({
    ...write,
    method: 'PATCH',
    path: '/organizacao',
    body: body(OrganizacaoAlteracao),
    success: 200,
    answer: json(Organizacao),
    summary: 'Altera cadastro e marca',
    planned: true,
  }),
  listarMembros: operation({
    ...read,
    role: 'OPERADOR',
    method: 'GET',
    path: '/organizacao/membros',
    query: ConsultaPagina,
    success: 200,
    answer: json(PaginaDeMembro),
    summary: 'Lista membros',
    planned: true,
  }),
  convidarMembro: operation({
    ...write,
    method: 'POST',
    path: '/organizacao/membros',
    body: body(MembroEntrada),
    success: 201,
    answer: json(Membro),
    summary: 'Convida um membro',
    description: 'O convite vai por e-mail, vale para aquele endereço e serve uma vez.',
    planned: true,
  }),
  alterarMembro: operation({
    ...write,
    method: 'PATCH',
    path: '/organizacao/membros/{membroId}',
    params: membroParams,
    body: body(MembroAlteracao),
    success: 200,
    answer: json(Membro),
    errors: ['409 CONFLITO'],
    summary: 'Altera papel ou situação de um membro',
    planned: true,
  }),
  excluirMembro: operation({
    ...write,
    method: 'DELETE',
    path: '/organizacao/membros/{membroId}',
    params: membroParams,
    success: 204,
    answer: empty,
    errors: ['409 CONFLITO'],
    summary: 'Remove um membro',
    description: 'As sessões da pessoa terminam na hora. O último proprietário não sai.',
    planned: true,
  }),
};

export const chavesApi = {
  listarChavesApi: operation({
    ...keys,
    method: 'GET',
    path: '/chaves-api',
    query: ConsultaPagina,
    success: 200,
    answer: json(PaginaDeChaveApi),
    summary: 'Lista chaves de API',
    description: 'Sem os segredos.',
  }),
  criarChaveApi: operation({
    ...keys,
    method: 'POST',
    path: '/chaves-api',
    body: body(ChaveApiEntrada),
    success: 201,
    answer: json(ChaveApiCriada),
    summary: 'Cria uma chave de API',
    description: 'O valor inteiro aparece só nesta resposta.',
  }),
  revogarChaveApi: operation({
    ...keys,
    method: 'DELETE',
    path: '/chaves-api/{chaveId}',
    params: inline({ chaveId: uuid() }),
    success: 204,
    answer: empty,
    summary: 'Revoga uma chave de API',
    description: 'Vale na hora, sem carência.',
  }),
};
