import { type Static, Type } from 'typebox';
import { Enum } from './enums.ts';
import { CERTIFICATE_CODE, CREATED_AT, HASH_ASSINADO, SIGNED_AT, VALIDATION_CODE } from './example-values.ts';
import { dateTime, exampleOf, listOf, named, nullable, ref, stringEnum, text } from './kit.ts';

// The three fields have neither pattern nor `maxLength`: whatever is no code or hash, such as the longest content of a QR
// code, is simply not on record, and that is answered with 200. The body as a whole is bounded.
export const ValidacaoEntrada = named(
  'ValidacaoEntrada',
  {
    codigo: Type.Optional(text({}, 'O código impresso no rodapé: SVC-XXXX-XXXX-XXXX.')),
    hashArquivo: Type.Optional(
      text({}, 'SHA-256 do PDF em 64 dígitos hexadecimais, calculado por você; o arquivo não é enviado.'),
    ),
    qrCode: Type.Optional(text({}, 'O que o leitor de QR devolveu: o endereço ou só o código.')),
  },
  {
    minProperties: 1,
    description: 'Ao menos um dos três.',
    examples: [{ codigo: VALIDATION_CODE, hashArquivo: HASH_ASSINADO }],
  },
);
export type ValidacaoEntrada = Static<typeof ValidacaoEntrada>;

export const DocumentoValidado = named(
  'DocumentoValidado',
  {
    nome: text(),
    paginas: Type.Integer({ minimum: 1 }),
    criadoEm: dateTime(),
    finalizadoEm: nullable(dateTime()),
    algoritmoHash: text(),
    hashArquivo: text(),
    nivelAssinatura: ref(Enum.NivelAssinatura),
  },
  {
    examples: [
      {
        nome: 'Contrato de locação — Rua das Acácias, 120',
        paginas: 4,
        criadoEm: CREATED_AT,
        finalizadoEm: SIGNED_AT,
        algoritmoHash: 'SHA-256',
        hashArquivo: HASH_ASSINADO,
        nivelAssinatura: 'SEGURA',
      },
    ],
  },
);
export type DocumentoValidado = Static<typeof DocumentoValidado>;

export const SignatarioValidado = named(
  'SignatarioValidado',
  {
    nome: nullable(text()),
    emailMascarado: nullable(text()),
    papel: ref(Enum.FuncaoSignatario),
    status: ref(Enum.StatusSignatario),
    assinadoEm: nullable(dateTime()),
    ip: nullable(text()),
    fatores: text({}, 'Como a pessoa se autenticou, por extenso.'),
  },
  {
    examples: [
      {
        nome: 'Marina Duarte Leal',
        emailMascarado: 'ma•••••••@exemplo.com.br',
        papel: 'ASSINAR',
        status: 'ASSINADO',
        assinadoEm: SIGNED_AT,
        ip: '203.0.113.24',
        fatores: 'E-mail e código por SMS',
      },
    ],
  },
);
export type SignatarioValidado = Static<typeof SignatarioValidado>;

export const ManifestoValidado = named(
  'ManifestoValidado',
  { versao: Type.Integer({ minimum: 1 }), emitidoEm: dateTime(), codigoCertificado: text() },
  { examples: [{ versao: 1, emitidoEm: '2026-11-03T17:26:49.300Z', codigoCertificado: CERTIFICATE_CODE }] },
);
export type ManifestoValidado = Static<typeof ManifestoValidado>;

/** Which of a document's files was presented. */
export const RECOGNIZED_FILES = ['ASSINADO', 'ORIGINAL', 'CERTIFICADO'] as const;
export type ArquivoReconhecido = (typeof RECOGNIZED_FILES)[number];

export const ResultadoValidacao = named(
  'ResultadoValidacao',
  {
    resultado: ref(Enum.ResultadoDaValidacao),
    situacao: nullable(ref(Enum.SituacaoProcesso), { description: 'Leia junto com `resultado`.' }),
    codigo: nullable(text(), { description: 'O código do registro encontrado.' }),
    hashRecebido: nullable(text(), { description: 'O hash que você enviou.' }),
    documento: nullable(ref(DocumentoValidado)),
    signatarios: listOf(SignatarioValidado),
    manifesto: nullable(ref(ManifestoValidado), {
      description:
        'O certificado vigente; nulo antes da conclusão. Quando o arquivo é ele mesmo um certificado, a versão que ele é.',
    }),
    arquivoReconhecido: nullable(stringEnum(RECOGNIZED_FILES), {
      description:
        'Qual dos arquivos do registro tem o hash enviado, seja qual for `resultado`: o assinado, o que foi enviado para assinatura, ou um certificado. De um certificado, `codigo` e `manifesto` dizem de que documento e de que versão.',
    }),
    observacao: nullable(text(), { description: 'O que havia de errado com o que foi enviado, em uma frase.' }),
    ambiente: Type.Optional(
      stringEnum(['TESTE'], {
        description: 'Só na validação do sandbox: nada do que ela mostra tem validade jurídica.',
      }),
    ),
    horaDe: Type.Optional(
      stringEnum(['RELOGIO_DE_TESTE'], {
        description: 'Só na validação do sandbox: a organização adiantou o relógio de teste, e as horas são as dele.',
      }),
    ),
  },
  {
    description: 'Um documento só está concluído com `resultado` AUTENTICO e `situacao` CONCLUIDO.',
    examples: [
      {
        resultado: 'AUTENTICO',
        situacao: 'CONCLUIDO',
        codigo: VALIDATION_CODE,
        hashRecebido: HASH_ASSINADO,
        documento: exampleOf(DocumentoValidado),
        signatarios: [exampleOf(SignatarioValidado)],
        manifesto: exampleOf(ManifestoValidado),
        arquivoReconhecido: 'ASSINADO',
        observacao: null,
      },
      {
        resultado: 'NAO_ENCONTRADO',
        situacao: null,
        codigo: null,
        hashRecebido: null,
        documento: null,
        signatarios: [],
        manifesto: null,
        arquivoReconhecido: null,
        observacao: null,
      },
    ],
  },
);
export type ResultadoValidacao = Static<typeof ResultadoValidacao>;
