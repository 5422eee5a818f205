import {
  PASSWORD_RESET_TTL_MS,
  PASSWORD_RESETS_PER_HOUR,
  type RecuperacaoSenhaEntrada,
  type RedefinicaoSenhaEntrada,
  rule,
} from '@rubrica/contract';
import { createMailedTokens, type MailedTokens } from '../../core/mailed-tokens.ts';
import type { Secrets } from '../../core/ports.ts';
import { found, Problem } from '../../core/problem.ts';
import type { Row } from '../../core/row.ts';
import { accountScopeOf } from '../../core/scope.ts';
import { recordSecurityEvent } from '../../core/security-events.ts';
import type { Tx } from '../../core/sql.ts';
import { type Messenger, renderPasswordRecovery } from '../mensagens/index.ts';
import { mailAccount } from './account-mail.ts';
import type { Arrival, EntrarDeps } from './entrar.ts';
import { notify } from './notices.ts';
import { QUEUES } from './queues.ts';
import { hashPassword, refuseWeakPassword } from './senha.ts';
import { findAccount } from './store.ts';
import { confirmEmail, endEverything, findOwnAccount, lockAccount, takeBack, updateSenha } from './store-account.ts';

/** Tokens of reset links, with the panel page they open. @param publicUrl `{public_url}` */
export const createResetTokens = (secrets: Pick<Secrets, 'derivation'>, publicUrl: string): MailedTokens =>
  createMailedTokens(secrets, 'redefinicao-de-senha', `${publicUrl}/painel/redefinir-senha`);

export interface RecuperarDeps extends EntrarDeps {
  readonly resets: MailedTokens;
}

const contextOf = (id: string) => `recuperacao-senha:${id}`;

/**
 * Stores a password recovery request. Whether the address has an account is checked later, by a job, so neither the
 * response nor its timing can reveal it.
 */
export async function recuperarSenha(
  deps: Pick<RecuperarDeps, 'db' | 'secrets' | 'resets'>,
  { email }: RecuperacaoSenhaEntrada,
): Promise<void> {
  await deps.db.write(accountScopeOf(null, null), async (tx) => {
    const id = deps.resets.newId();
    await tx.sql`
      insert into recuperacao_senha (id, email_cifrado, criada_em, expira_em)
      values (${id}, ${deps.secrets.encrypt(email, contextOf(id))}, ${tx.realNow},
              ${new Date(tx.realNow.getTime() + PASSWORD_RESET_TTL_MS)})`;
    await tx.enqueue(QUEUES.SEND_RECOVERY, { id });
  });
}

type WishRow = Row<
  'acesso.recuperacao_pedida',
  {
    usuario_id: string | null;
    email_cifrado: Buffer | null;
    expira_em: Date;
    entregue_em: Date | null;
    usada_em: Date | null;
  }
>;

/**
 * Finds the account for a recovery request and mails its owner the link. A request for an address without an account is
 * deleted, and so is one beyond three an hour, so that a mailbox cannot be flooded.
 */
export function createRecoverySender(deps: RecuperarDeps & { messenger: Messenger }) {
  return async ({ id }: { readonly id: string }): Promise<void> => {
    const [wish] = await deps.db.sql<WishRow[]>`
      select usuario_id, email_cifrado, expira_em, entregue_em, usada_em from acesso.recuperacao_pedida(${id})`;
    if (!wish || wish.entregue_em || wish.usada_em || wish.expira_em <= deps.clock.now()) return;
    const usuarioId = wish.usuario_id ?? (await bindToAccount(deps, id, wish.email_cifrado));
    if (usuarioId === null) return;

    const scope = accountScopeOf(usuarioId, null);
    const account = await deps.db.read(scope, (tx) => findOwnAccount(tx, usuarioId));
    if (!account) return;
    const minutes = PASSWORD_RESET_TTL_MS / 60_000;
    const message = renderPasswordRecovery({ nome: account.nome, url: deps.resets.urlOf(id), minutes });
    await mailAccount(deps.messenger, scope, { to: account.email, ...message, messageId: id });
    await deps.db.write(scope, async (tx) => {
      await tx.sql`update recuperacao_senha set entregue_em = ${tx.realNow} where id = ${id}`;
    });
  };
}

async function bindToAccount(deps: RecuperarDeps, id: string, sealedEmail: Buffer | null): Promise<string | null> {
  if (!sealedEmail) return null;
  const email = deps.secrets.decrypt(sealedEmail, contextOf(id)).toString('utf8');
  const account = await findAccount(deps.db.sql, email);
  const usuarioId = account?.usuario_id ?? null;
  return deps.db.write(accountScopeOf(usuarioId, null), async (tx) => {
    if (usuarioId === null || (await recentWishes(tx, usuarioId)) >= PASSWORD_RESETS_PER_HOUR) {
      await tx.sql`delete from recuperacao_senha where id = ${id}`;
      return null;
    }
    await tx.sql`
      update recuperacao_senha
         set usuario_id = ${usuarioId}, email_cifrado = null, token_hash = ${deps.resets.hashOf(deps.resets.tokenOf(id))}
       where id = ${id}
         and usuario_id is null`;
    return usuarioId;
  });
}

async function recentWishes({ sql, realNow: now }: Tx, usuarioId: string): Promise<number> {
  const [row] = await sql<{ total: number }[]>`
    select count(*) as total
      from recuperacao_senha
     where usuario_id = ${usuarioId}
       and criada_em > ${new Date(now.getTime() - 3600_000)}`;
  return row?.total ?? 0;
}

const invalidToken = () => new Problem('400 TOKEN_INVALIDO', rule('recoveryGone'));

/**
 * Sets a new password with the token of a reset link, and ends whatever the old password opened: sessions, challenges
 * and the account's other reset links. Reading the e-mail proves the address, so an account that was never confirmed is
 * taken back from whoever opened it, including its second factor, keys and webhooks. If the password is refused, the
 * token stays valid.
 * @throws 400 TOKEN_INVALIDO, 400 SENHA_FRACA
 */
export async function redefinirSenha(
  deps: RecuperarDeps,
  { token, senha }: RedefinicaoSenhaEntrada,
  { source, requestId }: Arrival,
): Promise<void> {
  const [wish] = await deps.db.sql<
    Row<'acesso.recuperacao', { id: string; usuario_id: string; nome: string; email: string }>[]
  >`
    select id, usuario_id, nome, email from acesso.recuperacao(${deps.resets.hashOf(token)}, ${deps.clock.now()})`;
  if (!wish) throw invalidToken();
  await refuseWeakPassword(senha, [wish.nome, wish.email]);
  const senhaHash = await hashPassword(senha);
  const { id, usuario_id: usuarioId } = wish;
  await deps.db.write(accountScopeOf(usuarioId, null), async (tx) => {
    // The account first, as wherever its links end together.
    const account = found(await lockAccount(tx, usuarioId));
    const spent = await tx.sql`
      update recuperacao_senha
         set usada_em = ${tx.realNow}
       where id = ${id}
         and usada_em is null
         and expira_em > ${tx.realNow}
      returning 1`;
    if (spent.length === 0) throw invalidToken();
    if (account.email_confirmado_em === null) await takeBack(tx, usuarioId);
    await updateSenha(tx, usuarioId, senhaHash);
    await endEverything(tx, usuarioId);
    await confirmEmail(tx, usuarioId);
    await notify(tx, usuarioId, 'SENHA_ALTERADA');
    await recordSecurityEvent(
      tx.sql,
      {
        tipo: 'SENHA_REDEFINIDA',
        organizacaoId: null,
        requisicaoId: requestId,
        ip: source.ip,
        detalhe: { usuarioId },
      },
      tx.realNow,
    );
  });
}
