import { randomUUID } from 'node:crypto';
import type { Convite, ConviteAceiteEntrada } from '@rubrica/contract';
import { rule } from '@rubrica/contract';
import { checkDrawable, type Undrawable } from '../../core/drawable.ts';
import type { MailedTokens } from '../../core/mailed-tokens.ts';
import { conflict, Problem, refuseInvalid } from '../../core/problem.ts';
import { accountScopeOf } from '../../core/scope.ts';
import { recordSecurityEvent } from '../../core/security-events.ts';
import type { Tx } from '../../core/sql.ts';
import { activateMembro, type ConviteRow, findInvitation, spendInvitation } from '../organizacao/index.ts';
import { issueConfirmation } from './confirmar-email.ts';
import {
  type Arrival,
  challenge,
  type Entrada,
  type EntrarDeps,
  openSessao,
  recordRefusal,
  requireSession,
  type SessaoAberta,
} from './entrar.ts';
import { hashPassword, refuseWeakPassword } from './senha.ts';
import { insertUsuario, NEW_ACCOUNT, type UsuarioRow } from './store.ts';
import { confirmEmail, holdAccountWithHash } from './store-account.ts';
import { isRightPassword } from './wrong-passwords.ts';

export interface ConviteDeps extends EntrarDeps {
  readonly invitations: MailedTokens;
  readonly confirmations: MailedTokens;
  readonly undrawable: Undrawable;
}

const invalidInvitation = () => new Problem('400 TOKEN_INVALIDO', rule('invitationGone'));

async function openInvitation(deps: ConviteDeps, token: string): Promise<ConviteRow> {
  const convite = await findInvitation(deps.db.sql, deps.invitations.hashOf(token), deps.clock.now());
  if (!convite) throw invalidInvitation();
  return convite;
}

/** The details of an invitation. @throws 400 TOKEN_INVALIDO */
export async function obterConvite(deps: ConviteDeps, token: string): Promise<Convite> {
  const { organizacao, email, papel } = await openInvitation(deps, token);
  return { organizacao, email, papel };
}

/**
 * Accepts an invitation and logs in. An address without an account gets one; an address with an account must provide
 * that account's password and its second factor, so that a stolen invitation gives access to nobody's account. An
 * existing account keeps its name.
 * @throws 400 TOKEN_INVALIDO; 400 SENHA_FRACA (new account); 401 CREDENCIAL_INVALIDA or MFA_OBRIGATORIO (existing one);
 * 409 CONFLITO if an account with the address was created meanwhile
 */
export async function aceitarConvite(
  deps: ConviteDeps,
  token: string,
  entrada: ConviteAceiteEntrada,
  arrival: Arrival,
): Promise<SessaoAberta> {
  const convite = await openInvitation(deps, token);
  const { usuario_id: usuarioId, senha_hash: senhaHash } = convite;
  if (usuarioId !== null && senhaHash !== null) {
    const own = { ...convite, usuario_id: usuarioId, senha_hash: senhaHash };
    return requireSession(await acceptWithAccount(deps, own, entrada.senha, arrival));
  }
  return acceptAndSignUp(deps, convite, entrada, arrival);
}

async function acceptWithAccount(
  deps: ConviteDeps,
  convite: ConviteRow & { readonly usuario_id: string; readonly senha_hash: string },
  senha: string,
  arrival: Arrival,
): Promise<Entrada> {
  if (!(await isRightPassword(deps, convite.email, senha, convite.senha_hash))) {
    await recordRefusal(deps, 'LOGIN_RECUSADO', convite.email, convite.organizacao_id, arrival);
    throw wrongPassword();
  }
  return deps.db.write(accountScopeOf(convite.usuario_id, convite.organizacao_id), async (tx) => {
    const account = await holdAccountWithHash(tx, convite.usuario_id, convite.senha_hash);
    if (!account) throw wrongPassword();
    if (account.segundo_fator) return { desafioId: await challenge(tx, account.id, convite.membro_id, convite.id) };
    const email_confirmado_em = await joinOrganizacao(tx, convite.id, convite.membro_id, account, arrival);
    return { sessao: await openSessao(tx, convite.membro_id, { ...account, email_confirmado_em }, arrival.source) };
  });
}

async function acceptAndSignUp(
  deps: ConviteDeps,
  convite: ConviteRow,
  entrada: ConviteAceiteEntrada,
  arrival: Arrival,
): Promise<SessaoAberta> {
  const { email } = convite;
  const { senha } = entrada;
  const nome = entrada.nome.trim();
  // Trail and certificate name a member who sends a document.
  refuseInvalid(checkDrawable([['nome', nome]], deps.undrawable));
  await refuseWeakPassword(senha, [nome, email, convite.organizacao]);
  const usuario = { id: randomUUID(), nome, email, senhaHash: await hashPassword(senha) };
  return deps.db.write(accountScopeOf(usuario.id, convite.organizacao_id), async (tx) => {
    if (!(await insertUsuario(tx, usuario))) {
      throw conflict(rule('accountAppeared'));
    }
    const account = { id: usuario.id, nome, email, ...NEW_ACCOUNT };
    const email_confirmado_em = await joinOrganizacao(tx, convite.id, convite.membro_id, account, arrival);
    if (email_confirmado_em === null) await issueConfirmation(tx, deps.confirmations, account.id, false);
    return openSessao(tx, convite.membro_id, { ...account, email_confirmado_em }, arrival.source);
  });
}

/**
 * Makes the person a member and uses up the invitation, in the transaction that logs the person in; the member's row is
 * locked first, as when undoing an invitation. An invitation received by e-mail proves that the address is the
 * person's; a sandbox invitation could be read by the inviter.
 * @returns since when the account's address is confirmed
 * @throws 400 TOKEN_INVALIDO if the invitation was used, voided or expired meanwhile; 409 CONFLITO if the person is
 * already a member
 */
export async function joinOrganizacao(
  tx: Tx,
  conviteId: string,
  membroId: string,
  usuario: UsuarioRow,
  { source, requestId }: Arrival,
): Promise<Date | null> {
  const activated = await activateMembro(tx, membroId, usuario).catch(
    (error: { code?: string; constraint?: string }) => {
      if (error.code !== '23505' || error.constraint !== 'membro_usuario') throw error;
      throw conflict(rule('alreadyMember'));
    },
  );
  const ambiente = activated && (await spendInvitation(tx, conviteId));
  if (!ambiente) throw invalidInvitation();
  if (ambiente === 'PRODUCAO') await confirmEmail(tx, usuario.id);
  await recordSecurityEvent(
    tx.sql,
    {
      tipo: 'MEMBRO_ENTROU',
      organizacaoId: tx.scope.organizacaoId,
      requisicaoId: requestId,
      ip: source.ip,
      detalhe: { membroId, usuarioId: usuario.id },
    },
    tx.realNow,
  );
  return usuario.email_confirmado_em ?? (ambiente === 'PRODUCAO' ? tx.realNow : null);
}

/** Told to the holder of the invitation, who already knows from it whose account it is. */
const wrongPassword = () => new Problem('401 CREDENCIAL_INVALIDA', rule('accountPassword'));
