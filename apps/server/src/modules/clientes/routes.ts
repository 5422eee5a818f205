import type { Handlers } from '../../core/call.ts';
import type { Cursors } from '../../core/cursor.ts';
import type { Undrawable } from '../../core/drawable.ts';
import { pageOf } from '../../core/page.ts';
import { found } from '../../core/problem.ts';
import type { Scope } from '../../core/scope.ts';
import { presentCliente } from './present.ts';
import { alterarCliente, criarCliente } from './save.ts';
import { countClientes, deleteClientes, findCliente, listClientes, lockCliente } from './store.ts';

export interface ClientesDeps {
  readonly cursors: Cursors;
  /** `{base_url}` of a scope's environment, for `Location`. */
  readonly baseUrlOf: (scope: Scope) => string;
  readonly undrawable: Undrawable;
}

/** The registry of people to whom documents are sent (docs/adr/0075). */
export function clientesHandlers(
  deps: ClientesDeps,
): Handlers<'listarClientes' | 'criarCliente' | 'obterCliente' | 'alterarCliente' | 'excluirCliente'> {
  return {
    listarClientes: (call) =>
      call.read(async (tx) => {
        const busca = call.query.busca?.trim() || null;
        const filters = { operacao: 'clientes', ...tx.scope, busca };
        const body = await pageOf(deps.cursors, tx.now, call.query, filters, {
          page: (after, limit) => listClientes(tx, busca, after, limit),
          total: () => countClientes(tx, busca),
          key: (row) => [row.lugar, row.id],
          present: (row) => presentCliente(row),
        });
        return { body };
      }),

    criarCliente: (call) =>
      call.write(async (tx) => {
        const body = presentCliente(await criarCliente(tx, call.body, deps.undrawable));
        return { body, headers: { location: `${deps.baseUrlOf(tx.scope)}/clientes/${body.id}` } };
      }),

    obterCliente: (call) =>
      call.read(async (tx) => {
        const row = found(await findCliente(tx, call.params.clienteId));
        call.authorize();
        return { body: presentCliente(row) };
      }),

    alterarCliente: (call) =>
      call.write(async (tx) => {
        const row = found(await lockCliente(tx, call.params.clienteId));
        call.authorize();
        return { body: presentCliente(await alterarCliente(tx, row, call.body, deps.undrawable)) };
      }),

    excluirCliente: (call) =>
      call.write(async (tx) => {
        const { id } = found(await lockCliente(tx, call.params.clienteId));
        call.authorize();
        await deleteClientes(tx, [id]);
        return { body: undefined };
      }),
  };
}
