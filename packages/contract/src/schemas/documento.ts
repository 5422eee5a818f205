import { type Static, Type } from 'typebox';
import { DIGITS } from '../data-rules.ts';
import { DESCRIPTION_MAX_CHARS, MESSAGE_MAX_CHARS, REASON_MAX_CHARS, SIGNERS_MAX, TITLE_MAX_CHARS } from '../limits.ts';
import { Campo, CampoEntrada } from './campo.ts';
import { ConteudoAtivo, pageQuery } from './common.ts';
import { Enum } from './enums.ts';
import {
  BASE_URL,
  CREATED_AT,
  DEADLINE,
  DOCUMENTO_ID,
  HASH_ORIGINAL,
  MEMBRO_ID,
  PASTA_ID,
  SENT_AT,
  SIGNATARIO_ID,
  SIGNED_AT,
  VALIDATION_CODE,
  VIEWED_AT,
} from './example-values.ts';
import {
  dateTime,
  dateTimeInput,
  drawnText,
  email,
  exampleOf,
  freeText,
  INT32_MAX,
  inline,
  listOf,
  named,
  nullable,
  pagina,
  ref,
  sha256,
  stringEnum,
  text,
  uri,
  uuid,
  withDefault,
  writtenText,
} from './kit.ts';
import {
  OWN_REFERENCE_EXAMPLE,
  ownReference,
  ownReferenceChange,
  ownReferenceFilter,
  ownReferenceShown,
} from './own-reference.ts';
import { fatoresExigidos, Signatario, SignatarioEntrada } from './signatario.ts';

const titulo = drawnText(TITLE_MAX_CHARS, 'Nome que quem assina vê.');
const descricao = freeText(DESCRIPTION_MAX_CHARS, 'Texto interno; quem assina não vê.');
const mensagem = freeText(MESSAGE_MAX_CHARS, 'Texto do convite.');
const pastaId = nullable(uuid(), { description: 'Pasta; nulo é a raiz.' });
const envelopeId = nullable(uuid(), { description: 'Envelope em que o documento será enviado.' });
const modeloEmailId = nullable(uuid(), { description: 'Modelo de e-mail do convite.' });
const responderPara = email('Endereço que recebe as respostas ao convite.');
const ordenado = Type.Boolean({ description: 'Assinam um de cada vez, pela ordem.' });
const recusavel = Type.Boolean({ description: 'Quem assina pode recusar, com motivo.' });
const pararSeRecusado = Type.Boolean({ description: 'A primeira recusa encerra o fluxo.' });
const fatores = fatoresExigidos('Exigidos de todos; todos precisam ser cumpridos. SEGURA pede ao menos um código.');
const prazoEm = dateTimeInput('Até quando se pode assinar.');
const expiraEm = dateTimeInput('Quando o documento expira; não pode ser antes de `prazoEm`.');

/** The options of a document shared by POST /documentos and by the use of a template. */
export const documentoOptions = {
  descricao: Type.Optional(descricao),
  pastaId: Type.Optional(pastaId),
  envelopeId: Type.Optional(envelopeId),
  nivelAssinatura: withDefault(ref(Enum.NivelAssinatura), 'ELETRONICA'),
  fatoresExigidos: withDefault(fatores, ['EMAIL']),
  ordenado: withDefault(ordenado, false),
  recusavel: withDefault(recusavel, true),
  pararSeRecusado: withDefault(pararSeRecusado, true),
  mensagem: Type.Optional(mensagem),
  lembrete: Type.Optional(ref(Enum.Lembrete, { description: 'Ausente, não há lembrete.' })),
  prazoEm: Type.Optional(prazoEm),
  expiraEm: Type.Optional(expiraEm),
  modeloEmailId: Type.Optional(modeloEmailId),
  responderPara: Type.Optional(responderPara),
  ...ownReference,
};

// No `maxItems` on the lists: exceeding a limit is a 422 LIMITE_EXCEDIDO of the server, not a 400 of the schema.
export const DocumentoEntrada = named(
  'DocumentoEntrada',
  {
    titulo,
    ...documentoOptions,
    signatarios: Type.Optional(listOf(SignatarioEntrada, { description: `Até ${SIGNERS_MAX} pessoas.` })),
    campos: Type.Optional(
      listOf(CampoEntrada, {
        description:
          'Cada campo aponta para o dono por `signatarioId`. Ausente, valem as marcas do PDF, como `{{assinatura:locatario}}`, pela `chave` dos signatários.',
      }),
    ),
  },
  {
    examples: [
      {
        titulo: 'Contrato de locação — Rua das Acácias, 120',
        ...OWN_REFERENCE_EXAMPLE,
        nivelAssinatura: 'SEGURA',
        fatoresExigidos: ['EMAIL', 'SMS_OTP'],
        prazoEm: DEADLINE,
        lembrete: 'SEMANAL',
        signatarios: [
          {
            id: SIGNATARIO_ID,
            funcao: 'ASSINAR',
            nome: 'Marina Duarte Leal',
            email: 'marina.leal@exemplo.com.br',
            telefone: '+5519987654321',
          },
        ],
        campos: [
          { tipo: 'ASSINATURA', pagina: 2, x: 0.12, y: 0.78, largura: 0.3, altura: 0.06, signatarioId: SIGNATARIO_ID },
        ],
      },
    ],
  },
);
export type DocumentoEntrada = Static<typeof DocumentoEntrada>;

// A default would overwrite what the caller omitted, so none of these properties has one.
export const DocumentoAlteracao = named(
  'DocumentoAlteracao',
  {
    titulo: Type.Optional(titulo),
    descricao: Type.Optional(nullable(descricao)),
    pastaId: Type.Optional(pastaId),
    envelopeId: Type.Optional(envelopeId),
    nivelAssinatura: Type.Optional(ref(Enum.NivelAssinatura)),
    fatoresExigidos: Type.Optional(fatores),
    ordenado: Type.Optional(ordenado),
    recusavel: Type.Optional(recusavel),
    pararSeRecusado: Type.Optional(pararSeRecusado),
    mensagem: Type.Optional(nullable(mensagem)),
    lembrete: Type.Optional(nullable(ref(Enum.Lembrete))),
    prazoEm: Type.Optional(nullable(prazoEm)),
    expiraEm: Type.Optional(nullable(expiraEm)),
    modeloEmailId: Type.Optional(modeloEmailId),
    responderPara: Type.Optional(nullable(responderPara)),
    ...ownReferenceChange,
  },
  {
    description: 'Só o que vier muda; nulo apaga. Signatários e campos têm rotas próprias.',
    examples: [{ titulo: 'Contrato de locação — versão revista', lembrete: null }],
  },
);
export type DocumentoAlteracao = Static<typeof DocumentoAlteracao>;

// The names are those of an update; here null erases what even a draft may lack.
export const AjusteEntrada = named(
  'AjusteEntrada',
  {
    descricao: Type.Optional(nullable(descricao)),
    lembrete: Type.Optional(nullable(ref(Enum.Lembrete), { description: 'Só em andamento; nulo deixa de lembrar.' })),
    prazoEm: Type.Optional(nullable(dateTimeInput('Só em andamento: até quando se pode assinar.'))),
    expiraEm: Type.Optional(
      nullable(dateTimeInput('Só em andamento: quando o documento expira; não pode ser antes de `prazoEm`.')),
    ),
    responderPara: Type.Optional(nullable(responderPara)),
    ...ownReferenceChange,
  },
  {
    minProperties: 1,
    description: 'Só o que vier muda; nulo apaga.',
    examples: [{ prazoEm: DEADLINE, lembrete: 'DIARIO' }],
  },
);
export type AjusteEntrada = Static<typeof AjusteEntrada>;

export const DuplicacaoEntrada = named(
  'DuplicacaoEntrada',
  {
    titulo: Type.Optional(titulo),
    manterPessoas: Type.Optional(
      Type.Boolean({
        default: true,
        description: 'Falso: a cópia nasce sem signatários, e os campos, sem dono.',
      }),
    ),
  },
  { description: 'Sem `titulo`, a cópia tem o mesmo.', examples: [{ titulo: 'Contrato de locação, corrigido' }] },
);
export type DuplicacaoEntrada = Static<typeof DuplicacaoEntrada>;

const resumo = {
  id: uuid(),
  titulo: text({}, 'Nome que quem assina vê.'),
  descricao: nullable(text()),
  status: ref(Enum.StatusDocumento),
  nivelAssinatura: ref(Enum.NivelAssinatura),
  fatoresExigidos: listOf(Enum.FatorAutenticacao),
  pastaId,
  envelopeId: nullable(uuid()),
  ordenado,
  recusavel,
  pararSeRecusado,
  mensagem: nullable(text()),
  lembrete: nullable(ref(Enum.Lembrete)),
  prazoEm: nullable(dateTime()),
  expiraEm: nullable(dateTime()),
  modeloEmailId: nullable(uuid()),
  responderPara: nullable(text()),
  ...ownReferenceShown,
  paginas: Type.Integer({ minimum: 1, description: 'Páginas da versão atual do arquivo.' }),
  codigoValidacao: nullable(text(), { description: 'Código público, atribuído no envio.' }),
  criadoPor: uuid('Vínculo, de GET /organizacoes, de quem criou; o de quem criou a chave, se foi por ela.'),
  criadoEm: dateTime(),
  atualizadoEm: dateTime(),
  enviadoEm: nullable(dateTime()),
  finalizadoEm: nullable(dateTime(), { description: 'Quando chegou a ASSINADO.' }),
  excluidoEm: Type.Optional(dateTime('Só entre os excluídos: desde quando o está.')),
  excluidoPor: Type.Optional(
    nullable(text(), {
      description:
        'Só entre os excluídos: quem excluiu, como na trilha: o nome da pessoa, ou o da chave com o seu prefixo.',
    }),
  ),
  signatarios: listOf(Signatario),
};

const resumoExample = {
  id: DOCUMENTO_ID,
  titulo: 'Contrato de locação — Rua das Acácias, 120',
  descricao: null,
  status: 'AGUARDANDO_ASSINATURAS',
  nivelAssinatura: 'SEGURA',
  fatoresExigidos: ['EMAIL', 'SMS_OTP'],
  pastaId: PASTA_ID,
  envelopeId: null,
  ordenado: false,
  recusavel: true,
  pararSeRecusado: true,
  mensagem: null,
  lembrete: 'SEMANAL',
  prazoEm: DEADLINE,
  expiraEm: null,
  modeloEmailId: null,
  responderPara: null,
  ...OWN_REFERENCE_EXAMPLE,
  paginas: 4,
  codigoValidacao: VALIDATION_CODE,
  criadoPor: MEMBRO_ID,
  criadoEm: CREATED_AT,
  atualizadoEm: VIEWED_AT,
  enviadoEm: SENT_AT,
  finalizadoEm: null,
  signatarios: [exampleOf(Signatario)],
};

export const DocumentoResumo = named('DocumentoResumo', resumo, {
  description: 'O documento como aparece nas listagens, sem os campos.',
  examples: [resumoExample],
});
export type DocumentoResumo = Static<typeof DocumentoResumo>;

export const Documento = named(
  'Documento',
  {
    ...resumo,
    campos: listOf(Campo),
    conteudoAtivo: listOf(ConteudoAtivo, {
      description: 'O que a versão atual do arquivo traz e age por si, se esconde, ou se perde ao assinar.',
    }),
  },
  {
    description: 'O PDF e as regras da assinatura: quem, em que ordem, até quando e com que provas.',
    examples: [{ ...resumoExample, campos: [exampleOf(Campo)], conteudoAtivo: [] }],
  },
);
export type Documento = Static<typeof Documento>;

export const PaginaDeDocumentoResumo = pagina(DocumentoResumo);
export type PaginaDeDocumentoResumo = Static<typeof PaginaDeDocumentoResumo>;

export const DocumentosQuery = inline({
  ...pageQuery,
  status: Type.Optional(ref(Enum.StatusDocumento)),
  pastaId: Type.Optional(uuid('Só os documentos desta pasta.')),
  ...ownReferenceFilter,
  criadoDesde: Type.Optional(dateTimeInput('Só os criados neste instante ou depois.')),
  criadoAte: Type.Optional(dateTimeInput('Só os criados até este instante.')),
  atualizadoDesde: Type.Optional(dateTimeInput('Só os que mudaram neste instante ou depois.')),
  atualizadoAte: Type.Optional(dateTimeInput('Só os que mudaram por último até este instante.')),
  finalizadoDesde: Type.Optional(dateTimeInput('Só os que chegaram a ASSINADO neste instante ou depois.')),
  finalizadoAte: Type.Optional(dateTimeInput('Só os que chegaram a ASSINADO até este instante.')),
  ordenarPor: Type.Optional(
    stringEnum(['criadoEm', 'atualizadoEm', 'finalizadoEm'], {
      description:
        'Por qual instante, do mais novo para o mais antigo; ausente, `criadoEm`. Por `finalizadoEm` vêm só os que o têm.',
    }),
  ),
  excluidos: Type.Optional(
    Type.Boolean({
      description:
        'Com `true`, só os excluídos dos últimos 30 dias, que POST /documentos/{documentoId}/restaurar traz de volta; pede o papel ADMINISTRADOR.',
    }),
  ),
  busca: Type.Optional(
    freeText(
      200,
      'Parte do título, do nome ou e-mail de um signatário, ou da referência externa de um ou de outro, sem distinguir maiúsculas nem acentos.',
    ),
  ),
});
export type DocumentosQuery = Static<typeof DocumentosQuery>;

export const CancelamentoEntrada = named(
  'CancelamentoEntrada',
  { motivo: writtenText(REASON_MAX_CHARS, 'Fica registrado na trilha.') },
  { examples: [{ motivo: 'Valor do aluguel digitado errado.' }] },
);
export type CancelamentoEntrada = Static<typeof CancelamentoEntrada>;

export const ReenvioEntrada = named(
  'ReenvioEntrada',
  { signatarioId: Type.Optional(uuid('Só esta pessoa; ausente, todas as que não assinaram.')) },
  { examples: [{ signatarioId: SIGNATARIO_ID }] },
);
export type ReenvioEntrada = Static<typeof ReenvioEntrada>;

export const MovimentoEntrada = named(
  'MovimentoEntrada',
  { pastaId: nullable(uuid(), { description: 'Pasta de destino; nulo devolve à raiz.' }) },
  { examples: [{ pastaId: PASTA_ID }] },
);
export type MovimentoEntrada = Static<typeof MovimentoEntrada>;

export const VersaoArquivo = named(
  'VersaoArquivo',
  {
    numero: Type.Integer({ minimum: 1 }),
    hash: sha256('SHA-256 do arquivo.'),
    tamanhoBytes: Type.Integer({ minimum: 1 }),
    paginas: Type.Integer({ minimum: 1 }),
    enviadoEm: dateTime(),
    enviadoPor: text({}, 'Nome da pessoa ou prefixo da chave.'),
  },
  {
    description: 'Uma versão do arquivo do documento; as anteriores continuam verificáveis.',
    examples: [
      {
        numero: 1,
        hash: HASH_ORIGINAL,
        tamanhoBytes: 184_320,
        paginas: 4,
        enviadoEm: CREATED_AT,
        enviadoPor: 'svc_live_8fK2mQ',
      },
    ],
  },
);
export type VersaoArquivo = Static<typeof VersaoArquivo>;

export const PaginaDeVersaoArquivo = pagina(VersaoArquivo);
export type PaginaDeVersaoArquivo = Static<typeof PaginaDeVersaoArquivo>;

export const EnderecoDownload = named(
  'EnderecoDownload',
  {
    url: uri('Serve uma vez, sem outra credencial.'),
    expiraEm: dateTime('Quinze minutos depois da emissão.'),
  },
  {
    examples: [{ url: `${BASE_URL}/downloads/Zk3vT9qLxW2hYb7NdRf0Ag`, expiraEm: SIGNED_AT }],
  },
);
export type EnderecoDownload = Static<typeof EnderecoDownload>;

export const ArquivoQuery = inline({
  tipo: Type.Optional(ref(Enum.TipoArquivo, { description: 'Qual arquivo; ausente, ASSINADO.' })),
  versao: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: INT32_MAX,
      description: `Só com ORIGINAL ou CERTIFICADO: uma versão anterior; ausente, a vigente. ${DIGITS}`,
    }),
  ),
});
export type ArquivoQuery = Static<typeof ArquivoQuery>;

export const ImagemQuery = inline({
  largura: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: INT32_MAX,
      description: `Em pixels; o que vale é a próxima servida. ${DIGITS}`,
    }),
  ),
});
export type ImagemQuery = Static<typeof ImagemQuery>;
