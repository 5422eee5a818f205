import { MEMBER_ROLES, type Membro, type MembroAlteracao, rule } from '@rubrica/contract';
import { conflict, found } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import { revokeInvitationsBy } from './membros-convites.ts';
import { presentMembro } from './membros-present.ts';
import { type Caller, currentRole, recordMembership, refuseLastOwner, refuseUnlessOwner } from './membros-rules.ts';
import { endSessoesOf, lockMembros, type MembershipRow, updateMembro } from './membros-store.ts';

/**
 * Changes a member's role or state. Suspending ends the member's sessions at once; the open invitations of a member who
 * may no longer invite are voided.
 * @param authorize checks the operation's role, once the member was found
 * @throws 404 NAO_ENCONTRADO; 403 PAPEL_INSUFICIENTE (only an owner may change or appoint an owner); 409 CONFLITO (the
 * last owner; the state of somebody who has not accepted yet)
 */
export async function alterarMembro(
  tx: Tx,
  membroId: string,
  entrada: MembroAlteracao,
  caller: Caller,
  authorize: () => void,
): Promise<Membro> {
  const locked = await lockMembros(tx, [membroId, caller.actor.membroId]);
  const target = found(locked.get(membroId));
  authorize();
  const callerRole = currentRole(caller.actor, locked);
  const after = { papel: entrada.papel ?? target.papel, estado: entrada.estado ?? target.estado };
  if (after.papel === target.papel && after.estado === target.estado) return presentMembro(target);

  if (target.papel === 'PROPRIETARIO' || after.papel === 'PROPRIETARIO') refuseUnlessOwner(callerRole);
  if (target.estado === 'CONVIDADO') refuseUnaccepted(entrada);
  if (after.papel !== 'PROPRIETARIO' || after.estado !== 'ATIVO') refuseLastOwner(target, locked);

  const row = await updateMembro(tx, target.id, after);
  if (row.estado === 'SUSPENSO') await endSessoesOf(tx, row.id);
  if (!mayInvite(row)) await revokeInvitationsBy(tx, row.id);
  await recordMembership(tx, 'MEMBRO_ALTERADO', caller, {
    membroId: row.id,
    antes: { papel: target.papel, estado: target.estado },
    depois: after,
  });
  return presentMembro(row);
}

/** Before accepting, nobody can be made PROPRIETARIO, activated or suspended by somebody else. */
function refuseUnaccepted({ papel, estado }: MembroAlteracao): void {
  if (estado !== undefined) throw conflict(rule('invitationOpen'));
  if (papel === 'PROPRIETARIO') throw conflict(rule('ownerAccepted'));
}

const mayInvite = ({ papel, estado }: MembershipRow) =>
  estado === 'ATIVO' && MEMBER_ROLES.indexOf(papel) <= MEMBER_ROLES.indexOf('ADMINISTRADOR');
