import { type Ambiente, INVITATION_TTL_MS, type Papel } from '@rubrica/contract';
import { createMailedTokens, type MailedTokens } from '../../core/mailed-tokens.ts';
import type { ScopedPayload } from '../../core/outbox.ts';
import type { Secrets } from '../../core/ports.ts';
import type { Columns, Row } from '../../core/row.ts';
import { scopeOf } from '../../core/scope.ts';
import type { Database, Sql, Tx } from '../../core/sql.ts';
import { type Messenger, mailNotice, renderMemberInvitation } from '../mensagens/index.ts';
import { QUEUES } from './queues.ts';
import { findOrganizacao } from './store.ts';

/** Tokens of invitations, with the panel page they open. @param publicUrl `{public_url}` */
export const createInvitationTokens = (secrets: Pick<Secrets, 'derivation'>, publicUrl: string): MailedTokens =>
  createMailedTokens(secrets, 'convite-de-membro', `${publicUrl}/painel/convite`);

/** Issues an invitation to a membership and queues its e-mail; an earlier one stops working. */
export async function issueInvitation(
  tx: Tx,
  tokens: MailedTokens,
  membroId: string,
  convidadoPor: string,
): Promise<void> {
  const { sql, scope, realNow: now } = tx;
  const id = tokens.newId();
  await revokeInvitationsTo(tx, membroId);
  await sql`
    insert into convite ${tx.rows({
      id,
      membro_id: membroId,
      convidado_por: convidadoPor,
      token_hash: tokens.hashOf(tokens.tokenOf(id)),
      criado_em: now,
      expira_em: new Date(now.getTime() + INVITATION_TTL_MS),
    })}`;
  await tx.enqueue(QUEUES.SEND_MEMBER_INVITATION, { organizacaoId: scope.organizacaoId, ambiente: scope.ambiente, id });
}

/** Voids the open invitation to a membership. */
export async function revokeInvitationsTo({ sql, realNow: now, ours }: Tx, membroId: string): Promise<void> {
  await sql`
    update convite
       set revogado_em = ${now}
     where membro_id = ${membroId}
       and ${ours()}
       and usado_em is null and revogado_em is null`;
}

/**
 * Voids a member's invitations that nobody has accepted: someone who lost the right to invite must not leave a way in.
 */
export async function revokeInvitationsBy({ sql, realNow: now, ours }: Tx, membroId: string): Promise<void> {
  await sql`
    update convite
       set revogado_em = ${now}
     where convidado_por = ${membroId}
       and ${ours()}
       and usado_em is null and revogado_em is null`;
}

/** An open invitation, with the account of its address, if any. */
export type ConviteRow = Row<
  'acesso.convite',
  {
    readonly id: string;
    readonly organizacao_id: string;
    /** Name of the organization. */
    readonly organizacao: string;
    readonly membro_id: string;
    readonly email: string;
    readonly papel: Papel;
    readonly usuario_id: string | null;
    readonly usuario_nome: string | null;
    readonly senha_hash: string | null;
  }
>;

/** The open invitation for a token; none if unknown, used, voided or expired. Outside every scope. */
export async function findInvitation(sql: Sql, tokenHash: Buffer, now: Date): Promise<ConviteRow | undefined> {
  const [row] = await sql<ConviteRow[]>`
    select id, organizacao_id, organizacao, membro_id, email, papel, usuario_id, usuario_nome, senha_hash
      from acesso.convite(${tokenHash}, ${now})`;
  return row;
}

/**
 * Uses up an invitation. @returns the environment its message was sent in; undefined if it was used, voided or expired
 */
export async function spendInvitation(
  { sql, realNow: now, ours }: Tx,
  conviteId: string,
): Promise<Ambiente | undefined> {
  const [spent] = await sql<Row<'convite', { ambiente: Ambiente }>[]>`
    update convite
       set usado_em = ${now}
     where id = ${conviteId}
       and ${ours()}
       and usado_em is null and revogado_em is null
       and expira_em > ${now}
    returning ambiente`;
  return spent?.ambiente;
}

/** The content of a queued invitation, or null if there is nothing left to send. */
async function readForSending(tx: Tx, conviteId: string) {
  const { sql, realNow: now } = tx;
  const [row] = await sql<
    (Row<'membro', { email: string; papel: Papel }> & Columns<'convite', 'expira_em'> & { inviter: string | null })[]
  >`
    select m.email, m.papel, c.expira_em, q.nome as inviter
      from convite c
      join membro m on m.id = c.membro_id
      left join membro q on q.id = c.convidado_por
     where c.id = ${conviteId}
       and ${tx.ours('c')}
       and c.usado_em is null and c.revogado_em is null and c.entregue_em is null
       and c.expira_em > ${now}
       and m.removido_em is null and m.estado = 'CONVIDADO'`;
  const organizacao = await findOrganizacao(tx);
  return row && organizacao ? { ...row, organizacao } : null;
}

const DEFAULT_COLOR = '#1d4ed8';

/** Sends the e-mail of an invitation. Safe to rerun: a delivered one is not sent twice. */
export function createMemberInvitationSender(deps: { db: Database; messenger: Messenger; tokens: MailedTokens }) {
  return async (payload: ScopedPayload): Promise<void> => {
    const scope = scopeOf(payload.organizacaoId, payload.ambiente);
    const prepared = await deps.db.read(scope, (tx) => readForSending(tx, payload.id));
    if (!prepared) return;
    const { organizacao, email, papel, expira_em: expiraEm, inviter: convidadoPor } = prepared;
    const message = renderMemberInvitation({
      sender: {
        organizacao: organizacao.nome,
        corPrimaria: organizacao.marca.corPrimaria ?? DEFAULT_COLOR,
        logo: organizacao.marca.logo ?? null,
      },
      papel,
      convidadoPor,
      url: deps.tokens.urlOf(payload.id),
      expiraEm,
      teste: scope.ambiente === 'TESTE',
    });
    const addressed = {
      to: email,
      ...message,
      messageId: payload.id,
      fromName: organizacao.marca.nomeRemetente ?? organizacao.nome,
      ...(organizacao.marca.emailResposta ? { replyTo: organizacao.marca.emailResposta } : {}),
    };
    await mailNotice(deps, scope, addressed, {
      reserved: true,
      counted: { referencia: `convite-de-membro:${payload.id}`, descricao: 'Convite de membro' },
      // Of an address that does not exist the member stays CONVIDADO, and the inviter can correct it by inviting again.
      settle: async (tx, accepted) => {
        if (!accepted) return;
        await tx.sql`
          update convite
             set entregue_em = ${tx.realNow}
           where id = ${payload.id}
             and ${tx.ours()}`;
      },
    });
  };
}
