import type { Handlers } from '../../core/call.ts';
import type { Cursors } from '../../core/cursor.ts';
import { pageOf } from '../../core/page.ts';
import { found } from '../../core/problem.ts';
import type { Feed } from './feed.ts';
import { presentEvento } from './present.ts';
import { countEvents, findServed, listEvents, type NumberedEvent, positionOf } from './store.ts';

export interface EventosDeps {
  readonly cursors: Cursors;
  readonly feed: Feed;
}

export function eventosHandlers({ cursors, feed }: EventosDeps): Handlers<'listarEventos' | 'obterEvento'> {
  return {
    listarEventos: (call) => {
      const { tipo = null, ordem = 'asc', apos = null, aguardar = 0 } = call.query;
      const documentoId = call.query.documentoId ?? null;
      const desde = call.query.desde === undefined ? null : new Date(call.query.desde);
      const read = () =>
        call.read(async (tx) => {
          const filters = { tipo, documentoId, desde, apos: apos === null ? 0 : found(await positionOf(tx, apos)) };
          const bound = { operacao: 'eventos', ...tx.scope, ...filters, desde: desde?.toISOString() ?? null, ordem };
          const body = await pageOf(cursors, tx.now, call.query, bound, {
            page: (after, limit) => listEvents(tx, filters, ordem, after && Number(after[0]), limit),
            total: () => countEvents(tx, filters),
            key: ({ posicao }) => [String(posicao)],
            present: (row: NumberedEvent) => presentEvento(row),
          });
          return { body };
        });
      const wanted = { scope: call.scope, recheck: call.recheck, tipo, documentoId };
      return feed.read(wanted, aguardar * 1000, read, ({ body }) => body.itens.length === 0);
    },

    obterEvento: async (call) => {
      await feed.settle();
      return call.read(async (tx) => {
        const event = found(await findServed(tx, call.params.eventoId));
        call.authorize();
        return { body: presentEvento(event) };
      });
    },
  };
}
