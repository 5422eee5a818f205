import type { MemberActor } from '../../core/actor.ts';
import type { Handlers } from '../../core/call.ts';
import type { Cursors } from '../../core/cursor.ts';
import type { Undrawable } from '../../core/drawable.ts';
import { pageOf } from '../../core/page.ts';
import type { Scope } from '../../core/scope.ts';
import { type Caller, criarChave } from './criar.ts';
import { presentChave } from './present.ts';
import { revogarChave } from './revogar.ts';
import { countChaves, listChaves } from './store.ts';

export interface ChavesApiDeps {
  readonly cursors: Cursors;
  readonly undrawable: Undrawable;
  /** `{base_url}` of a scope's environment, for `Location`. */
  readonly baseUrlOf: (scope: Scope) => string;
}

/** Management of API keys, only with the panel's session. */
export function chavesApiHandlers(
  deps: ChavesApiDeps,
): Handlers<'listarChavesApi' | 'criarChaveApi' | 'revogarChaveApi'> {
  return {
    listarChavesApi: (call) =>
      call.read(async (tx) => {
        const membroId = call.query.membroId ?? null;
        const filters = { operacao: 'chaves-api', organizacaoId: tx.scope.organizacaoId, membroId };
        const body = await pageOf(deps.cursors, tx.realNow, call.query, filters, {
          page: (after, limit) => listChaves(tx, membroId, after, limit),
          total: () => countChaves(tx, membroId),
          key: (row) => [row.criada_em.toISOString(), row.id],
          present: presentChave,
        });
        return { body };
      }),

    criarChaveApi: (call) =>
      call.write(async (tx) => {
        // The relevant environment is the key's own, not that of the path.
        if (call.body.ambiente === 'PRODUCAO') call.refuseUnconfirmed();
        const body = await criarChave(tx, call.body, callerOf(call), deps.undrawable);
        return { body, headers: { location: `${deps.baseUrlOf(tx.scope)}/chaves-api/${body.id}` } };
      }),

    revogarChaveApi: (call) =>
      call.write(async (tx) => {
        await revogarChave(tx, call.params.chaveId, callerOf(call), () => call.authorize());
        return { body: undefined };
      }),
  };
}

function callerOf(call: { actor: MemberActor; requestId: string; source: { ip: string } }): Caller {
  return { membroId: call.actor.membroId, requestId: call.requestId, ip: call.source.ip };
}
