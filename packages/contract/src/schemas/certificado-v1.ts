import { type Static, Type } from 'typebox';
import { CERTIFICATE_SCHEMAS } from '../enums.ts';
import { EventoAuditoria } from './auditoria.ts';
import { Geolocalizacao } from './common.ts';
import { Enum } from './enums.ts';
import * as example from './example-values.ts';
import { dateTime, exampleOf, inline, listOf, named, nullable, ref, sha256, stringEnum, text, uuid } from './kit.ts';

const step = (description: string) => nullable(dateTime(), { description });

export const EvidenciaSignatario = named(
  'EvidenciaSignatario',
  {
    signatarioId: uuid(),
    transacaoId: nullable(uuid(), { description: 'Identifica o ato de assinar; nulo para quem recusou.' }),
    nome: nullable(text()),
    cpf: nullable(text()),
    funcao: ref(Enum.FuncaoSignatario),
    status: ref(Enum.StatusSignatario),
    contato: inline({
      metodoEntrega: ref(Enum.MetodoEntrega),
      email: nullable(text()),
      telefone: nullable(text()),
    }),
    fatoresExigidos: listOf(Enum.FatorAutenticacao),
    fatoresCumpridos: Type.Array(inline({ fator: ref(Enum.FatorAutenticacao), cumpridoEm: dateTime() })),
    textoAceite: nullable(inline({ textoAceiteId: uuid(), versao: text(), textoHash: sha256() })),
    enviadoEm: step('Convite entregue ao canal, ou link mostrado.'),
    visualizadoEm: step('Primeira abertura.'),
    leituraConcluidaEm: step('Declarou ter percorrido todas as páginas.'),
    aceiteEm: step('Concordou com o texto de aceite.'),
    assinadoEm: step('Assinou.'),
    recusadoEm: step('Recusou.'),
    motivoRecusa: nullable(text()),
    ip: nullable(text()),
    porta: nullable(Type.Integer({ minimum: 0, maximum: 65_535 })),
    origemEndereco: nullable(ref(Enum.OrigemEndereco)),
    agenteUsuario: nullable(text()),
    geolocalizacao: nullable(ref(Geolocalizacao)),
  },
  {
    description: 'O que se provou de uma pessoa, e quando.',
    examples: [
      {
        signatarioId: example.SIGNATARIO_ID,
        transacaoId: example.OTHER_ID,
        nome: 'Marina Duarte Leal',
        cpf: example.CPF,
        funcao: 'ASSINAR',
        status: 'ASSINADO',
        contato: { metodoEntrega: 'EMAIL', email: 'marina.leal@exemplo.com.br', telefone: '+5519987654321' },
        fatoresExigidos: ['EMAIL', 'SMS_OTP'],
        fatoresCumpridos: [
          { fator: 'EMAIL', cumpridoEm: example.VIEWED_AT },
          { fator: 'SMS_OTP', cumpridoEm: '2026-11-03T17:23:10.004Z' },
        ],
        textoAceite: { textoAceiteId: example.OTHER_ID, versao: '1', textoHash: example.HASH_TEXTO },
        enviadoEm: example.SENT_AT,
        visualizadoEm: example.VIEWED_AT,
        leituraConcluidaEm: '2026-11-03T17:25:30.200Z',
        aceiteEm: '2026-11-03T17:25:52.871Z',
        assinadoEm: example.SIGNED_AT,
        recusadoEm: null,
        motivoRecusa: null,
        ip: '203.0.113.24',
        porta: 51_544,
        origemEndereco: 'CONEXAO',
        agenteUsuario: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0',
        geolocalizacao: null,
      },
    ],
  },
);
export type EvidenciaSignatario = Static<typeof EvidenciaSignatario>;

export const SeloInstitucional = named(
  'SeloInstitucional',
  {
    titular: text({}, 'Nome do titular do certificado digital.'),
    emissor: text(),
    numeroSerie: text({}, 'Em hexadecimal.'),
    impressaoDigital: sha256('SHA-256 do certificado digital.'),
    validoAte: dateTime(),
    carimboTempo: nullable(inline({ autoridade: text() }), {
      description: 'Só quando há autoridade de carimbo do tempo configurada.',
    }),
    nivel: Type.Optional(
      stringEnum(['PADES_B_B', 'PADES_B_T', 'PADES_B_LT', 'PADES_B_LTA'], {
        description:
          'Do selo do arquivo assinado: simples, com carimbo do tempo, também com os dados de revogação que a validação pede anos depois, ou fechado ainda por um carimbo sobre o arquivo todo. Ausente em certificados emitidos antes de existir.',
      }),
    ),
  },
  {
    description: 'O lacre com que o serviço fecha o arquivo assinado. Não é assinatura ICP-Brasil de quem assina.',
    examples: [
      {
        titular: 'CN=Rubrica Selo, O=Rubrica, C=BR',
        emissor: 'CN=Rubrica AC, O=Rubrica, C=BR',
        numeroSerie: '5a1f09c37be2d418',
        impressaoDigital: example.HASH_TEXTO,
        validoAte: '2029-11-01T00:00:00.000Z',
        carimboTempo: null,
      },
    ],
  },
);
export type SeloInstitucional = Static<typeof SeloInstitucional>;

export const CadeiaEvidencias = named(
  'CadeiaEvidencias',
  {
    algoritmo: stringEnum(['SHA-256']),
    eloInicial: sha256('O elo antes do primeiro evento.'),
    eloFinal: sha256('O hash do último evento do pacote.'),
    formulaEloInicial: text(),
    formulaEvento: text(),
    formulaConteudo: text(),
    formulaCertificado: text(),
  },
  {
    description: 'Como refazer a conta, sem depender do serviço.',
    examples: [
      {
        algoritmo: 'SHA-256',
        eloInicial: example.HASH_ORIGINAL,
        eloFinal: example.HASH_EVENTO,
        formulaEloInicial: 'sha256(documentoId LF sha256(primeiroArquivo))',
        formulaEvento: 'sha256(hashAnterior LF jcs(evento sem hash))',
        formulaConteudo: 'sha256(jcs(conteudo))',
        formulaCertificado: 'sha256(codigo LF versao LF hashAnterior LF hashConteudo)',
      },
    ],
  },
);
export type CadeiaEvidencias = Static<typeof CadeiaEvidencias>;

const conteudoExample = {
  esquema: CERTIFICATE_SCHEMAS[0],
  ambiente: 'PRODUCAO',
  organizacao: { nome: 'Imobiliária Acácia Ltda.', documento: example.CNPJ },
  documento: {
    id: example.DOCUMENTO_ID,
    titulo: 'Contrato de locação — Rua das Acácias, 120',
    nivelAssinatura: 'SEGURA',
    paginas: 4,
    criadoEm: example.CREATED_AT,
    enviadoEm: example.SENT_AT,
    finalizadoEm: example.SIGNED_AT,
  },
  codigoValidacao: example.VALIDATION_CODE,
  hashes: { algoritmo: 'SHA-256', original: example.HASH_ORIGINAL, assinado: example.HASH_ASSINADO },
  signatarios: [exampleOf(EvidenciaSignatario)],
  selo: exampleOf(SeloInstitucional),
  eventos: [exampleOf(EventoAuditoria)],
  cadeia: exampleOf(CadeiaEvidencias),
};

/** 32 random bytes. */
export const salt = () => text({ pattern: '^[0-9a-f]{64}$' }, '32 bytes ao acaso, em hexadecimal.');

export const ConteudoCertificadoV1 = named(
  'ConteudoCertificadoV1',
  {
    esquema: stringEnum([CERTIFICATE_SCHEMAS[0]], { description: 'Formato deste pacote.' }),
    ambiente: ref(Enum.Ambiente),
    organizacao: inline({ nome: text(), documento: nullable(text()) }),
    documento: inline({
      id: uuid(),
      titulo: text(),
      nivelAssinatura: ref(Enum.NivelAssinatura),
      paginas: Type.Integer({ minimum: 1 }),
      criadoEm: dateTime(),
      enviadoEm: dateTime(),
      finalizadoEm: dateTime(),
    }),
    codigoValidacao: text(),
    hashes: inline({
      algoritmo: stringEnum(['SHA-256']),
      original: sha256('Do arquivo que foi enviado para assinatura.'),
      assinado: sha256('Do arquivo assinado.'),
    }),
    signatarios: listOf(EvidenciaSignatario),
    selo: nullable(ref(SeloInstitucional)),
    eventos: listOf(EventoAuditoria, { description: 'A trilha inteira até a conclusão, do primeiro ao último.' }),
    cadeia: ref(CadeiaEvidencias),
    registroAberto: Type.Optional(
      inline(
        {
          origem: text(),
          nonce: salt(),
          recibos: Type.Array(Type.String()),
          ultimoDia: Type.Optional(
            inline(
              { dia: text({ format: 'date' }), tamanho: Type.Integer({ minimum: 1 }), raiz: text() },
              { description: 'O último ponto de controle do dia anterior: quantas folhas, e a raiz em base64.' },
            ),
          ),
        },
        {
          description:
            'O que liga este documento ao registro aberto da instalação: a origem do registro, o segredo que abre as suas folhas, e o recibo de cada assinatura e recusa. Ausente onde o documento foi concluído antes de haver registro.',
        },
      ),
    ),
  },
  {
    description:
      'O pacote de evidências dos documentos enviados antes do formato v2, congelado na emissão. Reemitir conserva o formato.',
    examples: [conteudoExample],
  },
);
export type ConteudoCertificadoV1 = Static<typeof ConteudoCertificadoV1>;
