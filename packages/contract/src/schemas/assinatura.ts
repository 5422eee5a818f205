import { type Static, type TUnsafe, Type } from 'typebox';
import { CHECKED_DIGITS, DRAWN } from '../data-rules.ts';
import { FIELD_VALUE_MAX_CHARS, FIELDS_MAX, SIGNER_NAME_MAX_CHARS } from '../limits.ts';
import { PessoaDoDocumento } from './assinatura-person.ts';
import { Campo } from './campo.ts';
import { ConteudoAtivo } from './common.ts';
import { Enum } from './enums.ts';
import * as example from './example-values.ts';
import {
  checkedCpf,
  count,
  cpf,
  date,
  dateTime,
  drawnText,
  exampleOf,
  IMAGE_MAX_CHARS,
  INT32_MAX,
  imageDataUri,
  inline,
  listOf,
  named,
  nullable,
  oneOfBy,
  ref,
  sha256,
  sixDigits,
  stringEnum,
  text,
  uuid,
  withDefault,
} from './kit.ts';

const documentoId = Type.Optional(uuid('Dispensável quando o conjunto tem um só documento.'));

export const FatorDaSessao = named(
  'FatorDaSessao',
  {
    fator: ref(Enum.FatorAutenticacao),
    cumprido: Type.Boolean(),
    destinoMascarado: nullable(text(), { description: 'Para onde o código vai, em parte oculto.' }),
    cadastrado: Type.Optional(Type.Boolean({ description: 'Só em TOTP: já há um autenticador cadastrado.' })),
  },
  { examples: [{ fator: 'SMS_OTP', cumprido: false, destinoMascarado: '+55 19 •••••-4321' }] },
);
export type FatorDaSessao = Static<typeof FatorDaSessao>;

const textoAceite = { textoAceiteId: uuid(), versao: text(), textoHash: sha256('SHA-256 do texto em UTF-8.') };
const textoAceiteExample = { textoAceiteId: example.OTHER_ID, versao: '1', textoHash: example.HASH_TEXTO };

export const TextoAceite = named(
  'TextoAceite',
  { ...textoAceite, texto: text(), aceitoEm: nullable(dateTime()) },
  { examples: [{ ...textoAceiteExample, texto: 'Li o documento e concordo com ele.', aceitoEm: null }] },
);
export type TextoAceite = Static<typeof TextoAceite>;

export const DocumentoParaAssinar = named(
  'DocumentoParaAssinar',
  {
    id: uuid(),
    titulo: text(),
    status: ref(Enum.StatusDocumento),
    concluindo: Type.Boolean({ description: 'Todos assinaram, e o arquivo assinado está sendo feito.' }),
    nivelAssinatura: ref(Enum.NivelAssinatura),
    codigoValidacao: nullable(text(), {
      description: 'O da validação pública, depois da conclusão; nulo antes, ou enquanto falta cumprir um fator.',
    }),
    paginas: Type.Integer({ minimum: 1 }),
    recusavel: Type.Boolean(),
    delegavel: Type.Boolean({
      description: 'Se quem enviou permite que esta pessoa passe a assinatura a outra (POST …/delegar).',
    }),
    pessoas: listOf(PessoaDoDocumento, { description: 'Todas as que o assinam, esta também, na ordem do documento.' }),
    leitura: inline({ paginasLidas: count(), concluida: Type.Boolean() }),
    campos: listOf(Campo, {
      description: 'Só os desta pessoa; `valorPadrao` é nulo até que todos os fatores estejam cumpridos.',
    }),
    camposDoRemetente: listOf(Campo, {
      description:
        'O que quem enviou já preencheu (`signatarioId` nulo, com `valorPadrao`): só leitura, e vazio até que todos os fatores estejam cumpridos. O que outros signatários preencheram não aparece antes da conclusão.',
    }),
    conteudoAtivo: listOf(ConteudoAtivo, {
      description:
        'O que o arquivo traz e age por si, se esconde, ou se perde ao assinar, para dizer antes da leitura; vazio até que todos os fatores estejam cumpridos.',
    }),
  },
  {
    examples: [
      {
        id: example.DOCUMENTO_ID,
        titulo: 'Contrato de locação — Rua das Acácias, 120',
        status: 'AGUARDANDO_ASSINATURAS',
        concluindo: false,
        nivelAssinatura: 'SEGURA',
        codigoValidacao: null,
        paginas: 4,
        recusavel: true,
        delegavel: false,
        pessoas: [exampleOf(PessoaDoDocumento)],
        leitura: { paginasLidas: 0, concluida: false },
        campos: [exampleOf(Campo)],
        camposDoRemetente: [],
        conteudoAtivo: [],
      },
    ],
  },
);
export type DocumentoParaAssinar = Static<typeof DocumentoParaAssinar>;

export const SessaoAssinatura = named(
  'SessaoAssinatura',
  {
    ambiente: ref(Enum.Ambiente, { description: 'Em TESTE, nada do que se assina tem validade jurídica.' }),
    signatario: inline({
      id: uuid(),
      nome: nullable(text()),
      email: nullable(text(), { description: 'Em parte oculto.' }),
      funcao: ref(Enum.FuncaoSignatario),
      status: ref(Enum.StatusSignatario),
      travarDados: Type.Boolean(),
    }),
    remetente: inline({
      organizacao: text({}, 'Nome de quem enviou.'),
      nome: nullable(text(), {
        description:
          'A pessoa que enviou, se foi uma pessoa e não um sistema; nulo até que todos os fatores estejam cumpridos.',
      }),
      emailResposta: nullable(text(), {
        description: 'Para onde escrever a quem enviou: o `responderPara` do envio ou o `emailResposta` da marca.',
      }),
      marca: inline({ corPrimaria: nullable(text()), logo: nullable(text()), nomeRemetente: nullable(text()) }),
    }),
    mensagem: nullable(text()),
    prazoEm: nullable(dateTime()),
    copiaPara: nullable(text(), {
      description:
        'Para que e-mail, em parte oculto, vai o aviso com a via assinada; nulo quando o serviço não escreve a esta pessoa.',
    }),
    idioma: nullable(ref(Enum.Idioma), {
      description: 'O das mensagens a esta pessoa; nulo enquanto ela não escolhe: português.',
    }),
    suaVez: Type.Boolean({ description: 'Falso enquanto outra pessoa assina antes.' }),
    presencial: Type.Boolean({
      description:
        'Este é o link que quem enviou entrega com o aparelho: nada da pessoa deve ficar nele. Basta um documento do conjunto.',
    }),
    autenticado: Type.Boolean({ description: 'Todos os fatores exigidos estão cumpridos.' }),
    fatores: listOf(FatorDaSessao),
    textoAceite: ref(TextoAceite),
    documentos: listOf(DocumentoParaAssinar),
    urlRetorno: nullable(text(), { description: 'Para onde a pessoa volta ao fim, se quem enviou disse para onde.' }),
  },
  {
    description: 'O que uma pessoa vê ao abrir o seu link.',
    examples: [
      {
        ambiente: 'PRODUCAO',
        signatario: {
          id: example.SIGNATARIO_ID,
          nome: 'Marina Duarte Leal',
          email: 'ma•••••••@exemplo.com.br',
          funcao: 'ASSINAR',
          status: 'VISUALIZADO',
          travarDados: false,
        },
        remetente: {
          organizacao: 'Imobiliária Acácia Ltda.',
          nome: null,
          emailResposta: 'contratos@exemplo.com.br',
          marca: { corPrimaria: '#1F5A4C', logo: null, nomeRemetente: 'Imobiliária Acácia' },
        },
        mensagem: null,
        prazoEm: example.DEADLINE,
        copiaPara: 'ma•••••••@exemplo.com.br',
        idioma: null,
        suaVez: true,
        presencial: false,
        autenticado: false,
        fatores: [exampleOf(FatorDaSessao)],
        textoAceite: exampleOf(TextoAceite),
        documentos: [exampleOf(DocumentoParaAssinar)],
        urlRetorno: null,
      },
    ],
  },
);
export type SessaoAssinatura = Static<typeof SessaoAssinatura>;

export const LeituraEntrada = named(
  'LeituraEntrada',
  {
    documentoId,
    paginasLidas: Type.Integer({ minimum: 0, maximum: INT32_MAX }),
    segundos: Type.Number({ minimum: 0, maximum: INT32_MAX, description: 'Tempo de leitura desde o último informe.' }),
  },
  { examples: [{ paginasLidas: 4, segundos: 95.5 }] },
);
export type LeituraEntrada = Static<typeof LeituraEntrada>;

export const LeituraRegistrada = named(
  'LeituraRegistrada',
  {
    paginasLidas: count('Nunca diminui.'),
    totalPaginas: Type.Integer({ minimum: 1 }),
    leituraConcluida: Type.Boolean(),
  },
  { examples: [{ paginasLidas: 4, totalPaginas: 4, leituraConcluida: true }] },
);
export type LeituraRegistrada = Static<typeof LeituraRegistrada>;

export const AceiteEntrada = named(
  'AceiteEntrada',
  { textoAceiteId: Type.Optional(uuid()), textoHash: Type.Optional(text({ pattern: '^[0-9a-fA-F]{64}$' })) },
  {
    description: 'Um dos dois, do texto que GET /assinatura/{token} mostra.',
    minProperties: 1,
    examples: [{ textoAceiteId: example.OTHER_ID }],
  },
);
export type AceiteEntrada = Static<typeof AceiteEntrada>;

export const AceiteRegistrado = named(
  'AceiteRegistrado',
  { ...textoAceite, aceitoEm: dateTime() },
  { examples: [{ ...textoAceiteExample, aceitoEm: '2026-11-03T17:25:52.871Z' }] },
);
export type AceiteRegistrado = Static<typeof AceiteRegistrado>;

export const CodigoEntrada = named(
  'CodigoEntrada',
  { fator: stringEnum(['EMAIL', 'SMS_OTP', 'TOTP']) },
  { examples: [{ fator: 'SMS_OTP' }] },
);
export type CodigoEntrada = Static<typeof CodigoEntrada>;

export const CodigoEnviado = named(
  'CodigoEnviado',
  {
    fator: stringEnum(['EMAIL', 'SMS_OTP']),
    destinoMascarado: text(),
    expiraEm: dateTime(),
    reenvioEm: dateTime('A partir de quando se pode pedir outro.'),
  },
  {
    examples: [
      {
        fator: 'SMS_OTP',
        destinoMascarado: '+55 19 •••••-4321',
        expiraEm: '2026-11-03T17:32:01.000Z',
        reenvioEm: '2026-11-03T17:23:01.000Z',
      },
    ],
  },
);
export type CodigoEnviado = Static<typeof CodigoEnviado>;

export const AutenticadorOferecido = named(
  'AutenticadorOferecido',
  {
    fator: stringEnum(['TOTP']),
    otpauthUri: text({ format: 'uri' }),
    segredo: text({}, 'Em base32, para digitar no aplicativo.'),
    qrCode: text({}, 'Imagem PNG do código QR, em data URI.'),
  },
  {
    description: 'Primeira vez com aplicativo autenticador: o que é preciso para cadastrá-lo.',
    examples: [
      {
        fator: 'TOTP',
        otpauthUri: 'otpauth://totp/Rubrica?secret=JBSWY3DPEHPK3PXP',
        segredo: 'JBSWY3DPEHPK3PXP',
        qrCode: example.PNG,
      },
    ],
  },
);
export type AutenticadorOferecido = Static<typeof AutenticadorOferecido>;

export const AutenticadorCadastrado = named(
  'AutenticadorCadastrado',
  { fator: stringEnum(['TOTP']), cadastrado: Type.Unsafe<true>({ type: 'boolean', const: true }) },
  {
    description: 'Já há um autenticador: basta o código que ele mostra.',
    examples: [{ fator: 'TOTP', cadastrado: true }],
  },
);
export type AutenticadorCadastrado = Static<typeof AutenticadorCadastrado>;

export type CodigoSolicitado = CodigoEnviado | AutenticadorOferecido | AutenticadorCadastrado;
export const CodigoSolicitado: TUnsafe<CodigoSolicitado> = Type.Unsafe<CodigoSolicitado>({
  $id: 'CodigoSolicitado',
  anyOf: [ref(CodigoEnviado), ref(AutenticadorOferecido), ref(AutenticadorCadastrado)],
  description: 'Depende do fator: código enviado, autenticador a cadastrar ou já cadastrado.',
  examples: [exampleOf(CodigoEnviado)],
});

export const AutenticacaoPorCodigo = named(
  'AutenticacaoPorCodigo',
  { fator: stringEnum(['EMAIL', 'SMS_OTP', 'TOTP']), codigo: sixDigits('O que chegou, ou o que o aplicativo mostra.') },
  { examples: [{ fator: 'SMS_OTP', codigo: '492071' }] },
);
export type AutenticacaoPorCodigo = Static<typeof AutenticacaoPorCodigo>;

export const AutenticacaoPorDados = named(
  'AutenticacaoPorDados',
  { fator: stringEnum(['DADOS_PESSOAIS']), cpf: cpf(), dataNascimento: date() },
  { examples: [{ fator: 'DADOS_PESSOAIS', cpf: example.CPF, dataNascimento: '1987-04-12' }] },
);
export type AutenticacaoPorDados = Static<typeof AutenticacaoPorDados>;

export type AutenticacaoEntrada = AutenticacaoPorCodigo | AutenticacaoPorDados;
export const AutenticacaoEntrada: TUnsafe<AutenticacaoEntrada> = oneOfBy(
  'AutenticacaoEntrada',
  'fator',
  [AutenticacaoPorCodigo, AutenticacaoPorDados],
  {
    description: 'Um código, ou os dados pessoais, conforme o fator.',
    examples: [exampleOf(AutenticacaoPorCodigo), exampleOf(AutenticacaoPorDados)],
  },
);

export const AutenticacaoResultado = named(
  'AutenticacaoResultado',
  { fatores: listOf(FatorDaSessao), autenticado: Type.Boolean() },
  { examples: [{ fatores: [{ fator: 'SMS_OTP', cumprido: true, destinoMascarado: null }], autenticado: true }] },
);
export type AutenticacaoResultado = Static<typeof AutenticacaoResultado>;

export const TracoAssinatura = named(
  'TracoAssinatura',
  {
    tipo: ref(Enum.TipoAssinatura),
    imagem: Type.Optional(imageDataUri('Para DESENHADA e IMAGEM: PNG ou JPEG em data URI, até 2 MB.')),
    texto: Type.Optional(drawnText(SIGNER_NAME_MAX_CHARS, 'Para DIGITADA.')),
    fonte: Type.Optional(
      text(
        { minLength: 1, maxLength: 100 },
        'Para DIGITADA: a letra escolhida, SOLTA, REDONDA ou FINA; sem ela, ou com outra, SOLTA.',
      ),
    ),
  },
  { examples: [{ tipo: 'DIGITADA', texto: 'Marina Duarte Leal', fonte: 'REDONDA' }] },
);
export type TracoAssinatura = Static<typeof TracoAssinatura>;

export const ValorDeCampo = named(
  'ValorDeCampo',
  {
    campoId: uuid(),
    valor: Type.Unsafe<string | boolean>({
      anyOf: [{ type: 'string', maxLength: Math.max(IMAGE_MAX_CHARS, FIELD_VALUE_MAX_CHARS) }, { type: 'boolean' }],
      description: `Texto; booleano em CHECKBOX; imagem em data URI em IMAGEM, ASSINATURA e RUBRICA. Em CPF e CNPJ: ${CHECKED_DIGITS.toLowerCase()} ${DRAWN}`,
    }),
  },
  { examples: [{ campoId: example.CAMPO_ID, valor: 'Campinas' }] },
);
export type ValorDeCampo = Static<typeof ValorDeCampo>;

export const AssinaturaEntrada = named(
  'AssinaturaEntrada',
  {
    assinatura: Type.Optional(ref(TracoAssinatura)),
    rubrica: Type.Optional(ref(TracoAssinatura)),
    campos: withDefault(listOf(ValorDeCampo, { maxItems: FIELDS_MAX }), []),
    dados: Type.Optional(
      inline(
        { nome: Type.Optional(drawnText(SIGNER_NAME_MAX_CHARS)), cpf: Type.Optional(checkedCpf()) },
        {
          description:
            'Corrige o próprio nome ou CPF, salvo com `travarDados`; nunca um CPF que DADOS_PESSOAIS confirmou.',
        },
      ),
    ),
  },
  { examples: [{ assinatura: exampleOf(TracoAssinatura), campos: [exampleOf(ValorDeCampo)] }] },
);
export type AssinaturaEntrada = Static<typeof AssinaturaEntrada>;

export const ArquivoAssinaturaQuery = inline({
  documentoId,
  tipo: Type.Optional(
    stringEnum(['CERTIFICADO'], {
      description: 'O certificado de conclusão, para quem assinou; sem ele, o documento.',
    }),
  ),
});
export type ArquivoAssinaturaQuery = Static<typeof ArquivoAssinaturaQuery>;
