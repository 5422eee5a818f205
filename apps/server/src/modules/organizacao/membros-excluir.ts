import { found } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import { revokeInvitationsBy, revokeInvitationsTo } from './membros-convites.ts';
import { currentRole, type Pedido, recordMembership, refuseLastOwner, refuseUnlessOwner } from './membros-regras.ts';
import { endSessoesDoMembro, lockMembros, removeMembro } from './membros-store.ts';

/**
 * Ends a membership, or an invitation nobody accepted. Sessions end with it; keys the person created stay the
 * organization's, with the role held last.
 * @param authorize checks the operation's role, once the member was found
 * @throws 404 NAO_ENCONTRADO; 403 PAPEL_INSUFICIENTE (an owner, by another than an owner); 409 CONFLITO (the last owner)
 */
export async function excluirMembro(tx: Tx, membroId: string, pedido: Pedido, authorize: () => void): Promise<void> {
  const locked = await lockMembros(tx, [membroId, pedido.actor.membroId]);
  const alvo = found(locked.get(membroId));
  authorize();
  const papel = currentRole(pedido.actor, locked);
  if (alvo.papel === 'PROPRIETARIO') refuseUnlessOwner(papel);
  refuseLastOwner(alvo, locked);

  await removeMembro(tx, alvo.id);
  await endSessoesDoMembro(tx, alvo.id);
  await revokeInvitationsTo(tx, alvo.id);
  await revokeInvitationsBy(tx, alvo.id);
  await recordMembership(tx, 'MEMBRO_REMOVIDO', pedido, { membroId: alvo.id, papel: alvo.papel });
}
