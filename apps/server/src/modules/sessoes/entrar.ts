import { createHmac, randomUUID } from 'node:crypto';
import { CHALLENGE_TTL_MS, rule, type SessaoEntrada, type SessaoIniciada } from '@rubrica/contract';
import type { Source } from '../../core/actor.ts';
import type { Secrets } from '../../core/ports.ts';
import { found, Problem } from '../../core/problem.ts';
import { accountScopeOf } from '../../core/scope.ts';
import { recordSecurityEvent, type SecurityEventKind } from '../../core/security-events.ts';
import type { Tx } from '../../core/sql.ts';
import { findOrganizacao, presentOrganizacao, touchMembroAtivo } from '../organizacao/index.ts';
import { presentSessao, presentUsuario } from './present.ts';
import { NO_ACCOUNT_HASH } from './senha.ts';
import { findAccount, insertSessao, type UsuarioRow } from './store.ts';
import { holdAccountWithHash, insertDesafio } from './store-account.ts';
import { createSessionTokens } from './tokens.ts';
import { isRightPassword, type PasswordDeps } from './wrong-passwords.ts';

export interface EntrarDeps extends PasswordDeps {
  readonly secrets: Secrets;
}

/** Where a login comes from. */
export interface Arrival {
  readonly source: Source;
  readonly requestId: string;
}

/** A new session, and the token for its cookie. */
export interface SessaoAberta {
  readonly token: string;
  /** Until the session's absolute end, however much it is used. */
  readonly maxAgeSeconds: number;
  readonly body: SessaoIniciada;
}

/** What a correct password leads to: a session, or a challenge for the second factor. */
export type Entrada = { readonly sessao: SessaoAberta } | { readonly desafioId: string };

/**
 * Logs a person in by e-mail and password. An unknown e-mail and a wrong password get the same answer after the same
 * work.
 * @throws 401 CREDENCIAL_INVALIDA; 401 MFA_OBRIGATORIO if the account has a second factor; 429 like `isRightPassword`
 */
export async function entrar(deps: EntrarDeps, entrada: SessaoEntrada, arrival: Arrival): Promise<SessaoAberta> {
  const account = await findAccount(deps.db.sql, entrada.email);
  const genuine = await isRightPassword(deps, entrada.email, entrada.senha, account?.senha_hash ?? NO_ACCOUNT_HASH);
  if (!account || !genuine) {
    await recordRefusal(deps, 'LOGIN_RECUSADO', entrada.email, account?.organizacao_id ?? null, arrival);
    throw wrongCredentials();
  }
  if (account.membro_id === null || account.organizacao_id === null) throw withoutOrganization();
  const { membro_id: membroId, usuario_id: usuarioId, senha_hash: senhaHash } = account;

  const result = await deps.db.write(
    accountScopeOf(usuarioId, account.organizacao_id),
    async (tx): Promise<Entrada> => {
      // Verification takes tens of milliseconds, during which the password may change; it is then no longer valid.
      const usuario = await holdAccountWithHash(tx, usuarioId, senhaHash);
      if (!usuario) throw wrongCredentials();
      if (usuario.segundo_fator) return { desafioId: await challenge(tx, usuario.id, membroId, null) };
      return { sessao: await openSessao(tx, membroId, usuario, arrival.source) };
    },
  );
  return requireSession(result);
}

/** Creates a second-factor challenge. It commits first; the caller is told about it afterwards. @returns its id */
export async function challenge(
  tx: Tx,
  usuarioId: string,
  membroId: string,
  conviteId: string | null,
): Promise<string> {
  const id = randomUUID();
  const expiraEm = new Date(tx.realNow.getTime() + CHALLENGE_TTL_MS);
  await insertDesafio(tx, { id, usuarioId, membroId, conviteId, expiraEm });
  return id;
}

/** @throws 401 MFA_OBRIGATORIO with the challenge, if the password alone is not enough */
export function requireSession(entrada: Entrada): SessaoAberta {
  if ('sessao' in entrada) return entrada.sessao;
  throw new Problem('401 MFA_OBRIGATORIO', rule('codeToo'), {
    extra: { desafioId: entrada.desafioId },
  });
}

/**
 * Opens a session for an active member, however they were authenticated. The tokens appear only in the response.
 * @param expiraEm the absolute end of the session that this one continues
 * @throws 401 CREDENCIAL_INVALIDA if the membership ended meanwhile
 */
export async function openSessao(
  tx: Tx,
  membroId: string,
  usuario: UsuarioRow,
  source: Source,
  expiraEm?: Date,
): Promise<SessaoAberta> {
  const membro = await touchMembroAtivo(tx, membroId);
  if (!membro || membro.usuario_id !== usuario.id) throw withoutOrganization();
  const { token, csrfToken, tokenHash, csrfHash } = createSessionTokens();
  const sessao = await insertSessao(tx, {
    id: randomUUID(),
    membroId: membro.id,
    usuarioId: usuario.id,
    tokenHash,
    csrfHash,
    source,
    expiraEm,
  });
  return {
    token,
    maxAgeSeconds: Math.floor((sessao.expira_em.getTime() - tx.realNow.getTime()) / 1000),
    body: {
      sessao: presentSessao(sessao, sessao.id, source.geolocalizacao),
      usuario: presentUsuario(usuario),
      organizacao: presentOrganizacao(found(await findOrganizacao(tx))),
      papel: membro.papel,
      csrfToken,
    },
  };
}

/** The same text for an unknown e-mail and a wrong password. */
export function wrongCredentials(): Problem {
  return new Problem('401 CREDENCIAL_INVALIDA', rule('loginWrong'));
}

/** Only shown to someone who knows the password. */
function withoutOrganization(): Problem {
  return new Problem('401 CREDENCIAL_INVALIDA', rule('noOrganization'));
}

/**
 * The e-mail is stored as a keyed hash, so that attempts against one account can be counted without building up a list
 * of addresses.
 */
export async function recordRefusal(
  deps: EntrarDeps,
  tipo: SecurityEventKind,
  email: string,
  organizacaoId: string | null,
  { source, requestId }: Arrival,
): Promise<void> {
  const emailHash = createHmac('sha256', deps.secrets.derive('security-event-email'))
    .update(email.toLowerCase())
    .digest('hex');
  const event = { tipo, organizacaoId, requisicaoId: requestId, ip: source.ip, detalhe: { emailHash } };
  await recordSecurityEvent(deps.db.sql, event, deps.clock.now());
}
