import { type Static, type TUnsafe, Type } from 'typebox';
import { CURRENT_CERTIFICATE_SCHEMA } from '../enums.ts';
import {
  CadeiaEvidencias,
  ConteudoCertificadoV1,
  EvidenciaSignatario,
  SeloInstitucional,
  salt,
} from './certificado-v1.ts';
import { ConteudoAtivo } from './common.ts';
import { Enum } from './enums.ts';
import * as example from './example-values.ts';
import {
  date,
  dateTime,
  exampleOf,
  inline,
  listOf,
  named,
  nullable,
  propertiesBut,
  ref,
  sha256,
  stringEnum,
  text,
  uuid,
} from './kit.ts';

export const CampoNoEnvio = named(
  'CampoNoEnvio',
  {
    campoId: uuid(),
    tipo: ref(Enum.TipoCampo),
    pagina: Type.Integer({ minimum: 1 }),
    x: Type.Number(),
    y: Type.Number(),
    largura: Type.Number(),
    altura: Type.Number(),
    z: Type.Integer(),
    rotulo: nullable(text()),
    obrigatorio: Type.Boolean(),
    valorPadrao: nullable(text()),
  },
  {
    description: 'Um campo como era quando o documento foi enviado.',
    examples: [
      {
        ...{ campoId: example.CAMPO_ID, tipo: 'ASSINATURA', pagina: 4, x: 0.1, y: 0.72, largura: 0.35, altura: 0.08 },
        ...{ z: 0, rotulo: null, obrigatorio: true, valorPadrao: null },
      },
    ],
  },
);
export type CampoNoEnvio = Static<typeof CampoNoEnvio>;

/** What fields of packages of before these were bound lack. */
const UNBOUND = ['x', 'y', 'largura', 'altura', 'z', 'obrigatorio', 'valorPadrao'] as const;

export const DadosNoEnvio = named(
  'DadosNoEnvio',
  {
    signatarioId: uuid(),
    funcao: ref(Enum.FuncaoSignatario),
    nome: nullable(text()),
    email: nullable(text()),
    telefone: nullable(text()),
    cpf: nullable(text()),
    dataNascimento: nullable(date()),
    metodoEntrega: ref(Enum.MetodoEntrega),
    ordem: nullable(Type.Integer()),
    fatoresExigidos: listOf(Enum.FatorAutenticacao, { description: 'Os que se exigiam desta pessoa.' }),
    presencial: Type.Optional(
      Type.Boolean({ description: 'Verdadeiro se quem enviou disse que assinaria na sua presença; ausente se não.' }),
    ),
    campos: Type.Optional(
      listOf(CampoNoEnvio, {
        description: 'O que se pediu que preenchesse, e onde, em ordem de `campoId`; ausente em envios mais antigos.',
      }),
    ),
  },
  {
    description: 'Os dados de quem assina como eram quando o documento foi enviado.',
    examples: [
      {
        signatarioId: example.SIGNATARIO_ID,
        funcao: 'ASSINAR',
        nome: 'Marina Duarte Leal',
        email: 'marina.leal@exemplo.com.br',
        telefone: '+5519987654321',
        cpf: '52998224725',
        dataNascimento: null,
        metodoEntrega: 'EMAIL',
        ordem: null,
        fatoresExigidos: ['EMAIL', 'SMS_OTP'],
        campos: [exampleOf(CampoNoEnvio)],
      },
    ],
  },
);
export type DadosNoEnvio = Static<typeof DadosNoEnvio>;

/** The value a factor was proven for; its properties depend on the factor. */
export type ProvadoPara =
  | { email: string }
  | { telefone: string }
  | { autenticadorId: string; email: string | null }
  | { cpf: string; dataNascimento: string };
export const ProvadoPara: TUnsafe<ProvadoPara> = Type.Unsafe<ProvadoPara>({
  $id: 'ProvadoPara',
  anyOf: [
    inline({ email: text({}, 'EMAIL: o endereço, em minúsculas.') }),
    inline({ telefone: text({}, 'SMS_OTP: o número, em E.164.') }),
    inline({
      autenticadorId: uuid('TOTP: o aplicativo autenticador.'),
      email: nullable(text(), { description: 'O endereço de quem o cadastrou; nulo se só vale para este documento.' }),
    }),
    inline({
      cpf: text({ pattern: '^[0-9]{11}$' }, 'DADOS_PESSOAIS: o CPF e a data de nascimento que a pessoa informou.'),
      dataNascimento: date(),
    }),
  ],
  description: 'O valor para o qual um fator foi cumprido. O fator só conta enquanto o dado da pessoa é este.',
  examples: [{ telefone: '+5519987654321' }],
});

export const EvidenciaSignatarioV2 = named(
  'EvidenciaSignatarioV2',
  {
    ...propertiesBut(EvidenciaSignatario, 'fatoresCumpridos'),
    dataNascimento: nullable(date(), { description: 'Como era ao fim; as correções estão na trilha.' }),
    fatoresCumpridos: Type.Array(
      inline({
        fator: ref(Enum.FatorAutenticacao),
        cumpridoEm: dateTime(),
        meio: nullable(text(), { description: 'Como: LINK_POR_EMAIL, CODIGO, AUTENTICADOR ou DADOS.' }),
        provadoPara: nullable(ref(ProvadoPara)),
      }),
    ),
    noEnvio: inline(
      { sal: salt(), dados: ref(DadosNoEnvio) },
      { description: 'Abre o hash que o evento DOCUMENTO_ENVIADO traz desta pessoa.' },
    ),
    valores: nullable(
      inline({
        sal: salt(),
        itens: Type.Array(
          inline({
            campoId: uuid(),
            valor: Type.Unsafe<string | boolean>({
              anyOf: [{ type: 'string' }, { type: 'boolean' }],
              description:
                'Texto; em CHECKBOX, verdadeiro ou falso; de uma figura, o SHA-256 do PNG, que está em `imagens`.',
            }),
          }),
          { description: 'Os campos preenchidos, em ordem de `campoId`.' },
        ),
      }),
      { description: 'Abre `hashValores` do evento ASSINATURA_REGISTRADA; nulo para quem não assinou.' },
    ),
    dispositivo: nullable(text(), {
      description: 'Navegador e sistema por extenso, como o próprio navegador os declara em `agenteUsuario`.',
    }),
  },
  {
    description: 'O que se provou de uma pessoa, para que valor, e quando.',
    examples: [
      {
        ...(exampleOf(EvidenciaSignatario) as object),
        cpf: '52998224725',
        dataNascimento: null,
        fatoresCumpridos: [
          {
            fator: 'EMAIL',
            cumpridoEm: example.VIEWED_AT,
            meio: 'LINK_POR_EMAIL',
            provadoPara: { email: 'marina.leal@exemplo.com.br' },
          },
          {
            fator: 'SMS_OTP',
            cumpridoEm: '2026-11-03T17:23:10.004Z',
            meio: 'CODIGO',
            provadoPara: { telefone: '+5519987654321' },
          },
        ],
        noEnvio: { sal: example.HASH_EVENTO, dados: exampleOf(DadosNoEnvio) },
        valores: { sal: example.HASH_TEXTO, itens: [{ campoId: example.CAMPO_ID, valor: 'Marina Duarte Leal' }] },
        dispositivo: 'Firefox 145, Linux',
      },
    ],
  },
);
export type EvidenciaSignatarioV2 = Static<typeof EvidenciaSignatarioV2>;

export const SeloInstitucionalV2 = named(
  'SeloInstitucionalV2',
  {
    ...propertiesBut(SeloInstitucional, 'carimboTempo', 'nivel'),
    validoDe: dateTime(),
    carimboTempo: nullable(
      inline({
        autoridade: text(),
        impressaoDigital: nullable(sha256(), { description: 'SHA-256 do certificado digital que carimbou.' }),
        em: nullable(dateTime(), { description: 'A hora que o carimbo traz.' }),
      }),
      { description: 'Nulo quando o arquivo assinado não tem carimbo do tempo.' },
    ),
    nivel: stringEnum(['PADES_B_B', 'PADES_B_T', 'PADES_B_LT', 'PADES_B_LTA'], {
      description:
        'Do selo do arquivo assinado: simples, com carimbo do tempo, também com os dados de revogação, ou fechado ainda por um carimbo sobre o arquivo todo.',
    }),
  },
  {
    description: 'O lacre com que o serviço fecha o arquivo assinado. Não é assinatura ICP-Brasil de quem assina.',
    examples: [
      {
        ...(exampleOf(SeloInstitucional) as object),
        validoDe: '2026-10-01T00:00:00.000Z',
        nivel: 'PADES_B_B',
      },
    ],
  },
);
export type SeloInstitucionalV2 = Static<typeof SeloInstitucionalV2>;

export const CadeiaEvidenciasV2 = named(
  'CadeiaEvidenciasV2',
  {
    ...CadeiaEvidencias.properties,
    formulaDados: text(),
    formulaValores: text(),
    formulaCampos: Type.Optional(text({}, 'Ausente em pacotes mais antigos.')),
  },
  {
    description: 'Como refazer a conta, sem depender do serviço.',
    examples: [
      {
        ...(exampleOf(CadeiaEvidencias) as object),
        formulaDados: 'sha256(sal LF jcs(dados))',
        formulaValores: 'sha256(sal LF jcs(itens))',
        formulaCampos: 'sha256(sal LF jcs(campos))',
      },
    ],
  },
);
export type CadeiaEvidenciasV2 = Static<typeof CadeiaEvidenciasV2>;

const before = exampleOf(ConteudoCertificadoV1) as { documento: object };

export const ConteudoCertificadoV2 = named(
  'ConteudoCertificadoV2',
  {
    esquema: stringEnum([CURRENT_CERTIFICATE_SCHEMA], { description: 'Formato deste pacote.' }),
    ...propertiesBut(ConteudoCertificadoV1, 'esquema', 'documento', 'signatarios', 'selo', 'cadeia'),
    operador: inline(
      { nome: nullable(text()), documento: nullable(text()) },
      { description: 'Quem opera esta instalação do serviço, se declarado.' },
    ),
    documento: inline({
      ...ConteudoCertificadoV1.properties.documento.properties,
      horaDe: stringEnum(['SERVICO', 'RELOGIO_DE_TESTE'], {
        description:
          'De quem é o relógio que dá a hora dos eventos. RELOGIO_DE_TESTE só há no sandbox: a organização o adiantou, e a hora real está em `detalhe.horaReal` dos eventos.',
      }),
    }),
    signatarios: listOf(EvidenciaSignatarioV2),
    textosAceite: Type.Array(inline({ textoAceiteId: uuid(), versao: text(), textoHash: sha256(), texto: text() }), {
      description: 'Cada texto com que alguém concordou, na íntegra; `textoHash` é o SHA-256 de `texto`.',
    }),
    imagens: Type.Array(inline({ sha256: sha256(), formato: stringEnum(['image/png']), base64: text() }), {
      description: 'Cada figura com que alguém assinou, uma vez.',
    }),
    campos: Type.Array(
      inline({
        signatarioId: Type.Optional(uuid()),
        ...propertiesBut(CampoNoEnvio, ...UNBOUND),
        ...Type.Partial(Type.Pick(CampoNoEnvio, UNBOUND)).properties,
      }),
      {
        description:
          'Os campos de quem assina como foram desenhados: os de `signatarios[].noEnvio.dados.campos`. Pacotes mais antigos só trazem o que são os que `valores` cita.',
      },
    ),
    camposDoRemetente: Type.Optional(
      inline(
        { sal: salt(), campos: listOf(CampoNoEnvio) },
        {
          description:
            'O que o remetente escreveu no documento, em ordem de `campoId`: abre `hashCamposDoRemetente` do evento DOCUMENTO_ENVIADO. Ausente em envios mais antigos.',
        },
      ),
    ),
    conteudoAtivo: listOf(ConteudoAtivo, {
      description: 'O que, no arquivo enviado, agia por si ou se escondia.',
    }),
    selo: nullable(ref(SeloInstitucionalV2)),
    cadeia: ref(CadeiaEvidenciasV2),
  },
  {
    description:
      'O pacote de evidências, congelado na emissão: traz, além dos eventos encadeados, o que abre cada hash que eles citam.',
    examples: [
      {
        ...before,
        esquema: CURRENT_CERTIFICATE_SCHEMA,
        operador: { nome: 'Rubrica Serviços Ltda.', documento: example.CNPJ },
        documento: { ...before.documento, horaDe: 'SERVICO' },
        signatarios: [exampleOf(EvidenciaSignatarioV2)],
        textosAceite: [
          {
            textoAceiteId: example.OTHER_ID,
            versao: '1',
            textoHash: example.HASH_TEXTO,
            texto: 'Declaro que li o documento apresentado, na íntegra, e que concordo com o seu conteúdo.',
          },
        ],
        imagens: [],
        campos: [{ signatarioId: example.SIGNATARIO_ID, ...(exampleOf(CampoNoEnvio) as object) }],
        camposDoRemetente: { sal: example.HASH_EVENTO, campos: [] },
        conteudoAtivo: [],
        selo: exampleOf(SeloInstitucionalV2),
        cadeia: exampleOf(CadeiaEvidenciasV2),
      },
    ],
  },
);
export type ConteudoCertificadoV2 = Static<typeof ConteudoCertificadoV2>;
