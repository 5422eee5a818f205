import { MEMBER_ROLES, type Papel, rule } from '@rubrica/contract';
import type { MemberActor } from '../../core/actor.ts';
import { conflict, Problem } from '../../core/problem.ts';
import { recordSecurityEvent, type SecurityEventKind } from '../../core/security-events.ts';
import type { Tx } from '../../core/sql.ts';
import { lockMembros, type MembershipRow } from './membros-store.ts';

/** Who is changing members, and where the request came from. */
export interface Caller {
  readonly actor: MemberActor;
  readonly requestId: string;
  readonly ip: string;
}

/**
 * The caller's current role, read under lock: since authentication it may have been lowered, or the membership ended. A
 * key outlives its creator with the creator's last role, but cannot be used to manage members, because a removed or
 * suspended person could return through it.
 * @throws 401 CREDENCIAL_INVALIDA, 403 PAPEL_INSUFICIENTE
 */
export function currentRole(actor: MemberActor, locked: ReadonlyMap<string, MembershipRow>): Papel {
  const own = locked.get(actor.membroId);
  if (own?.estado !== 'ATIVO') {
    throw actor.tipo === 'USUARIO'
      ? new Problem('401 CREDENCIAL_INVALIDA', rule('sessionEnded'))
      : new Problem('403 PAPEL_INSUFICIENTE', rule('creatorGone'));
  }
  const { papel } = own;
  if (MEMBER_ROLES.indexOf(papel) > MEMBER_ROLES.indexOf('ADMINISTRADOR')) {
    throw new Problem('403 PAPEL_INSUFICIENTE', rule('roleBelow', { papel: 'ADMINISTRADOR' }));
  }
  return papel;
}

/** Locks the caller's membership while it changes the organization itself. @throws like `currentRole` */
export async function refuseUnlessGoverning(tx: Tx, actor: MemberActor): Promise<void> {
  currentRole(actor, await lockMembros(tx, [actor.membroId]));
}

/** @throws 403 PAPEL_INSUFICIENTE unless the caller is an owner: only owners may change or appoint owners */
export function refuseUnlessOwner(papel: Papel): void {
  if (papel === 'PROPRIETARIO') return;
  throw new Problem('403 PAPEL_INSUFICIENTE', rule('ownersOnly'));
}

const isActiveOwner = ({ papel, estado }: MembershipRow) => papel === 'PROPRIETARIO' && estado === 'ATIVO';

/** @throws 409 CONFLITO if nobody but `leaving` is an active owner */
export function refuseLastOwner(leaving: MembershipRow, locked: ReadonlyMap<string, MembershipRow>): void {
  if (!isActiveOwner(leaving)) return;
  if ([...locked.values()].some((row) => row.id !== leaving.id && isActiveOwner(row))) return;
  throw conflict(rule('lastOwner'));
}

/** Records a change of a membership in the security log. */
export function recordMembership(tx: Tx, tipo: SecurityEventKind, caller: Caller, detalhe: object): Promise<void> {
  return recordSecurityEvent(
    tx.sql,
    {
      tipo,
      organizacaoId: tx.scope.organizacaoId,
      requisicaoId: caller.requestId,
      ip: caller.ip,
      detalhe: { ...detalhe, porMembroId: caller.actor.membroId },
    },
    tx.realNow,
  );
}
