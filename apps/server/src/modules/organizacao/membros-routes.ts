import type { MemberActor } from '../../core/actor.ts';
import type { Handlers } from '../../core/call.ts';
import type { Cursors } from '../../core/cursor.ts';
import type { MailedTokens } from '../../core/mailed-tokens.ts';
import { pageOf } from '../../core/page.ts';
import type { Scope } from '../../core/scope.ts';
import { alterarMembro } from './membros-alterar.ts';
import { convidarMembro } from './membros-convidar.ts';
import { excluirMembro } from './membros-excluir.ts';
import { presentMembro } from './membros-present.ts';
import type { Caller } from './membros-rules.ts';
import { countMembros, listMembros } from './membros-store.ts';

export interface MembrosDeps {
  readonly cursors: Cursors;
  readonly invitations: MailedTokens;
  /** `{base_url}` of a scope's environment, for `Location`. */
  readonly baseUrlOf: (scope: Scope) => string;
}

/** The members of an organization. They are the same in both environments; only the e-mails differ. */
export function membrosHandlers(
  deps: MembrosDeps,
): Handlers<'listarMembros' | 'convidarMembro' | 'alterarMembro' | 'excluirMembro'> {
  return {
    listarMembros: (call) =>
      call.read(async (tx) => {
        const filters = { operacao: 'membros', organizacaoId: tx.scope.organizacaoId };
        const body = await pageOf(deps.cursors, tx.realNow, call.query, filters, {
          page: (after, limit) => listMembros(tx, after, limit),
          total: () => countMembros(tx),
          key: (row) => [row.criado_em.toISOString(), row.id],
          present: presentMembro,
        });
        return { body };
      }),

    convidarMembro: (call) =>
      call.write(async (tx) => {
        const body = await convidarMembro(tx, deps.invitations, call.body, callerOf(call));
        return { body, headers: { location: `${deps.baseUrlOf(tx.scope)}/organizacao/membros/${body.id}` } };
      }),

    alterarMembro: (call) =>
      call.write(async (tx) => ({
        body: await alterarMembro(tx, call.params.membroId, call.body, callerOf(call), () => call.authorize()),
      })),

    excluirMembro: (call) =>
      call.write(async (tx) => {
        await excluirMembro(tx, call.params.membroId, callerOf(call), () => call.authorize());
        return { body: undefined };
      }),
  };
}

function callerOf(call: { actor: MemberActor; requestId: string; source: { ip: string } }): Caller {
  return { actor: call.actor, requestId: call.requestId, ip: call.source.ip };
}
