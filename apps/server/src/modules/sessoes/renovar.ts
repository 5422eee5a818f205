import type { SessaoRenovacaoEntrada } from '@rubrica/contract';
import { rule } from '@rubrica/contract';
import type { MemberActor } from '../../core/actor.ts';
import { found, Problem } from '../../core/problem.ts';
import { accountScopeOf, type Scope } from '../../core/scope.ts';
import { abrirSessao, type Chegada, type EntrarDeps, type SessaoAberta } from './entrar.ts';
import { endSessaoPropria, findVinculoProprio } from './store.ts';
import { lockConta } from './store-conta.ts';

const ended = () => new Problem('401 CREDENCIAL_INVALIDA', rule('sessionEnded'));

/**
 * Replaces the session by a new one, with tokens of its own, and the old one ends. Its last moment stays that of the
 * login: seven days are seven days, however often it is renewed. With `membroId`, the new session is of that membership.
 * Of two renewals at the same time one succeeds.
 * @throws 404 NAO_ENCONTRADO for a membership that is not an active one of the person's own; 401 CREDENCIAL_INVALIDA
 */
export async function renovarSessao(
  deps: EntrarDeps,
  scope: Scope,
  actor: MemberActor,
  { membroId = actor.membroId }: SessaoRenovacaoEntrada,
  chegada: Chegada,
): Promise<SessaoAberta> {
  const { usuarioId, credencialId } = actor;
  const vinculo = found(await deps.db.read(scope, (tx) => findVinculoProprio(tx, usuarioId, membroId)));
  return deps.db.write(accountScopeOf(usuarioId, vinculo.organizacao_id, scope.ambiente), async (tx) => {
    const conta = await lockConta(tx, usuarioId);
    const [before] = await tx.sql<{ expira_em: Date }[]>`
      select expira_em from sessao where id = ${credencialId} and usuario_id = ${usuarioId}`;
    if (!conta || !before) throw ended();
    // The member's row before the session's, as whoever suspends a member locks them.
    const aberta = await abrirSessao(tx, vinculo.id, conta, chegada.source, before.expira_em);
    if (!(await endSessaoPropria(tx, usuarioId, credencialId))) throw ended();
    return aberta;
  });
}
