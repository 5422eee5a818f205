import { randomUUID } from 'node:crypto';
import type { Membro, MembroEntrada } from '@rubrica/contract';
import { fieldMessage } from '@rubrica/contract';
import type { MailedTokens } from '../../core/mailed-tokens.ts';
import { conflict } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import { issueInvitation } from './membros-convites.ts';
import { presentMembro } from './membros-present.ts';
import { currentRole, type Pedido, recordMembership } from './membros-regras.ts';
import { findMembroByEmail, insertConvidado, lockMembros, updateMembro, type VinculoRow } from './membros-store.ts';

/**
 * Invites an address. Inviting it again before it accepted renews the invitation, with the role given now.
 * @throws 409 CONFLITO when the address is a member's, the suspended included
 */
export async function convidarMembro(
  tx: Tx,
  tokens: MailedTokens,
  entrada: MembroEntrada,
  pedido: Pedido,
): Promise<Membro> {
  const existing = await findMembroByEmail(tx, entrada.email);
  // The caller's row is held, so that whoever removes the caller also finds this invitation.
  const locked = await lockMembros(tx, [pedido.actor.membroId, ...(existing ? [existing.id] : [])]);
  currentRole(pedido.actor, locked);
  const membro = await invitedMember(tx, entrada, existing && locked.get(existing.id));
  await issueInvitation(tx, tokens, membro.id, pedido.actor.membroId);
  await recordMembership(tx, 'MEMBRO_CONVIDADO', pedido, { membroId: membro.id, papel: membro.papel });
  return presentMembro(membro);
}

async function invitedMember(
  tx: Tx,
  { email, papel }: MembroEntrada,
  known: VinculoRow | undefined,
): Promise<VinculoRow> {
  const added = known ? undefined : await insertConvidado(tx, { id: randomUUID(), email, papel });
  if (added) return added;
  // Not known a moment ago and there now: somebody invited the same address at the same time.
  const existing = known ?? (await findMembroByEmail(tx, email));
  if (existing?.estado !== 'CONVIDADO') throw conflict(fieldMessage('memberTaken'));
  return updateMembro(tx, existing.id, { papel, estado: 'CONVIDADO' });
}
