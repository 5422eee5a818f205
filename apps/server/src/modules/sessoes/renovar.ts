import type { SessaoRenovacaoEntrada } from '@rubrica/contract';
import { rule } from '@rubrica/contract';
import type { MemberActor } from '../../core/actor.ts';
import { found, Problem } from '../../core/problem.ts';
import type { Columns } from '../../core/row.ts';
import { accountScopeOf, type Scope } from '../../core/scope.ts';
import { type Arrival, type EntrarDeps, openSessao, type SessaoAberta } from './entrar.ts';
import { endOwnSessao, findOwnMembership } from './store.ts';
import { lockAccount } from './store-account.ts';

const ended = () => new Problem('401 CREDENCIAL_INVALIDA', rule('sessionEnded'));

/**
 * Replaces the session with a new one with its own tokens, and ends the old one. Its absolute end stays that of the
 * login: seven days are seven days, however often it is renewed. With `membroId`, the new session is for that
 * membership. Of two concurrent renewals one succeeds.
 * @throws 404 NAO_ENCONTRADO for a membership that is not one of the person's own active ones; 401 CREDENCIAL_INVALIDA
 */
export async function renovarSessao(
  deps: EntrarDeps,
  scope: Scope,
  actor: MemberActor,
  { membroId = actor.membroId }: SessaoRenovacaoEntrada,
  arrival: Arrival,
): Promise<SessaoAberta> {
  const { usuarioId, credencialId } = actor;
  const membership = found(await deps.db.read(scope, (tx) => findOwnMembership(tx, usuarioId, membroId)));
  return deps.db.write(accountScopeOf(usuarioId, membership.organizacao_id, scope.ambiente), async (tx) => {
    const account = await lockAccount(tx, usuarioId);
    const [before] = await tx.sql<Columns<'sessao', 'expira_em'>[]>`
      select expira_em from sessao where id = ${credencialId} and usuario_id = ${usuarioId}`;
    if (!account || !before) throw ended();
    // The member's row is locked before the session's, in the same order as when suspending a member.
    const aberta = await openSessao(tx, membership.id, account, arrival.source, before.expira_em);
    if (!(await endOwnSessao(tx, usuarioId, credencialId))) throw ended();
    return aberta;
  });
}
