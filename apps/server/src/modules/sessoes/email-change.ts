import { randomUUID } from 'node:crypto';
import { type ContaEmailEntrada, EMAIL_CHANGES_PER_HOUR, EMAIL_CONFIRMATION_TTL_MS, rule } from '@rubrica/contract';
import type { MemberActor } from '../../core/actor.ts';
import { createMailedTokens, type MailedTokens } from '../../core/mailed-tokens.ts';
import type { Secrets } from '../../core/ports.ts';
import { conflict, found, Problem } from '../../core/problem.ts';
import type { Columns } from '../../core/row.ts';
import { accountScopeOf } from '../../core/scope.ts';
import type { Tx } from '../../core/sql.ts';
import { type Messenger, renderAddressTaken, renderEmailChange, renderEmailChangeNotice } from '../mensagens/index.ts';
import { mailAccount } from './account-mail.ts';
import type { Arrival, EntrarDeps } from './entrar.ts';
import { passwordChanged, recordChange } from './proofs.ts';
import { type EmailChangeMail, QUEUES } from './queues.ts';
import { findAccount } from './store.ts';
import { endEmailChange, endResets, lockAccount } from './store-account.ts';

export interface EmailChangeDeps extends EntrarDeps {
  readonly emailChanges: MailedTokens;
}

/** Tokens of links sent to an address an account is to have. @param publicUrl `{public_url}` */
export const createEmailChangeTokens = (secrets: Pick<Secrets, 'derivation'>, publicUrl: string): MailedTokens =>
  createMailedTokens(secrets, 'troca-de-email', `${publicUrl}/painel/confirmar-email`);

const HOUR_MS = 3600_000;

/**
 * Asks for another address for the caller's account. Nothing changes before the link mailed there is followed; the
 * address of now is told. Whether the new one has an account is looked at later, by the job, so neither the response nor
 * its timing can reveal it.
 * @param proven the hash against which the password was verified
 * @throws 401 CREDENCIAL_INVALIDA if the password changed meanwhile; 409 CONFLITO if it is the account's own; 429
 * LIMITE_EXCEDIDO beyond three an hour
 */
export async function requestEmailChange(
  tx: Tx,
  emailChanges: MailedTokens,
  { usuarioId }: MemberActor,
  { email }: ContaEmailEntrada,
  proven: string,
  arrival: Arrival,
): Promise<void> {
  const account = found(await lockAccount(tx, usuarioId));
  if (account.senha_hash !== proven) throw passwordChanged();
  if (account.email === email) throw conflict(rule('emailSame'));
  await refuseMany(tx, usuarioId);
  await endEmailChange(tx, usuarioId);
  const id = emailChanges.newId();
  await tx.sql`
    insert into troca_email (id, usuario_id, email_anterior, email_novo, token_hash, criada_em, expira_em)
    values (${id}, ${usuarioId}, ${account.email}, ${email}, ${emailChanges.hashOf(emailChanges.tokenOf(id))},
            ${tx.realNow}, ${new Date(tx.realNow.getTime() + EMAIL_CONFIRMATION_TTL_MS)})`;
  await enqueue(tx, id, usuarioId, 'LINK');
  await enqueue(tx, id, usuarioId, 'PEDIDA');
  await recordChange(tx, 'TROCA_DE_EMAIL_PEDIDA', usuarioId, arrival);
}

/** Each request sends a message to an address that anybody may have typed. */
async function refuseMany({ sql, realNow: now }: Tx, usuarioId: string): Promise<void> {
  const since = new Date(now.getTime() - HOUR_MS);
  const recent = await sql<Columns<'troca_email', 'criada_em'>[]>`
    select criada_em
      from troca_email
     where usuario_id = ${usuarioId} and criada_em > ${since}
     order by criada_em desc
     limit ${EMAIL_CHANGES_PER_HOUR}`;
  const oldest = recent[EMAIL_CHANGES_PER_HOUR - 1];
  if (!oldest) return;
  const wait = Math.max(1, Math.ceil((oldest.criada_em.getTime() - since.getTime()) / 1000));
  throw new Problem('429 LIMITE_EXCEDIDO', rule('emailChangeLimit', { n: EMAIL_CHANGES_PER_HOUR }), {
    headers: { 'retry-after': String(wait) },
  });
}

/**
 * Gives the account the address whose link was followed, in every organization, and tells the one before. Reset links
 * mailed there end; sessions and second factor stay.
 * @returns false if the link ended meanwhile
 * @throws 409 CONFLITO if another account has the address by now
 */
export async function completeEmailChange(tx: Tx, id: string, usuarioId: string): Promise<boolean> {
  found(await lockAccount(tx, usuarioId));
  const [spent] = await tx.sql<Columns<'troca_email', 'email_novo'>[]>`
    update troca_email
       set encerrada_em = ${tx.realNow}
     where id = ${id}
       and encerrada_em is null
       and expira_em > ${tx.realNow}
    returning email_novo`;
  if (!spent) return false;
  await tx.sql`
    update usuario
       set email = ${spent.email_novo}, email_confirmado_em = ${tx.realNow}
     where id = ${usuarioId}`.catch((error: { code?: string; constraint?: string }) => {
    if (error.code !== '23505' || error.constraint !== 'usuario_email') throw error;
    throw conflict(rule('emailTaken'));
  });
  await tx.sql`select acesso.espelhar_conta(${tx.realNow})`;
  await tx.sql`
    update confirmacao_email set usada_em = ${tx.realNow} where usuario_id = ${usuarioId} and usada_em is null`;
  await endResets(tx, usuarioId);
  await enqueue(tx, id, usuarioId, 'FEITA');
  return true;
}

/** The address that waits to be confirmed, or null. */
export async function findPendingEmail({ sql, realNow: now }: Tx, usuarioId: string): Promise<string | null> {
  const [row] = await sql<Columns<'troca_email', 'email_novo'>[]>`
    select email_novo
      from troca_email
     where usuario_id = ${usuarioId} and encerrada_em is null and expira_em > ${now}`;
  return row?.email_novo ?? null;
}

const enqueue = (tx: Tx, id: string, usuarioId: string, parte: EmailChangeMail['parte']) =>
  tx.enqueue(QUEUES.SEND_EMAIL_CHANGE, {
    id,
    usuarioId,
    parte,
    mensagemId: randomUUID(),
    em: tx.realNow.toISOString(),
  });

type ChangeRow = Columns<
  'troca_email',
  'email_anterior' | 'email_novo' | 'expira_em' | 'entregue_em' | 'encerrada_em'
> &
  Columns<'usuario', 'nome'>;

/** Sends a message of a change of address, to whichever of the two it is for. */
export function createEmailChangeSender(deps: EmailChangeDeps & { messenger: Messenger; publicUrl: string }) {
  return async ({ id, usuarioId, parte, mensagemId, em }: EmailChangeMail): Promise<void> => {
    const scope = accountScopeOf(usuarioId, null);
    const [change] = await deps.db.read(
      scope,
      (tx) => tx.sql<ChangeRow[]>`
        select t.email_anterior, t.email_novo, t.expira_em, t.entregue_em, t.encerrada_em, u.nome
          from troca_email t
          join usuario u on u.id = t.usuario_id
         where t.id = ${id}`,
    );
    if (!change) return;
    const over = change.encerrada_em !== null || change.entregue_em !== null || change.expira_em <= deps.clock.now();
    if (parte === 'LINK' && over) return;
    const message =
      parte === 'LINK'
        ? { to: change.email_novo, ...(await linkMessage(deps, id, usuarioId, change)) }
        : { to: change.email_anterior, ...renderEmailChangeNotice(parte, noticeOf(deps.publicUrl, change, em)) };
    await mailAccount(deps.messenger, scope, { ...message, messageId: mensagemId });
    if (parte !== 'LINK') return;
    await deps.db.write(scope, async (tx) => {
      await tx.sql`update troca_email set entregue_em = ${tx.realNow} where id = ${id}`;
    });
  };
}

/** The link; to somebody who reads an address that has an account already, that it was asked for, and nothing else. */
async function linkMessage(deps: EmailChangeDeps, id: string, usuarioId: string, change: ChangeRow) {
  const holder = await findAccount(deps.db.sql, change.email_novo);
  if (holder !== undefined && holder.usuario_id !== usuarioId) return renderAddressTaken();
  const horas = EMAIL_CONFIRMATION_TTL_MS / HOUR_MS;
  return renderEmailChange({ nome: change.nome, url: deps.emailChanges.urlOf(id), horas });
}

const noticeOf = (publicUrl: string, { nome, email_novo: novo }: ChangeRow, em: string) => ({
  nome,
  novo,
  em: new Date(em),
  panelUrl: `${publicUrl}/painel`,
});
