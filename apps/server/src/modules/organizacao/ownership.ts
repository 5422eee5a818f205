import { ORGANIZATION_CLOSING_GRACE_MS, rule } from '@rubrica/contract';
import { conflict, found } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import { type Caller, currentRole, recordMembership, refuseUnlessOwner } from './membros-rules.ts';
import { lockMembros, updateMembro } from './membros-store.ts';
import type { OrganizacaoRow } from './store.ts';
import { activeAccounts, documentsInProgress, lockForClosing, setClosing } from './store-ownership.ts';

/** What an owner can do to the organization as a whole. Notifying people is done on a higher level than this module. */

/**
 * Makes an active member the owner in place of the caller, who becomes ADMINISTRADOR. Other owners stay owners.
 * @returns the accounts of the new and the previous owner
 * @throws 404 NAO_ENCONTRADO; 403 PAPEL_INSUFICIENTE; 409 CONFLITO (not active, an owner already, or the caller)
 */
export async function transferOwnership(
  tx: Tx,
  membroId: string,
  caller: Caller,
): Promise<{ receiver: string; giver: string }> {
  const { actor } = caller;
  const locked = await lockMembros(tx, [membroId, actor.membroId]);
  const target = found(locked.get(membroId));
  refuseUnlessOwner(currentRole(actor, locked));
  if (target.id === actor.membroId || target.papel === 'PROPRIETARIO') throw conflict(rule('ownerAlready'));
  if (target.estado !== 'ATIVO') throw conflict(rule('transferActive'));
  await updateMembro(tx, target.id, { papel: 'PROPRIETARIO', estado: 'ATIVO' });
  await updateMembro(tx, actor.membroId, { papel: 'ADMINISTRADOR', estado: 'ATIVO' });
  await recordMembership(tx, 'PROPRIEDADE_TRANSFERIDA', caller, { membroId: target.id });
  const accounts = new Map((await activeAccounts(tx)).map((row) => [row.id, row.usuario_id]));
  return { receiver: accounts.get(target.id) ?? '', giver: actor.usuarioId };
}

/** A change to the organization's closing, and whom to notify; `changed` is false if it was already so. */
export interface Closing {
  readonly organizacao: OrganizacaoRow;
  readonly changed: boolean;
  /** Accounts of the active members. */
  readonly accounts: readonly string[];
}

/**
 * Requests that the organization be closed: from now on it creates, sends and invites nothing, and after the grace
 * period its members lose access. Requesting it again changes nothing.
 * @throws 403 PAPEL_INSUFICIENTE; 409 CONFLITO while documents are in progress
 */
export async function requestClosing(tx: Tx, caller: Caller): Promise<Closing> {
  const before = await lockAsOwner(tx, caller);
  if (before.encerra_em !== null) return { organizacao: before, changed: false, accounts: [] };
  const waiting = await documentsInProgress(tx);
  if (waiting > 0) throw conflict(rule('documentsInProgress', { n: waiting }));
  const encerraEm = new Date(tx.realNow.getTime() + ORGANIZATION_CLOSING_GRACE_MS);
  const organizacao = await setClosing(tx, encerraEm);
  await recordMembership(tx, 'ORGANIZACAO_ENCERRAMENTO_PEDIDO', caller, { encerraEm: encerraEm.toISOString() });
  return { organizacao, changed: true, accounts: await toldAccounts(tx) };
}

/**
 * Withdraws the request to close, within the grace period.
 * @throws 403 PAPEL_INSUFICIENTE; 409 CONFLITO if there was no request
 */
export async function cancelClosing(tx: Tx, caller: Caller): Promise<Closing> {
  const before = await lockAsOwner(tx, caller);
  if (before.encerra_em === null) throw conflict(rule('notClosing'));
  const organizacao = await setClosing(tx, null);
  await recordMembership(tx, 'ORGANIZACAO_ENCERRAMENTO_DESFEITO', caller, {});
  return { organizacao, changed: true, accounts: await toldAccounts(tx) };
}

async function lockAsOwner(tx: Tx, { actor }: Caller): Promise<OrganizacaoRow> {
  const organizacao = found(await lockForClosing(tx));
  refuseUnlessOwner(currentRole(actor, await lockMembros(tx, [actor.membroId])));
  return organizacao;
}

const toldAccounts = async (tx: Tx) => (await activeAccounts(tx)).map(({ usuario_id }) => usuario_id);
