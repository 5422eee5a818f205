import type { Handlers } from '../../core/call.ts';
import type { Cursors } from '../../core/cursor.ts';
import { pageOf } from '../../core/page.ts';
import { MODELOS_EMAIL } from './modelos.ts';

export function modelosEmailHandlers({ cursors }: { readonly cursors: Cursors }): Handlers<'listarModelosEmail'> {
  return {
    listarModelosEmail: async (call) => {
      const filters = { operacao: 'modelos-email', ...call.scope };
      const body = await pageOf(cursors, call.startedAt, call.query, filters, {
        page: async (after, limit) => {
          const start = after ? MODELOS_EMAIL.findIndex(({ id }) => id === after[0]) + 1 : 0;
          return MODELOS_EMAIL.slice(start, start + limit);
        },
        total: async () => MODELOS_EMAIL.length,
        key: (modelo) => [modelo.id],
        present: (modelo) => modelo,
      });
      return { body };
    },
  };
}
