import { ORGANIZATION_CLOSING_GRACE_MS, rule } from '@rubrica/contract';
import { conflict, found } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import { currentRole, type Pedido, recordMembership, refuseUnlessOwner } from './membros-regras.ts';
import { lockMembros, updateMembro } from './membros-store.ts';
import type { OrganizacaoRow } from './store.ts';
import { activeAccounts, documentsInProgress, lockForClosing, setClosing } from './store-posse.ts';

/** What an owner does to the organization as a whole. Who tells the people concerned is above this module. */

/**
 * Makes an active member the owner in the caller's place, who stays as ADMINISTRADOR. Other owners stay owners.
 * @returns the accounts of who received and of who gave
 * @throws 404 NAO_ENCONTRADO; 403 PAPEL_INSUFICIENTE; 409 CONFLITO (not active, an owner already, or the caller)
 */
export async function transferirPropriedade(
  tx: Tx,
  membroId: string,
  pedido: Pedido,
): Promise<{ recebeu: string; cedeu: string }> {
  const { actor } = pedido;
  const locked = await lockMembros(tx, [membroId, actor.membroId]);
  const alvo = found(locked.get(membroId));
  refuseUnlessOwner(currentRole(actor, locked));
  if (alvo.id === actor.membroId || alvo.papel === 'PROPRIETARIO') throw conflict(rule('ownerAlready'));
  if (alvo.estado !== 'ATIVO') throw conflict(rule('transferActive'));
  await updateMembro(tx, alvo.id, { papel: 'PROPRIETARIO', estado: 'ATIVO' });
  await updateMembro(tx, actor.membroId, { papel: 'ADMINISTRADOR', estado: 'ATIVO' });
  await recordMembership(tx, 'PROPRIEDADE_TRANSFERIDA', pedido, { membroId: alvo.id });
  const accounts = new Map((await activeAccounts(tx)).map((row) => [row.id, row.usuario_id]));
  return { recebeu: accounts.get(alvo.id) ?? '', cedeu: actor.usuarioId };
}

/** A change of whether the organization ends, and whom to tell; `changed` false where it was so already. */
export interface Encerramento {
  readonly organizacao: OrganizacaoRow;
  readonly changed: boolean;
  /** Accounts of the active members. */
  readonly contas: readonly string[];
}

/**
 * Asks for the end of the organization: from now on it creates, sends and invites nothing, and after the grace its members
 * lose it. Asking again changes nothing.
 * @throws 403 PAPEL_INSUFICIENTE; 409 CONFLITO while documents are in progress
 */
export async function pedirEncerramento(tx: Tx, pedido: Pedido): Promise<Encerramento> {
  const before = await lockAsOwner(tx, pedido);
  if (before.encerra_em !== null) return { organizacao: before, changed: false, contas: [] };
  const waiting = await documentsInProgress(tx);
  if (waiting > 0) throw conflict(rule('documentsInProgress', { n: waiting }));
  const encerraEm = new Date(tx.now.getTime() + ORGANIZATION_CLOSING_GRACE_MS);
  const organizacao = await setClosing(tx, encerraEm);
  await recordMembership(tx, 'ORGANIZACAO_ENCERRAMENTO_PEDIDO', pedido, { encerraEm: encerraEm.toISOString() });
  return { organizacao, changed: true, contas: await toldAccounts(tx) };
}

/**
 * Takes the wish to close back, within the grace.
 * @throws 403 PAPEL_INSUFICIENTE; 409 CONFLITO where nothing was asked for
 */
export async function desfazerEncerramento(tx: Tx, pedido: Pedido): Promise<Encerramento> {
  const before = await lockAsOwner(tx, pedido);
  if (before.encerra_em === null) throw conflict(rule('notClosing'));
  const organizacao = await setClosing(tx, null);
  await recordMembership(tx, 'ORGANIZACAO_ENCERRAMENTO_DESFEITO', pedido, {});
  return { organizacao, changed: true, contas: await toldAccounts(tx) };
}

async function lockAsOwner(tx: Tx, { actor }: Pedido): Promise<OrganizacaoRow> {
  const organizacao = found(await lockForClosing(tx));
  refuseUnlessOwner(currentRole(actor, await lockMembros(tx, [actor.membroId])));
  return organizacao;
}

const toldAccounts = async (tx: Tx) => (await activeAccounts(tx)).map(({ usuario_id }) => usuario_id);
