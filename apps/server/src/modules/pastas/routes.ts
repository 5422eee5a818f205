import type { Handlers } from '../../core/call.ts';
import type { Cursors } from '../../core/cursor.ts';
import { pageOf } from '../../core/page.ts';
import type { Scope } from '../../core/scope.ts';
import { alterarPasta } from './alterar.ts';
import { criarPasta } from './criar.ts';
import { excluirPasta } from './excluir.ts';
import { presentPasta } from './present.ts';
import { countPastas, listPastas } from './store.ts';

export interface PastasDeps {
  readonly cursors: Cursors;
  /** `{base_url}` of a scope's environment, for `Location`. */
  readonly baseUrlOf: (scope: Scope) => string;
}

/** The folders in which documents are filed. */
export function pastasHandlers(
  deps: PastasDeps,
): Handlers<'listarPastas' | 'criarPasta' | 'alterarPasta' | 'excluirPasta'> {
  return {
    listarPastas: (call) =>
      call.read(async (tx) => {
        const filters = { operacao: 'pastas', ...tx.scope };
        const body = await pageOf(deps.cursors, tx.now, call.query, filters, {
          page: (after, limit) => listPastas(tx, after, limit),
          total: () => countPastas(tx),
          key: (row) => [row.criada_em.toISOString(), row.id],
          present: presentPasta,
        });
        return { body };
      }),

    criarPasta: (call) =>
      call.write(async (tx) => {
        const body = presentPasta(await criarPasta(tx, call.body));
        return { body, headers: { location: `${deps.baseUrlOf(tx.scope)}/pastas/${body.id}` } };
      }),

    alterarPasta: (call) =>
      call.write(async (tx) => {
        const row = await alterarPasta(tx, call.params.pastaId, call.body, () => call.authorize());
        return { body: presentPasta(row) };
      }),

    excluirPasta: (call) =>
      call.write(async (tx) => {
        await excluirPasta(tx, call.params.pastaId, () => call.authorize());
        return { body: undefined };
      }),
  };
}
