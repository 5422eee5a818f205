import { type Static, type TProperties, type TUnsafe, Type } from 'typebox';
import type { EventoWebhook, FatorAutenticacao, StatusDocumento, StatusSignatario } from './enums.ts';
import { Enum } from './schemas/enums.ts';
import * as example from './schemas/example-values.ts';
import {
  dateTime,
  exampleOf,
  inline,
  listOf,
  named,
  nullable,
  oneOfBy,
  ref,
  stringEnum,
  text,
  uuid,
} from './schemas/kit.ts';
import { OWN_REFERENCE_EXAMPLE, ownReferenceShown } from './schemas/own-reference.ts';

const documento = {
  id: uuid(),
  titulo: text(),
  status: ref(Enum.StatusDocumento),
  nivelAssinatura: ref(Enum.NivelAssinatura),
  criadoEm: dateTime(),
  paginas: Type.Integer({ minimum: 1 }),
  ...ownReferenceShown,
};

const documentoExample = {
  id: example.DOCUMENTO_ID,
  titulo: 'Contrato de locação — Rua das Acácias, 120',
  status: 'AGUARDANDO_ASSINATURAS',
  nivelAssinatura: 'SEGURA',
  criadoEm: example.CREATED_AT,
  paginas: 4,
  ...OWN_REFERENCE_EXAMPLE,
};

export const DocumentoDoEvento = named('DocumentoDoEvento', documento, {
  description: 'O documento no momento do evento.',
  examples: [documentoExample],
});
export type DocumentoDoEvento = Static<typeof DocumentoDoEvento>;

export const DocumentoConcluido = named(
  'DocumentoConcluido',
  { ...documento, finalizadoEm: dateTime() },
  { examples: [{ ...documentoExample, status: 'ASSINADO', finalizadoEm: example.SIGNED_AT }] },
);
export type DocumentoConcluido = Static<typeof DocumentoConcluido>;

const signatarioExample = {
  id: example.SIGNATARIO_ID,
  nome: 'Marina Duarte Leal',
  email: 'marina.leal@exemplo.com.br',
  funcao: 'ASSINAR',
  status: 'ASSINADO',
  assinadoEm: example.SIGNED_AT,
  fatoresCumpridos: ['EMAIL', 'SMS_OTP'],
  referenciaExterna: null,
  metadados: {},
};

export const SignatarioDoEvento = named(
  'SignatarioDoEvento',
  {
    id: uuid(),
    nome: nullable(text()),
    email: nullable(text()),
    funcao: ref(Enum.FuncaoSignatario),
    status: ref(Enum.StatusSignatario),
    assinadoEm: nullable(dateTime()),
    fatoresCumpridos: listOf(Enum.FatorAutenticacao),
    ...ownReferenceShown,
  },
  {
    description: 'O signatário no momento do evento.',
    examples: [signatarioExample],
  },
);
export type SignatarioDoEvento = Static<typeof SignatarioDoEvento>;

const delegadoDe = inline(
  { nome: nullable(text()), email: nullable(text()) },
  { description: 'Quem passou a assinatura a outra pessoa.' },
);
const certificado = inline({ codigo: text(), versao: Type.Integer({ minimum: 1 }) });
const motivo = text({}, 'O motivo informado.');

const teste = Type.Optional(
  Type.Boolean({ description: 'Só nos eventos de teste, sempre `true`: os dados são um exemplo e nada disso existe.' }),
);

/** Where it happened, the same in every event. */
const place = {
  ambiente: ref(Enum.Ambiente),
  envelopeId: Type.Optional(uuid('O envelope do documento, onde há um.')),
};
const placeExample = { ambiente: 'PRODUCAO' };

const doc = { documento: ref(DocumentoDoEvento) };
const docAndSigner = { ...doc, signatario: ref(SignatarioDoEvento, { description: 'Quem agiu.' }) };

/** Events tell the state after what they tell of, and so do their examples. */
const documentAt = (status: StatusDocumento) => ({ documento: { ...documentoExample, status } });
/** Of somebody who has not signed. */
const signerAt = (status: StatusSignatario, fatoresCumpridos: readonly FatorAutenticacao[]) => ({
  signatario: { ...signatarioExample, status, assinadoEm: null, fatoresCumpridos },
});
const waiting = documentAt('AGUARDANDO_ASSINATURAS');
const authenticated = ['EMAIL', 'SMS_OTP'] as const;

const envelope = <const N extends EventoWebhook, P extends TProperties>(
  id: string,
  evento: N,
  dados: P,
  notes: { readonly description: string; readonly example: object },
) =>
  named(
    id,
    {
      eventoId: uuid('O mesmo em toda repetição da entrega: use-o para descartar duplicatas.'),
      evento: stringEnum([evento]),
      ocorridoEm: dateTime('Ordene por este instante; a ordem de chegada não é garantida.'),
      dados: inline({ ...place, ...dados, teste }),
    },
    {
      description: notes.description,
      examples: [
        {
          eventoId: example.EVENTO_ID,
          evento,
          ocorridoEm: example.SIGNED_AT,
          dados: { ...placeExample, ...notes.example },
        },
      ],
    },
  );

/** The body of a delivery, by event. */
export const eventSchemas = {
  'document.created': envelope('EventoDocumentoCriado', 'document.created', doc, {
    description: 'Um documento foi criado, em rascunho.',
    example: documentAt('RASCUNHO'),
  }),
  'document.sent': envelope('EventoDocumentoEnviado', 'document.sent', doc, {
    description: 'O documento saiu de rascunho e os convites partiram. Um envelope da franquia foi consumido.',
    example: waiting,
  }),
  'document.viewed': envelope('EventoDocumentoVisualizado', 'document.viewed', docAndSigner, {
    description: 'Um signatário abriu o documento pela primeira vez.',
    example: { ...waiting, ...signerAt('VISUALIZADO', []) },
  }),
  'signer.authenticated': envelope('EventoSignatarioAutenticado', 'signer.authenticated', docAndSigner, {
    description: 'Um signatário cumpriu todos os fatores exigidos.',
    example: { ...waiting, ...signerAt('VISUALIZADO', authenticated) },
  }),
  'document.signed': envelope('EventoDocumentoAssinado', 'document.signed', docAndSigner, {
    description: 'Um signatário assinou; um evento por signatário.',
    example: { ...documentAt('PARCIALMENTE_ASSINADO'), signatario: signatarioExample },
  }),
  'document.completed': envelope(
    'EventoDocumentoConcluido',
    'document.completed',
    { documento: ref(DocumentoConcluido), signatarios: listOf(SignatarioDoEvento), certificado },
    {
      description: 'A última assinatura chegou: o PDF assinado e o certificado existem.',
      example: {
        documento: exampleOf(DocumentoConcluido),
        signatarios: [exampleOf(SignatarioDoEvento)],
        certificado: { codigo: example.CERTIFICATE_CODE, versao: 1 },
      },
    },
  ),
  'document.refused': envelope(
    'EventoDocumentoRecusado',
    'document.refused',
    { ...docAndSigner, motivo },
    {
      description: 'Um signatário recusou.',
      example: {
        ...documentAt('RECUSADO'),
        ...signerAt('RECUSADO', authenticated),
        motivo: 'O valor não é o combinado.',
      },
    },
  ),
  'document.expired': envelope('EventoDocumentoExpirado', 'document.expired', doc, {
    description: 'O prazo passou sem que todos assinassem.',
    example: documentAt('EXPIRADO'),
  }),
  'document.cancelled': envelope(
    'EventoDocumentoCancelado',
    'document.cancelled',
    { ...doc, motivo },
    {
      description: 'Quem enviou cancelou o documento.',
      example: { ...documentAt('CANCELADO'), motivo: 'Valor do aluguel digitado errado.' },
    },
  ),
  'signer.delegated': envelope(
    'EventoSignatarioDelegado',
    'signer.delegated',
    {
      ...doc,
      signatario: ref(SignatarioDoEvento, { description: 'Quem assina agora, no mesmo lugar e com o mesmo `id`.' }),
      delegadoDe,
    },
    {
      description: 'Um signatário passou a assinatura a outra pessoa; um evento por documento.',
      example: {
        ...waiting,
        ...signerAt('ENVIADO', []),
        delegadoDe: { nome: 'Ana Reis', email: 'ana.reis@exemplo.com.br' },
      },
    },
  ),
};

/** What a webhook receives, discriminated by `evento`. */
export type EventoWebhookEnvelope = { [N in EventoWebhook]: Static<(typeof eventSchemas)[N]> }[EventoWebhook];

/** The `dados` of one event. */
export type EventData<N extends EventoWebhook> = Static<(typeof eventSchemas)[N]>['dados'];

export const EventoWebhookEnvelope: TUnsafe<EventoWebhookEnvelope> = oneOfBy(
  'EventoWebhookEnvelope',
  'evento',
  Object.values(eventSchemas),
  {
    description: 'O corpo de uma entrega; `dados` depende de `evento`.',
    examples: [exampleOf(eventSchemas['document.completed'])],
  },
);

/** The contract's own example of an event's `dados`, which a test delivery carries. */
export function exampleData(evento: EventoWebhook): object {
  const { dados } = exampleOf(eventSchemas[evento]) as { dados: object };
  return dados;
}
