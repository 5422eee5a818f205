import type { EventoWebhook, EventoWebhookEnvelope } from '@rubrica/contract';
import type { Row } from '../../core/row.ts';

export type EventRow = Row<
  'evento_saida',
  {
    id: string;
    evento: EventoWebhook;
    ocorrido_em: Date;
    dados: object;
  }
>;

/** An event as deliveries and the feed tell it, its members in this order: byte for byte the same. */
export const presentEvento = ({ id, evento, ocorrido_em, dados }: EventRow): EventoWebhookEnvelope =>
  ({ eventoId: id, evento, ocorridoEm: ocorrido_em.toISOString(), dados }) as EventoWebhookEnvelope;
