import { type Static, Type } from 'typebox';
import { FORM_ANSWERS_MAX, FORM_DAYS_MAX, SIGNER_NAME_MAX_CHARS, TITLE_MAX_CHARS } from '../limits.ts';
import { documentoOptions } from './documento.ts';
import { Enum } from './enums.ts';
import { CREATED_AT, LINK_MODELO_ID, MEMBRO_ID, MODELO_ID, PAPEL_ID } from './example-values.ts';
import {
  count,
  dateTime,
  dateTimeInput,
  drawnText,
  email,
  inline,
  listOf,
  named,
  nullable,
  pagina,
  ref,
  text,
  uri,
  uuid,
  writtenText,
} from './kit.ts';
import { DocumentoDeModeloEntrada } from './modelo.ts';
import { signatarioOptions, urlRetorno } from './signatario.ts';

const { prazoEm: _deadline, expiraEm: _expiry, envelopeId: _envelope, ...options } = documentoOptions;
const { clienteId: _client, ...person } = signatarioOptions;

/** Somebody other than the visitor, the same in each of the documents. */
export const PapelDeLink = named(
  'PapelDeLink',
  { papelId: uuid('Papel do modelo que esta pessoa ocupa.'), ...person },
  { examples: [{ papelId: PAPEL_ID, nome: 'Marina Duarte Leal', email: 'marina.leal@exemplo.com.br' }] },
);
export type PapelDeLink = Static<typeof PapelDeLink>;

/** Of each document that a visitor makes: what is the same for all of them. */
export const DocumentoDeLinkEntrada = named(
  'DocumentoDeLinkEntrada',
  {
    titulo: DocumentoDeModeloEntrada.properties.titulo,
    variaveis: DocumentoDeModeloEntrada.properties.variaveis,
    papeis: Type.Optional(
      listOf(PapelDeLink, { description: 'Uma pessoa para cada outro papel do modelo: quem assina em toda resposta.' }),
    ),
    prazoDias: Type.Optional(
      Type.Integer({ minimum: 1, maximum: FORM_DAYS_MAX, description: 'Dias para assinar, a contar da confirmação.' }),
    ),
    urlRetorno: Type.Optional(urlRetorno),
    ...options,
  },
  { examples: [{ mensagem: 'Leia com calma antes de assinar.', prazoDias: 15 }] },
);
export type DocumentoDeLinkEntrada = Static<typeof DocumentoDeLinkEntrada>;

const titulo = writtenText(TITLE_MAX_CHARS, 'O que quem abre o link lê no alto da página.');
const limite = Type.Integer({ minimum: 1, maximum: FORM_ANSWERS_MAX, description: 'Quantos documentos, ao todo.' });
const expiraEm = dateTimeInput('Até quando o link recebe respostas.');

export const LinkModeloEntrada = named(
  'LinkModeloEntrada',
  {
    titulo,
    papelId: uuid('Papel do modelo que quem abre o link ocupa.'),
    limite: Type.Optional(limite),
    expiraEm: Type.Optional(expiraEm),
    documento: Type.Optional(ref(DocumentoDeLinkEntrada)),
  },
  { examples: [{ titulo: 'Termo de adesão 2027', papelId: PAPEL_ID, limite: 200 }] },
);
export type LinkModeloEntrada = Static<typeof LinkModeloEntrada>;

export const LinkModeloAlteracao = named(
  'LinkModeloAlteracao',
  {
    titulo: Type.Optional(titulo),
    limite: Type.Optional(nullable(limite)),
    expiraEm: Type.Optional(nullable(expiraEm)),
  },
  { description: 'Só o que vier muda; nulo apaga.', examples: [{ limite: null }] },
);
export type LinkModeloAlteracao = Static<typeof LinkModeloAlteracao>;

export const LinkModelo = named(
  'LinkModelo',
  {
    id: uuid(),
    modeloId: uuid(),
    titulo: text(),
    papelId: uuid(),
    situacao: ref(Enum.SituacaoFormulario),
    limite: nullable(Type.Integer({ minimum: 1 })),
    expiraEm: nullable(dateTime()),
    respostas: count('Documentos feitos por ele.'),
    impedimento: nullable(
      inline({ motivo: ref(Enum.MotivoImpedimento), desde: dateTime('Da primeira pessoa que não conseguiu.') }),
      {
        description:
          'Por que a última pessoa que o usou não conseguiu um documento; nulo depois da primeira que consegue. Quem criou o link é avisado por e-mail, até uma vez por dia.',
      },
    ),
    url: uri('Onde qualquer pessoa preenche e assina; para um site, um QR code, um cartaz.'),
    criadoPor: uuid('Vínculo, de GET /organizacoes, em nome de quem os documentos são enviados.'),
    criadoEm: dateTime(),
  },
  {
    description: 'Um link público de um modelo: quem o abre, confirma o e-mail e assina um documento seu.',
    examples: [
      {
        id: LINK_MODELO_ID,
        modeloId: MODELO_ID,
        titulo: 'Termo de adesão 2027',
        papelId: PAPEL_ID,
        situacao: 'ABERTO',
        limite: 200,
        expiraEm: null,
        respostas: 12,
        impedimento: null,
        url: 'http://localhost:3000/formulario/PublicTokenOfTheForm',
        criadoPor: MEMBRO_ID,
        criadoEm: CREATED_AT,
      },
    ],
  },
);
export type LinkModelo = Static<typeof LinkModelo>;

export const PaginaDeLinkModelo = pagina(LinkModelo);
export type PaginaDeLinkModelo = Static<typeof PaginaDeLinkModelo>;

const remetente = inline({
  nome: text(),
  marca: inline({ corPrimaria: nullable(text()), logo: nullable(text()), nomeRemetente: nullable(text()) }),
});
const EXAMPLE_SENDER = {
  nome: 'Imobiliária Acácia Ltda.',
  marca: { corPrimaria: '#1d4ed8', logo: null, nomeRemetente: null },
};

export const Formulario = named(
  'Formulario',
  {
    ambiente: ref(Enum.Ambiente, { description: 'Em TESTE, nada do que se assina tem validade jurídica.' }),
    titulo: text(),
    papel: text({}, 'O rótulo do papel que a pessoa ocupa.'),
    paginas: Type.Integer({ minimum: 1, description: 'Do documento que ela vai ler.' }),
    remetente,
  },
  {
    description: 'O que se mostra a quem abre um link público, antes de saber quem é.',
    examples: [
      {
        ambiente: 'PRODUCAO',
        titulo: 'Termo de adesão 2027',
        papel: 'Associado',
        paginas: 2,
        remetente: EXAMPLE_SENDER,
      },
    ],
  },
);
export type Formulario = Static<typeof Formulario>;

export const PedidoFormularioEntrada = named(
  'PedidoFormularioEntrada',
  {
    nome: drawnText(SIGNER_NAME_MAX_CHARS, 'Como deve aparecer no certificado.'),
    email: email('Recebe a mensagem com que se confirma e se assina.'),
    idioma: Type.Optional(ref(Enum.Idioma)),
  },
  { examples: [{ nome: 'Marina Duarte Leal', email: 'marina.leal@exemplo.com.br' }] },
);
export type PedidoFormularioEntrada = Static<typeof PedidoFormularioEntrada>;

export const PedidoFormulario = named(
  'PedidoFormulario',
  { expiraEm: dateTime('Até quando a mensagem que vai ao e-mail serve para confirmá-lo.') },
  { examples: [{ expiraEm: '2026-11-04T17:25:00.000Z' }] },
);
export type PedidoFormulario = Static<typeof PedidoFormulario>;

export const FormularioAConfirmar = named(
  'FormularioAConfirmar',
  {
    ambiente: ref(Enum.Ambiente, { description: 'Em TESTE, nada do que se assina tem validade jurídica.' }),
    titulo: text(),
    nome: nullable(text(), {
      description:
        'Em nome de quem o documento será feito, como escreveu quem pediu por último; nulo depois de confirmado.',
    }),
    remetente,
  },
  {
    description: 'O que se mostra a quem abre a mensagem, antes que confirme.',
    examples: [
      { ambiente: 'PRODUCAO', titulo: 'Termo de adesão 2027', nome: 'Marina Duarte Leal', remetente: EXAMPLE_SENDER },
    ],
  },
);
export type FormularioAConfirmar = Static<typeof FormularioAConfirmar>;

export const ConfirmacaoFormularioEntrada = named(
  'ConfirmacaoFormularioEntrada',
  {
    nome: Type.Optional(
      text(
        { maxLength: SIGNER_NAME_MAX_CHARS },
        'O que se mostrou a quem confirma. Se desde então alguém pediu de novo com outro nome, nada é feito e a resposta é 409.',
      ),
    ),
  },
  { examples: [{ nome: 'Marina Duarte Leal' }] },
);
export type ConfirmacaoFormularioEntrada = Static<typeof ConfirmacaoFormularioEntrada>;

export const FormularioConfirmado = named(
  'FormularioConfirmado',
  {
    url: nullable(uri(), {
      description:
        'O link pessoal de assinatura. Nulo enquanto outra pessoa assina antes: o convite chega por e-mail, na vez.',
    }),
  },
  { examples: [{ url: 'http://localhost:3000/assinar/SigningTokenOfThePerson' }] },
);
export type FormularioConfirmado = Static<typeof FormularioConfirmado>;
