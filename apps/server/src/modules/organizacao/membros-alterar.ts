import { type Membro, type MembroAlteracao, PAPEIS, rule } from '@rubrica/contract';
import { conflict, found } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import { revokeInvitationsBy } from './membros-convites.ts';
import { presentMembro } from './membros-present.ts';
import { currentRole, type Pedido, recordMembership, refuseLastOwner, refuseUnlessOwner } from './membros-regras.ts';
import { endSessoesDoMembro, lockMembros, updateMembro, type VinculoRow } from './membros-store.ts';

/**
 * Changes a member's role or state. Suspending ends the member's sessions at once; the open invitations of whoever may
 * no longer invite are voided.
 * @param authorize checks the operation's role, once the member was found
 * @throws 404 NAO_ENCONTRADO; 403 PAPEL_INSUFICIENTE (an owner is touched or made by another than an owner); 409 CONFLITO
 *   (the last owner; the state of somebody who did not accept yet)
 */
export async function alterarMembro(
  tx: Tx,
  membroId: string,
  entrada: MembroAlteracao,
  pedido: Pedido,
  authorize: () => void,
): Promise<Membro> {
  const locked = await lockMembros(tx, [membroId, pedido.actor.membroId]);
  const alvo = found(locked.get(membroId));
  authorize();
  const papelDeQuem = currentRole(pedido.actor, locked);
  const depois = { papel: entrada.papel ?? alvo.papel, estado: entrada.estado ?? alvo.estado };
  if (depois.papel === alvo.papel && depois.estado === alvo.estado) return presentMembro(alvo);

  if (alvo.papel === 'PROPRIETARIO' || depois.papel === 'PROPRIETARIO') refuseUnlessOwner(papelDeQuem);
  if (alvo.estado === 'CONVIDADO') refuseUnaccepted(entrada);
  if (depois.papel !== 'PROPRIETARIO' || depois.estado !== 'ATIVO') refuseLastOwner(alvo, locked);

  const row = await updateMembro(tx, alvo.id, depois);
  if (row.estado === 'SUSPENSO') await endSessoesDoMembro(tx, row.id);
  if (!mayInvite(row)) await revokeInvitationsBy(tx, row.id);
  await recordMembership(tx, 'MEMBRO_ALTERADO', pedido, {
    membroId: row.id,
    antes: { papel: alvo.papel, estado: alvo.estado },
    depois,
  });
  return presentMembro(row);
}

/** Nobody becomes PROPRIETARIO, active or suspended by somebody else's hand before accepting. */
function refuseUnaccepted({ papel, estado }: MembroAlteracao): void {
  if (estado !== undefined) throw conflict(rule('invitationOpen'));
  if (papel === 'PROPRIETARIO') throw conflict(rule('ownerAccepted'));
}

const mayInvite = ({ papel, estado }: VinculoRow) =>
  estado === 'ATIVO' && PAPEIS.indexOf(papel) <= PAPEIS.indexOf('ADMINISTRADOR');
