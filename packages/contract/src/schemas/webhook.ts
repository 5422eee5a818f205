import { type Static, Type } from 'typebox';
import { EventoWebhookEnvelope } from '../events.ts';
import { DESCRIPTION_MAX_CHARS, URL_MAX_CHARS, WEBHOOK_ANSWER_KEPT_BYTES } from '../limits.ts';
import { pageQuery } from './common.ts';
import { Enum } from './enums.ts';
import { CREATED_AT, ENTREGA_ID, EVENTO_ID, VIEWED_AT, WEBHOOK_ID } from './example-values.ts';
import {
  count,
  dateTime,
  dateTimeInput,
  exampleOf,
  freeText,
  inline,
  listOf,
  named,
  nullable,
  pagina,
  ref,
  regra,
  text,
  uri,
  uuid,
  valores,
  withDefault,
} from './kit.ts';

const url = text(
  { format: 'uri', pattern: '^https?://', maxLength: URL_MAX_CHARS },
  'Em produção, https. O endereço é conferido a cada entrega.',
);
const eventos = listOf(Enum.EventoWebhook, { minItems: 1, uniqueItems: true, description: 'Eventos a entregar.' });
const descricao = freeText(DESCRIPTION_MAX_CHARS);
const ativo = Type.Boolean({ description: 'Inativo, não recebe entregas.' });

export const WebhookEntrada = named(
  'WebhookEntrada',
  { url, eventos, descricao: Type.Optional(descricao), ativo: withDefault(ativo, true) },
  { examples: [{ url: 'https://erp.exemplo.com.br/rubrica', eventos: ['document.completed', 'document.refused'] }] },
);
export type WebhookEntrada = Static<typeof WebhookEntrada>;

export const WebhookAlteracao = named(
  'WebhookAlteracao',
  {
    url: Type.Optional(url),
    eventos: Type.Optional(eventos),
    descricao: Type.Optional(nullable(descricao)),
    ativo: Type.Optional(ativo),
  },
  {
    description: 'Só o que vier muda. `ativo: true` reativa e retoma as entregas pendentes.',
    examples: [{ ativo: true }],
  },
);
export type WebhookAlteracao = Static<typeof WebhookAlteracao>;

const webhook = {
  id: uuid(),
  url: uri(),
  eventos: listOf(Enum.EventoWebhook),
  ativo,
  descricao: nullable(text()),
  criadoEm: dateTime(),
  ultimaEntregaEm: nullable(dateTime()),
  ultimaEntregaStatus: nullable(ref(Enum.StatusEntrega)),
};

const webhookExample = {
  id: WEBHOOK_ID,
  url: 'https://erp.exemplo.com.br/rubrica',
  eventos: ['document.completed', 'document.refused'],
  ativo: true,
  descricao: null,
  criadoEm: CREATED_AT,
  ultimaEntregaEm: null,
  ultimaEntregaStatus: null,
};

export const Webhook = named('Webhook', webhook, {
  description: 'Um endereço seu que recebe eventos.',
  examples: [webhookExample],
});
export type Webhook = Static<typeof Webhook>;

const segredo = text(
  { pattern: '^whsec_' },
  '`whsec_` e 32 bytes em base64: chave das assinaturas. Em `X-Service-Signature` é o texto inteiro; nos cabeçalhos ' +
    '`webhook-*`, do Standard Webhooks, os 32 bytes. Guarde: não será mostrada de novo.',
);

export const WebhookCriado = named(
  'WebhookCriado',
  { ...webhook, segredo },
  { examples: [{ ...webhookExample, segredo: 'whsec_RVhFTVBMTzBleGVtcGxvMEVYRU1QTE8wZXhlbXBsbzA=' }] },
);
export type WebhookCriado = Static<typeof WebhookCriado>;

export const SegredoRenovado = named(
  'SegredoRenovado',
  { segredo, anteriorValeAte: dateTime('Até quando as entregas também levam a assinatura do segredo anterior.') },
  {
    examples: [
      { segredo: 'whsec_RVhFTVBMTzFleGVtcGxvMUVYRU1QTE8xZXhlbXBsbzE=', anteriorValeAte: '2026-11-04T14:05:12.480Z' },
    ],
  },
);
export type SegredoRenovado = Static<typeof SegredoRenovado>;

const respostaHttp = nullable(Type.Integer(), { description: 'Código HTTP recebido; nulo se não houve resposta.' });
const duracaoMs = nullable(Type.Integer({ minimum: 0 }));
/** Why the attempt failed: the sentence, and the rule it was made from. */
const falha = {
  erro: nullable(text(), { description: 'Por que a tentativa falhou, em português.' }),
  regra: nullable(regra(), {
    description: 'O nome estável da frase de `erro`; nulo onde não há, e em falhas antigas.',
  }),
  valores: nullable(valores(), { description: 'O que está nas lacunas da frase de `erro`; nulo como `regra`.' }),
};

export const TentativaEntrega = named(
  'TentativaEntrega',
  {
    numero: Type.Integer({ minimum: 1 }),
    ocorridaEm: dateTime(),
    respostaHttp,
    respostaCorpo: nullable(text(), {
      description:
        `O começo do corpo da resposta, até ${WEBHOOK_ANSWER_KEPT_BYTES} bytes, como texto e sem caracteres de ` +
        'controle; nulo se não houve resposta. Os cabeçalhos não são guardados.',
    }),
    duracaoMs,
    ...falha,
  },
  {
    examples: [
      {
        numero: 1,
        ocorridaEm: VIEWED_AT,
        respostaHttp: 200,
        respostaCorpo: '{"recebido":true}',
        duracaoMs: 84,
        erro: null,
        regra: null,
        valores: null,
      },
    ],
  },
);
export type TentativaEntrega = Static<typeof TentativaEntrega>;

export const EntregaWebhook = named(
  'EntregaWebhook',
  {
    id: uuid(),
    eventoId: uuid('O mesmo em toda repetição: use-o para descartar duplicatas.'),
    webhookId: uuid(),
    evento: ref(Enum.EventoWebhook),
    status: ref(Enum.StatusEntrega),
    tentativas: count('Quantas já foram feitas.'),
    ocorridaEm: dateTime(),
    proximaTentativaEm: nullable(dateTime()),
    respostaHttp,
    duracaoMs,
    ...falha,
    corpo: text(
      { contentMediaType: 'application/json', contentSchema: ref(EventoWebhookEnvelope) },
      'O corpo enviado, byte por byte.',
    ),
    tentativasRealizadas: listOf(TentativaEntrega, { description: 'Da primeira à última.' }),
  },
  {
    description: 'A entrega de um evento a um webhook.',
    examples: [
      {
        id: ENTREGA_ID,
        eventoId: EVENTO_ID,
        webhookId: WEBHOOK_ID,
        evento: 'document.completed',
        status: 'ENTREGUE',
        tentativas: 1,
        ocorridaEm: VIEWED_AT,
        proximaTentativaEm: null,
        respostaHttp: 200,
        duracaoMs: 84,
        erro: null,
        regra: null,
        valores: null,
        corpo: '{"eventoId":"b90f6d24-1c8e-47a5-93b2-d5e07f8a6c13","evento":"document.completed"}',
        tentativasRealizadas: [exampleOf(TentativaEntrega)],
      },
    ],
  },
);
export type EntregaWebhook = Static<typeof EntregaWebhook>;

export const TesteWebhookEntrada = named(
  'TesteWebhookEntrada',
  { evento: Type.Optional(ref(Enum.EventoWebhook, { description: 'Ausente, o primeiro que o webhook assina.' })) },
  { examples: [{ evento: 'document.completed' }] },
);
export type TesteWebhookEntrada = Static<typeof TesteWebhookEntrada>;

export const RepeticaoEntrada = named(
  'RepeticaoEntrada',
  {
    desde: dateTimeInput('Os que ocorreram neste instante ou depois, até 30 dias atrás.'),
    ate: Type.Optional(dateTimeInput('E antes deste; ausente, até agora.')),
    eventos: Type.Optional(
      listOf(Enum.EventoWebhook, { minItems: 1, uniqueItems: true, description: 'Ausente, os que o webhook assina.' }),
    ),
  },
  { examples: [{ desde: '2026-11-03T00:00:00-03:00', eventos: ['document.completed'] }] },
);
export type RepeticaoEntrada = Static<typeof RepeticaoEntrada>;

export const Repeticao = named(
  'Repeticao',
  { quantidade: count('Quantos eventos serão entregues.') },
  { examples: [{ quantidade: 42 }] },
);
export type Repeticao = Static<typeof Repeticao>;

export const EntregasQuery = inline({
  ...pageQuery,
  status: Type.Optional(ref(Enum.StatusEntrega, { description: 'Só as desta situação; ausente, todas.' })),
});
export type EntregasQuery = Static<typeof EntregasQuery>;

export const PaginaDeWebhook = pagina(Webhook);
export type PaginaDeWebhook = Static<typeof PaginaDeWebhook>;

export const PaginaDeEntregaWebhook = pagina(EntregaWebhook);
export type PaginaDeEntregaWebhook = Static<typeof PaginaDeEntregaWebhook>;
