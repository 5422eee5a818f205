import { EventoWebhookEnvelope } from '../events.ts';
import { operation } from '../operation.ts';
import { EventosQuery, PaginaDeEventoWebhookEnvelope } from '../schemas/index.ts';
import { inline, uuid } from '../schemas/kit.ts';
import { json } from './kit.ts';

const read = { tag: 'Eventos', credential: 'api', scope: 'documentos:ler', role: 'VISUALIZADOR', added: true } as const;

export const eventos = {
  listarEventos: operation({
    ...read,
    method: 'GET',
    path: '/eventos',
    query: EventosQuery,
    success: 200,
    answer: json(PaginaDeEventoWebhookEnvelope),
    errors: ['404 NAO_ENCONTRADO'],
    summary: 'Lista eventos',
    description:
      'Os dos últimos 30 dias, cada um byte por byte como os webhooks o entregam, na ordem em que passaram a valer, que não ' +
      'muda: nenhum aparece antes de um que já foi lido. Para acompanhar, guarde o `eventoId` do último e peça os que vêm ' +
      '`apos` ele, com `aguardar` para que a resposta espere até haver algum. Um `apos` que não é de evento seu responde 404.',
  }),
  obterEvento: operation({
    ...read,
    method: 'GET',
    path: '/eventos/{eventoId}',
    params: inline({ eventoId: uuid() }),
    success: 200,
    answer: json(EventoWebhookEnvelope),
    summary: 'Lê um evento',
    description: 'Enquanto está entre os dos últimos 30 dias.',
  }),
};
