import { type Static, Type } from 'typebox';
import { DIGITS } from '../data-rules.ts';
import { EventoWebhookEnvelope } from '../events.ts';
import { EVENTS_WAIT_MAX_S } from '../limits.ts';
import { pageQuery } from './common.ts';
import { Enum } from './enums.ts';
import { dateTimeInput, inline, pagina, ref, stringEnum, uuid } from './kit.ts';

export const PaginaDeEventoWebhookEnvelope = pagina(EventoWebhookEnvelope);
export type PaginaDeEventoWebhookEnvelope = Static<typeof PaginaDeEventoWebhookEnvelope>;

export const EventosQuery = inline({
  ...pageQuery,
  tipo: Type.Optional(ref(Enum.EventoWebhook, { description: 'Só os deste nome.' })),
  documentoId: Type.Optional(uuid('Só os deste documento.')),
  desde: Type.Optional(dateTimeInput('Só os que ocorreram neste instante ou depois.')),
  apos: Type.Optional(
    uuid('Só os que vêm depois deste na ordem da lista, por mais antigo que ele seja: o `eventoId` do último lido.'),
  ),
  ordem: Type.Optional(
    stringEnum(['asc', 'desc'], { description: 'Do primeiro ao último, ou o contrário; ausente, `asc`.' }),
  ),
  aguardar: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: EVENTS_WAIT_MAX_S,
      description: `Quando não há nenhum, até quantos segundos esperar que venha. Ausente, responde na hora. ${DIGITS}`,
    }),
  ),
});
export type EventosQuery = Static<typeof EventosQuery>;
