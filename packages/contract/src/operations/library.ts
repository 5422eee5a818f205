import { operation } from '../operation.ts';
import {
  Documento,
  DocumentoDeModeloEntrada,
  Envelope,
  EnvelopeAlteracao,
  EnvelopeEntrada,
  EnvelopesQuery,
  Modelo,
  ModeloAlteracao,
  ModeloEntrada,
  PaginaDeEnvelope,
  PaginaDeModelo,
  PaginaDeModeloEmail,
  PaginaDePasta,
  PaginaQuery,
  Pasta,
  PastaAlteracao,
  PastaEntrada,
} from '../schemas/index.ts';
import { inline, uuid } from '../schemas/kit.ts';
import { body, empty, json } from './kit.ts';

const envelopeParams = inline({ envelopeId: uuid() });
const pastaParams = inline({ pastaId: uuid() });
const modeloParams = inline({ modeloId: uuid() });

const readEnvelope = { tag: 'Envelopes', credential: 'api', scope: 'documentos:ler', role: 'VISUALIZADOR' } as const;
const writeEnvelope = { tag: 'Envelopes', credential: 'api', scope: 'documentos:escrever', role: 'OPERADOR' } as const;
const readPasta = { tag: 'Pastas', credential: 'api', scope: 'pastas:ler', role: 'VISUALIZADOR' } as const;
const writePasta = { tag: 'Pastas', credential: 'api', scope: 'pastas:escrever', role: 'OPERADOR' } as const;
const readModelo = { tag: 'Modelos', credential: 'api', scope: 'modelos:ler', role: 'VISUALIZADOR' } as const;
const writeModelo = { tag: 'Modelos', credential: 'api', scope: 'modelos:escrever', role: 'OPERADOR' } as const;

export const envelopes = {
  listarEnvelopes: operation({
    ...readEnvelope,
    method: 'GET',
    path: '/envelopes',
    query: EnvelopesQuery,
    success: 200,
    answer: json(PaginaDeEnvelope),
    summary: 'Lista envelopes',
  }),
  criarEnvelope: operation({
    ...writeEnvelope,
    method: 'POST',
    path: '/envelopes',
    standing: 'active',
    body: body(EnvelopeEntrada),
    success: 201,
    answer: json(Envelope),
    summary: 'Cria um envelope',
    description:
      'Os documentos entram nele pelo `envelopeId` da própria criação ou de uma alteração, depois dos que já estão.',
  }),
  obterEnvelope: operation({
    ...readEnvelope,
    method: 'GET',
    path: '/envelopes/{envelopeId}',
    added: true,
    params: envelopeParams,
    success: 200,
    answer: json(Envelope),
    summary: 'Lê um envelope',
  }),
  alterarEnvelope: operation({
    ...writeEnvelope,
    method: 'PATCH',
    path: '/envelopes/{envelopeId}',
    added: true,
    params: envelopeParams,
    body: body(EnvelopeAlteracao),
    success: 200,
    answer: json(Envelope),
    errors: ['409 CONFLITO'],
    summary: 'Altera um envelope',
    description:
      'O título e a ordem dos documentos, que é a ordem em que quem assina passa por eles. Depois do envio responde 409 `CONFLITO`.',
  }),
  excluirEnvelope: operation({
    ...writeEnvelope,
    method: 'DELETE',
    path: '/envelopes/{envelopeId}',
    added: true,
    params: envelopeParams,
    success: 204,
    answer: empty,
    errors: ['409 CONFLITO'],
    summary: 'Exclui um envelope vazio',
    description:
      'Só antes do envio, e sem documentos dentro: tire-os antes com `PATCH /documentos/{documentoId}`. Nunca apaga em cascata.',
  }),
  enviarEnvelope: operation({
    ...writeEnvelope,
    method: 'POST',
    path: '/envelopes/{envelopeId}/enviar',
    standing: 'confirmed',
    params: envelopeParams,
    success: 200,
    answer: json(Envelope),
    errors: ['402 FRANQUIA_ESGOTADA', '409 CONFLITO', '422 ENTRADA_INVALIDA'],
    emits: ['document.sent'],
    summary: 'Envia o envelope inteiro',
    description:
      'Um só ato e um só envelope da franquia, quantos forem os documentos. Cada documento precisa do que POST /documentos/{documentoId}/enviar pede, e a mesma pessoa dos mesmos dados em todos.',
  }),
};

export const pastas = {
  listarPastas: operation({
    ...readPasta,
    method: 'GET',
    path: '/pastas',
    query: PaginaQuery,
    success: 200,
    answer: json(PaginaDePasta),
    summary: 'Lista pastas',
    description: 'A árvore inteira, mais novas primeiro; `paiId` diz onde cada pasta fica.',
  }),
  criarPasta: operation({
    ...writePasta,
    method: 'POST',
    path: '/pastas',
    standing: 'active',
    body: body(PastaEntrada),
    success: 201,
    answer: json(Pasta),
    errors: ['404 NAO_ENCONTRADO'],
    summary: 'Cria uma pasta',
    description:
      'Pastas de um mesmo lugar têm nomes diferentes, sem distinção de maiúsculas; um nome repetido responde 409 `CONFLITO`.',
  }),
  alterarPasta: operation({
    ...writePasta,
    method: 'PATCH',
    path: '/pastas/{pastaId}',
    params: pastaParams,
    body: body(PastaAlteracao),
    success: 200,
    answer: json(Pasta),
    errors: ['409 CONFLITO'],
    summary: 'Renomeia ou move uma pasta',
    description:
      'Move a pasta com tudo o que contém; `paiId` nulo a leva para a raiz. Responde 409 `CONFLITO` se ela fosse para dentro dela mesma ou de uma pasta que contém, ou se o nome já existe no destino.',
  }),
  excluirPasta: operation({
    ...writePasta,
    role: 'ADMINISTRADOR',
    method: 'DELETE',
    path: '/pastas/{pastaId}',
    params: pastaParams,
    success: 204,
    answer: empty,
    errors: ['409 CONFLITO'],
    summary: 'Exclui uma pasta vazia',
    description: 'Se houver documentos ou pastas dentro, a recusa diz quantos. Nunca apaga em cascata.',
  }),
};

export const modelos = {
  listarModelos: operation({
    ...readModelo,
    method: 'GET',
    path: '/modelos',
    query: PaginaQuery,
    success: 200,
    answer: json(PaginaDeModelo),
    summary: 'Lista modelos',
    description: 'Os pessoais de quem criou a credencial e os da organização.',
  }),
  criarModelo: operation({
    ...writeModelo,
    method: 'POST',
    path: '/modelos',
    standing: 'active',
    body: { kind: 'multipart', dados: ModeloEntrada },
    success: 201,
    answer: json(Modelo),
    errors: ['422 LIMITE_EXCEDIDO'],
    summary: 'Cria um modelo',
  }),
  obterModelo: operation({
    ...readModelo,
    method: 'GET',
    path: '/modelos/{modeloId}',
    params: modeloParams,
    success: 200,
    answer: json(Modelo),
    summary: 'Lê um modelo',
  }),
  baixarArquivoModelo: operation({
    ...readModelo,
    scope: 'arquivos:ler',
    method: 'GET',
    path: '/modelos/{modeloId}/arquivo',
    added: true,
    params: modeloParams,
    success: 200,
    answer: { kind: 'pdf' },
    summary: 'Baixa o PDF de um modelo',
    description: 'Como foi enviado, com as marcas das variáveis no lugar: sobre ele se posicionam os campos.',
  }),
  alterarModelo: operation({
    ...writeModelo,
    method: 'PATCH',
    path: '/modelos/{modeloId}',
    params: modeloParams,
    body: body(ModeloAlteracao),
    success: 200,
    answer: json(Modelo),
    errors: ['422 LIMITE_EXCEDIDO'],
    summary: 'Altera um modelo',
  }),
  excluirModelo: operation({
    ...writeModelo,
    role: 'ADMINISTRADOR',
    method: 'DELETE',
    path: '/modelos/{modeloId}',
    params: modeloParams,
    success: 204,
    answer: empty,
    summary: 'Exclui um modelo',
    description: 'Os documentos gerados continuam como estão.',
  }),
  criarDocumentoDeModelo: operation({
    ...writeModelo,
    scope: 'documentos:escrever',
    method: 'POST',
    path: '/modelos/{modeloId}/documentos',
    standing: 'active',
    params: modeloParams,
    body: body(DocumentoDeModeloEntrada),
    success: 201,
    answer: json(Documento),
    errors: ['422 ENTRADA_INVALIDA', '422 LIMITE_EXCEDIDO'],
    emits: ['document.created'],
    summary: 'Gera um documento a partir do modelo',
    description: 'Só JSON, sem arquivo: as variáveis e quem ocupa cada papel. O documento nasce em RASCUNHO.',
  }),
  listarModelosEmail: operation({
    ...readModelo,
    method: 'GET',
    path: '/modelos-email',
    query: PaginaQuery,
    success: 200,
    answer: json(PaginaDeModeloEmail),
    summary: 'Lista modelos de e-mail',
    description:
      'Os textos de convite que `modeloEmailId` de um documento pode escolher. Em `assunto` e `corpo`, `{{signatario}}`, `{{organizacao}}`, `{{titulo}}` e `{{prazo}}` dão lugar aos dados do envio; um parágrafo que cita o que o documento não tem fica de fora. O link pessoal, e a mensagem do documento, vêm depois do corpo.',
  }),
};
