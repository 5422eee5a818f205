import { randomUUID } from 'node:crypto';
import type { Membro, MembroEntrada, Rule } from '@rubrica/contract';
import { INVITATIONS_PER_DAY, INVITATIONS_TO_ADDRESS_PER_DAY, rule } from '@rubrica/contract';
import type { MailedTokens } from '../../core/mailed-tokens.ts';
import { conflict, Problem } from '../../core/problem.ts';
import type { Columns } from '../../core/row.ts';
import type { Tx } from '../../core/sql.ts';
import { issueInvitation } from './membros-convites.ts';
import { presentMembro } from './membros-present.ts';
import { type Caller, currentRole, recordMembership } from './membros-rules.ts';
import { findMembroByEmail, insertConvidado, lockMembros, type MembershipRow, updateMembro } from './membros-store.ts';
import { lockOrganizacao } from './store.ts';

/**
 * Invites an address. Inviting it again before it accepted renews the invitation, with the role given now.
 * @throws 409 CONFLITO if the address belongs to a member, including suspended ones; 429 LIMITE_EXCEDIDO beyond the
 * invitations per day
 */
export async function convidarMembro(
  tx: Tx,
  tokens: MailedTokens,
  entrada: MembroEntrada,
  caller: Caller,
): Promise<Membro> {
  const existing = await findMembroByEmail(tx, entrada.email);
  // The caller's row is locked, so that removing the caller also finds this invitation.
  const locked = await lockMembros(tx, [caller.actor.membroId, ...(existing ? [existing.id] : [])]);
  currentRole(caller.actor, locked);
  if (tx.scope.ambiente === 'PRODUCAO') await refuseTooManyInvitations(tx, entrada.email);
  const membro = await invitedMember(tx, entrada, existing && locked.get(existing.id));
  await issueInvitation(tx, tokens, membro.id, caller.actor.membroId);
  await recordMembership(tx, 'MEMBRO_CONVIDADO', caller, { membroId: membro.id, papel: membro.papel });
  return presentMembro(membro);
}

async function invitedMember(
  tx: Tx,
  { email, papel }: MembroEntrada,
  known: MembershipRow | undefined,
): Promise<MembershipRow> {
  const added = known ? undefined : await insertConvidado(tx, { id: randomUUID(), email, papel });
  if (added) return added;
  // It did not exist a moment ago but does now: somebody invited the same address at the same time.
  const existing = known ?? (await findMembroByEmail(tx, email));
  if (existing?.estado !== 'CONVIDADO') throw conflict(rule('memberTaken'));
  return updateMembro(tx, existing.id, { papel, estado: 'CONVIDADO' });
}

const DAY_MS = 24 * 3600_000;

/** Counted under locks on the organization and the address, so that two concurrent invitations count each other. */
async function refuseTooManyInvitations(tx: Tx, email: string): Promise<void> {
  const { sql, realNow: now } = tx;
  const since = new Date(now.getTime() - DAY_MS);
  await lockOrganizacao(tx);
  const [own] = await sql<Columns<'convite', 'criado_em'>[]>`
    select criado_em
      from convite
     where ${tx.ours()}
       and ambiente = 'PRODUCAO'
       and criado_em > ${since}
     order by criado_em desc
    offset ${INVITATIONS_PER_DAY - 1}
     limit 1`;
  if (own) throw tooMany(rule('invitationsPerDay', { n: INVITATIONS_PER_DAY }), own.criado_em, since);
  const [theirs] = await sql<{ desde: Date | null }[]>`
    select acesso.convites_ao_endereco(${email}, ${since}, ${INVITATIONS_TO_ADDRESS_PER_DAY}) as desde`;
  if (theirs?.desde)
    throw tooMany(rule('invitationsToAddress', { n: INVITATIONS_TO_ADDRESS_PER_DAY }), theirs.desde, since);
}

/** @param oldest of those that count; there is room again when it is more than a day old */
function tooMany(says: Rule, oldest: Date, since: Date): Problem {
  const wait = Math.max(1, Math.ceil((oldest.getTime() - since.getTime()) / 1000));
  return new Problem('429 LIMITE_EXCEDIDO', says, { headers: { 'retry-after': String(wait) } });
}
