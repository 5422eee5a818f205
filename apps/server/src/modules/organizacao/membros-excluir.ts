import { found } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import { revokeInvitationsBy, revokeInvitationsTo } from './membros-convites.ts';
import { type Caller, currentRole, recordMembership, refuseLastOwner, refuseUnlessOwner } from './membros-rules.ts';
import { endSessoesOf, lockMembros, removeMembro } from './membros-store.ts';

/**
 * Ends a membership, or an invitation nobody has accepted. Its sessions end too; keys the person created stay with the
 * organization, with the person's last role.
 * @param authorize checks the operation's role, once the member was found
 * @throws 404 NAO_ENCONTRADO; 403 PAPEL_INSUFICIENTE (only an owner may remove an owner); 409 CONFLITO (the last owner)
 */
export async function excluirMembro(tx: Tx, membroId: string, caller: Caller, authorize: () => void): Promise<void> {
  const locked = await lockMembros(tx, [membroId, caller.actor.membroId]);
  const target = found(locked.get(membroId));
  authorize();
  const papel = currentRole(caller.actor, locked);
  if (target.papel === 'PROPRIETARIO') refuseUnlessOwner(papel);
  refuseLastOwner(target, locked);

  await removeMembro(tx, target.id);
  await endSessoesOf(tx, target.id);
  await revokeInvitationsTo(tx, target.id);
  await revokeInvitationsBy(tx, target.id);
  await recordMembership(tx, 'MEMBRO_REMOVIDO', caller, { membroId: target.id, papel: target.papel });
}
