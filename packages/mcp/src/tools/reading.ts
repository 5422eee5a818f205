import { DOCUMENT_STATUSES } from '@rubrica/contract/enums';
import { PAGE_LIMIT_MAX } from '@rubrica/contract/limits';
import type { Page } from '@rubrica/sdk';
import { Type } from 'typebox';
import { documentShown, eventShown, templateShown, wholeDocumentShown } from '../shown.ts';
import { id, tool } from '../tool.ts';

/** Of a listing at once, unless more are asked for: an assistant reads all of it. */
const LISTED = 10;

const page = {
  limite: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_LIMIT_MAX, default: LISTED })),
  cursor: Type.Optional(Type.String({ description: '`proximoCursor` da página anterior.' })),
};

/** A page of a listing, each item as it is shown. */
async function pageShown<T>(listing: PromiseLike<Page<T>>, shown: (item: T) => object) {
  const { itens, total, proximoCursor } = await listing;
  return { itens: itens.map(shown), total, proximoCursor };
}

const listDocuments = tool({
  name: 'listar_documentos',
  title: 'Listar documentos',
  description:
    'Lista os documentos, do mais novo ao mais antigo, com quem assina e em que ponto cada pessoa está. `busca` procura no título, nos nomes e e-mails de quem assina e na referência. Para saber o que falta, filtre por AGUARDANDO_ASSINATURAS e por PARCIALMENTE_ASSINADO.',
  input: {
    busca: Type.Optional(Type.String({ maxLength: 200 })),
    status: Type.Optional(Type.Enum([...DOCUMENT_STATUSES])),
    ...page,
  },
  effect: 'reads',
  run: ({ limite = LISTED, ...query }, { rubrica }, { signal }) =>
    pageShown(rubrica.documentos.listar({ ...query, limite }, { signal }), documentShown),
});

const showDocument = tool({
  name: 'ver_documento',
  title: 'Ver um documento',
  description:
    'Um documento inteiro: situação, prazos, mensagem, quem assina, o que cada pessoa já fez e os campos que preenche. Links de assinatura e dados pessoais não são mostrados.',
  input: { documentoId: id('De listar_documentos ou de criar_documento.') },
  effect: 'reads',
  run: async ({ documentoId }, { rubrica }, { signal }) =>
    wholeDocumentShown(await rubrica.documentos.obter(documentoId, { signal })),
});

const showTrail = tool({
  name: 'ver_trilha',
  title: 'Ver a trilha de um documento',
  description:
    'Tudo o que aconteceu com um documento, na ordem: quem fez o quê e quando, cada evento com o elo da corrente. É a prova que acompanha o certificado.',
  input: { documentoId: id('De listar_documentos.'), ...page },
  effect: 'reads',
  run: ({ documentoId, limite = PAGE_LIMIT_MAX, cursor }, { rubrica }, { signal }) =>
    pageShown(rubrica.documentos.auditoria.listar(documentoId, { limite, cursor }, { signal }), eventShown),
});

const listTemplates = tool({
  name: 'listar_modelos',
  title: 'Listar modelos',
  description: 'Os modelos da organização, com os papéis e as variáveis que criar_documento_de_modelo pede de cada um.',
  input: page,
  effect: 'reads',
  run: ({ limite = LISTED, ...query }, { rubrica }, { signal }) =>
    pageShown(rubrica.modelos.listar({ ...query, limite }, { signal }), templateShown),
});

const checkCode = tool({
  name: 'conferir_codigo',
  title: 'Conferir um código de validação',
  description:
    'O que a validação pública diz de um código impresso em um documento assinado: se é autêntico, em que situação está e quem assinou. Para um arquivo, quem recebe o confere sem rede com `npx rubrica verificar`.',
  input: { codigo: Type.String({ description: 'Como impresso no documento.', minLength: 4, maxLength: 100 }) },
  effect: 'reads',
  async run({ codigo }, { rubrica }, { signal }) {
    const { validacao } = rubrica.ambiente === 'TESTE' ? rubrica.sandbox : rubrica;
    const found = await validacao.consultar({ codigo }, { signal });
    const signatarios = found.signatarios.map(({ ip: _, ...shown }) => shown);
    return { ...found, signatarios };
  },
});

export const readingTools = [listDocuments, showDocument, showTrail, listTemplates, checkCode];
