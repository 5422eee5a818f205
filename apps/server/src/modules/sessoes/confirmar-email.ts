import {
  type ConfirmacaoEmailEntrada,
  EMAIL_CONFIRMATION_TTL_MS,
  EMAIL_CONFIRMATIONS_PER_HOUR,
  rule,
} from '@rubrica/contract';
import { createMailedTokens, type MailedTokens } from '../../core/mailed-tokens.ts';
import type { Secrets } from '../../core/ports.ts';
import { conflict, found, Problem } from '../../core/problem.ts';
import type { Columns, Row } from '../../core/row.ts';
import { accountScopeOf } from '../../core/scope.ts';
import { recordSecurityEvent } from '../../core/security-events.ts';
import type { Tx } from '../../core/sql.ts';
import { type Messenger, renderEmailConfirmation } from '../mensagens/index.ts';
import { mailAccount } from './account-mail.ts';
import { completeEmailChange } from './email-change.ts';
import type { Arrival, EntrarDeps } from './entrar.ts';
import { QUEUES } from './queues.ts';
import { confirmEmail, lockAccount } from './store-account.ts';

export interface ConfirmarDeps extends EntrarDeps {
  readonly confirmations: MailedTokens;
}

/** Tokens of confirmation links, with the panel page they open. @param publicUrl `{public_url}` */
export const createConfirmationTokens = (secrets: Pick<Secrets, 'derivation'>, publicUrl: string): MailedTokens =>
  createMailedTokens(secrets, 'confirmacao-de-email', `${publicUrl}/painel/confirmar-email`);

const HOUR_MS = 3600_000;

/**
 * Issues a link that confirms an account's address and queues its e-mail, in the account's own scope.
 * @param reenvio requested by the person, and counted
 */
export async function issueConfirmation(
  tx: Tx,
  confirmations: MailedTokens,
  usuarioId: string,
  reenvio: boolean,
): Promise<void> {
  const id = confirmations.newId();
  await tx.sql`
    insert into confirmacao_email (id, usuario_id, token_hash, reenvio, criada_em, expira_em)
    values (${id}, ${usuarioId}, ${confirmations.hashOf(confirmations.tokenOf(id))}, ${reenvio}, ${tx.realNow},
            ${new Date(tx.realNow.getTime() + EMAIL_CONFIRMATION_TTL_MS)})`;
  await tx.enqueue(QUEUES.SEND_CONFIRMATION, { id, usuarioId });
}

/**
 * Sends another link to the logged-in person; earlier ones keep working until they expire.
 * @throws 409 CONFLITO if the address is already confirmed; 429 LIMITE_EXCEDIDO beyond three an hour
 */
export async function reenviarConfirmacao(tx: Tx, confirmations: MailedTokens, usuarioId: string): Promise<void> {
  const account = found(await lockAccount(tx, usuarioId));
  if (account.email_confirmado_em !== null) throw conflict(rule('emailConfirmed'));
  const since = new Date(tx.realNow.getTime() - HOUR_MS);
  const recent = await tx.sql<Columns<'confirmacao_email', 'criada_em'>[]>`
    select criada_em
      from confirmacao_email
     where usuario_id = ${usuarioId} and reenvio and criada_em > ${since}
     order by criada_em desc
     limit ${EMAIL_CONFIRMATIONS_PER_HOUR}`;
  const oldest = recent[EMAIL_CONFIRMATIONS_PER_HOUR - 1];
  if (oldest) {
    const wait = Math.max(1, Math.ceil((oldest.criada_em.getTime() - since.getTime()) / 1000));
    throw new Problem('429 LIMITE_EXCEDIDO', rule('confirmationLimit', { n: EMAIL_CONFIRMATIONS_PER_HOUR }), {
      headers: { 'retry-after': String(wait) },
    });
  }
  await issueConfirmation(tx, confirmations, usuarioId, true);
}

type LinkRow = Columns<'confirmacao_email', 'expira_em' | 'entregue_em'> &
  Columns<'usuario', 'email' | 'nome'> & {
    confirmado: boolean;
  };

/** Sends the e-mail with a link, unless it was sent already or the address has been confirmed. */
export function createConfirmationSender(deps: ConfirmarDeps & { readonly messenger: Messenger }) {
  return async ({ id, usuarioId }: { readonly id: string; readonly usuarioId: string }): Promise<void> => {
    const scope = accountScopeOf(usuarioId, null);
    const [link] = await deps.db.read(
      scope,
      (tx) => tx.sql<LinkRow[]>`
        select u.email, u.nome, u.email_confirmado_em is not null as confirmado, c.expira_em, c.entregue_em
          from confirmacao_email c
          join usuario u on u.id = c.usuario_id
         where c.id = ${id}`,
    );
    if (!link || link.confirmado || link.entregue_em || link.expira_em <= deps.clock.now()) return;
    const message = renderEmailConfirmation({
      nome: link.nome,
      url: deps.confirmations.urlOf(id),
      horas: EMAIL_CONFIRMATION_TTL_MS / HOUR_MS,
    });
    await mailAccount(deps.messenger, scope, { to: link.email, ...message, messageId: id });
    await deps.db.write(scope, async (tx) => {
      await tx.sql`update confirmacao_email set entregue_em = ${tx.realNow} where id = ${id}`;
    });
  };
}

const invalidToken = () => new Problem('400 TOKEN_INVALIDO', rule('confirmationGone'));

/**
 * Confirms the address to which a link was sent: the account's own, or the one it is to have from now on.
 * @throws 400 TOKEN_INVALIDO; 409 CONFLITO if another account has the new address by now
 */
export async function confirmarEmail(
  deps: ConfirmarDeps,
  { token }: ConfirmacaoEmailEntrada,
  { source, requestId }: Arrival,
): Promise<void> {
  const tokenHash = deps.confirmations.hashOf(token);
  const now = deps.clock.now();
  const [link] = await deps.db.sql<Row<'acesso.confirmacao_email', { id: string; usuario_id: string }>[]>`
    select id, usuario_id
      from acesso.confirmacao_email(${tokenHash}, ${now})`;
  const [change] = await deps.db.sql<Row<'acesso.troca_email', { id: string; usuario_id: string }>[]>`
    select id, usuario_id from acesso.troca_email(${tokenHash}, ${now})`;
  const opened = link ?? change;
  if (!opened) throw invalidToken();
  const { id, usuario_id: usuarioId } = opened;
  await deps.db.write(accountScopeOf(usuarioId, null), async (tx) => {
    const done = opened === change ? await completeEmailChange(tx, id, usuarioId) : await confirm(tx, id, usuarioId);
    if (!done) throw invalidToken();
    await recordSecurityEvent(
      tx.sql,
      {
        tipo: opened === change ? 'EMAIL_ALTERADO' : 'EMAIL_CONFIRMADO',
        organizacaoId: null,
        requisicaoId: requestId,
        ip: source.ip,
        detalhe: { usuarioId },
      },
      tx.realNow,
    );
  });
}

/** @returns false if the link was used or expired meanwhile */
async function confirm(tx: Tx, id: string, usuarioId: string): Promise<boolean> {
  // The account first, as wherever its links end together.
  found(await lockAccount(tx, usuarioId));
  const spent = await tx.sql`
    update confirmacao_email
       set usada_em = ${tx.realNow}
     where id = ${id}
       and usada_em is null
       and expira_em > ${tx.realNow}
    returning 1`;
  if (spent.length > 0) await confirmEmail(tx, usuarioId);
  return spent.length > 0;
}
