import type { MemberActor } from '../../core/actor.ts';
import type { Handlers } from '../../core/call.ts';
import type { Cursors } from '../../core/cursor.ts';
import type { Undrawable } from '../../core/drawable.ts';
import { pageOf } from '../../core/page.ts';
import { found } from '../../core/problem.ts';
import { alterarOrganizacao, prepareChange } from './alterar.ts';
import { presentOrganizacao, presentOrganizacaoDoUsuario } from './present.ts';
import { countOrganizacoes, findOrganizacao, listOrganizacoes, type OrganizacaoDoUsuarioRow } from './store.ts';

export interface OrganizacaoDeps {
  readonly cursors: Cursors;
  readonly undrawable: Undrawable;
}

/** The credential's organization, and those its person may switch to. */
export function organizacaoHandlers(
  deps: OrganizacaoDeps,
): Handlers<'obterOrganizacao' | 'alterarOrganizacao' | 'listarOrganizacoes'> {
  return {
    // The cheapest authenticated call, used by integrations to test their credential.
    obterOrganizacao: async (call) => ({
      body: presentOrganizacao(found(await call.read(findOrganizacao))),
    }),

    alterarOrganizacao: async (call) => {
      const change = await prepareChange(call.body, deps.undrawable);
      const caller = { actor: call.actor, requestId: call.requestId, ip: call.source.ip };
      return call.write(async (tx) => ({ body: presentOrganizacao(await alterarOrganizacao(tx, change, caller)) }));
    },

    listarOrganizacoes: (call) =>
      call.read(async (tx) => {
        const { actor } = call;
        const { usuarioId } = actor;
        // A person's list survives a renewal of the session; a key's list is its own.
        const of = actor.tipo === 'CHAVE_API' ? actor.credencialId : usuarioId;
        const filters = { operacao: 'organizacoes', of };
        const own = async () => [ofKey(found(await findOrganizacao(tx)), actor)];
        const body = await pageOf(deps.cursors, tx.realNow, call.query, filters, {
          page: (after, limit) => (actor.tipo === 'CHAVE_API' ? own() : listOrganizacoes(tx, usuarioId, after, limit)),
          total: async () => (actor.tipo === 'CHAVE_API' ? 1 : countOrganizacoes(tx, usuarioId)),
          key: (row) => [row.criada_em.toISOString(), row.id],
          present: presentOrganizacaoDoUsuario,
        });
        return { body };
      }),
  };
}

/** A key belongs to one organization, and to no person who could switch. */
function ofKey(row: Omit<OrganizacaoDoUsuarioRow, 'membro_id' | 'papel'>, actor: MemberActor): OrganizacaoDoUsuarioRow {
  return { ...row, membro_id: null, papel: actor.papel };
}
