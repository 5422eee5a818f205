import { type Static, Type } from 'typebox';
import { DIGITS } from '../data-rules.ts';
import { FIELDS_MAX, MAILBOX_WAIT_MAX_S, REASON_MAX_CHARS, SIMULATED_FAILURES_MAX } from '../limits.ts';
import { ValorDeCampo } from './assinatura.ts';
import { pageQuery } from './common.ts';
import { Enum } from './enums.ts';
import { CREATED_AT, DOCUMENTO_ID, EVENTO_ID, OTHER_ID, SIGNATARIO_ID } from './example-values.ts';
import {
  count,
  dateTime,
  dateTimeInput,
  drawnText,
  exampleOf,
  inline,
  listOf,
  named,
  nullable,
  pagina,
  ref,
  text,
  uuid,
} from './kit.ts';

export const MensagemCaixa = named(
  'MensagemCaixa',
  {
    id: uuid(),
    canal: ref(Enum.CanalMensagem),
    tipo: nullable(ref(Enum.TipoMensagem), { description: 'Nulo nas que não são de um documento.' }),
    destino: text({}, 'E-mail ou telefone a que iria.'),
    documentoId: nullable(uuid(), { description: 'O documento; num envelope, o primeiro dele.' }),
    signatarioId: nullable(uuid(), { description: 'A pessoa, nesse documento; nulo no aviso a quem enviou.' }),
    link: nullable(text(), { description: 'O endereço que a mensagem traz, onde traz um.' }),
    codigo: nullable(text(), { description: 'O código que a mensagem traz, onde traz um.' }),
    de: nullable(text(), { description: 'O remetente de um e-mail, como `Nome <endereço>`.' }),
    responderPara: nullable(text(), { description: 'Para onde iria a resposta a um e-mail.' }),
    assunto: nullable(text()),
    texto: text(),
    html: nullable(text()),
    anexos: Type.Array(inline({ nome: text(), texto: text() }), {
      description: 'Os arquivos de texto que o e-mail traria: recibos e provas do registro aberto.',
    }),
    criadoEm: dateTime(),
  },
  {
    description: 'Uma mensagem do sandbox, guardada em vez de enviada.',
    examples: [
      {
        id: OTHER_ID,
        canal: 'SMS',
        tipo: 'CODIGO',
        destino: '+5519987654321',
        documentoId: DOCUMENTO_ID,
        signatarioId: SIGNATARIO_ID,
        link: null,
        codigo: '492071',
        de: null,
        responderPara: null,
        assunto: null,
        texto: 'Seu código é 492071',
        html: null,
        anexos: [],
        criadoEm: CREATED_AT,
      },
    ],
  },
);
export type MensagemCaixa = Static<typeof MensagemCaixa>;

export const PaginaDeMensagemCaixa = pagina(MensagemCaixa);
export type PaginaDeMensagemCaixa = Static<typeof PaginaDeMensagemCaixa>;

export const CaixaQuery = inline({
  ...pageQuery,
  destino: Type.Optional(text({ minLength: 1, maxLength: 254 }, 'Só as deste e-mail, em qualquer caixa, ou telefone.')),
  documentoId: Type.Optional(uuid('Só as deste documento; a de um envelope é de cada um dos seus.')),
  canal: Type.Optional(ref(Enum.CanalMensagem, { description: 'Só as deste canal.' })),
  tipo: Type.Optional(ref(Enum.TipoMensagem, { description: 'Só as deste tipo.' })),
  desde: Type.Optional(dateTimeInput('Só as deste instante ou depois.')),
  aguardar: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAILBOX_WAIT_MAX_S,
      description: `Quando não há nenhuma, até quantos segundos esperar que venha. Ausente, responde na hora. ${DIGITS}`,
    }),
  ),
});
export type CaixaQuery = Static<typeof CaixaQuery>;

export const SimulacaoEntrada = named(
  'SimulacaoEntrada',
  {
    acao: ref(Enum.AcaoSimulada),
    valores: Type.Optional(
      listOf(ValorDeCampo, {
        maxItems: FIELDS_MAX,
        description: 'Com ASSINAR: o que preencher. Os campos obrigatórios que faltarem recebem um exemplo.',
      }),
    ),
    motivo: Type.Optional(drawnText(REASON_MAX_CHARS, 'Com RECUSAR.')),
  },
  { examples: [{ acao: 'ASSINAR', valores: [exampleOf(ValorDeCampo)] }] },
);
export type SimulacaoEntrada = Static<typeof SimulacaoEntrada>;

export const DisparoEntrada = named(
  'DisparoEntrada',
  {
    evento: ref(Enum.EventoWebhook),
    documentoId: Type.Optional(uuid('De que documento são os dados; ausente, são os do exemplo do contrato.')),
    webhookId: Type.Optional(uuid('Só a este webhook, assine ele o evento ou não; ausente, a todos os que o assinam.')),
  },
  { examples: [{ evento: 'document.completed' }] },
);
export type DisparoEntrada = Static<typeof DisparoEntrada>;

export const Disparo = named(
  'Disparo',
  { eventoId: uuid(), entregas: count('A quantos webhooks será entregue.') },
  { examples: [{ eventoId: EVENTO_ID, entregas: 1 }] },
);
export type Disparo = Static<typeof Disparo>;

const vezes = Type.Integer({
  minimum: 0,
  maximum: SIMULATED_FAILURES_MAX,
  description: 'Quantas das próximas tentativas; 0 desfaz.',
});
const falhas = { vezes, como: ref(Enum.FalhaSimulada) };
const falhasExample = { vezes: 2, como: 'TIMEOUT' };

export const FalhasEntrada = named('FalhasEntrada', falhas, { examples: [falhasExample] });
export type FalhasEntrada = Static<typeof FalhasEntrada>;

export const Falhas = named('Falhas', falhas, {
  description: 'As próximas tentativas de um webhook que vão falhar, sem que nada saia.',
  examples: [falhasExample],
});
export type Falhas = Static<typeof Falhas>;

export const Limpeza = named(
  'Limpeza',
  { documentos: count('Quantos documentos serão apagados.') },
  { examples: [{ documentos: 128 }] },
);
export type Limpeza = Static<typeof Limpeza>;
