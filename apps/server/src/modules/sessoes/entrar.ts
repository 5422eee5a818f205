import { createHmac, randomUUID } from 'node:crypto';
import type { SessaoEntrada, SessaoIniciada } from '@rubrica/contract';
import type { Source } from '../../core/actor.ts';
import type { Clock } from '../../core/clock.ts';
import type { Secrets } from '../../core/ports.ts';
import { found, Problem } from '../../core/problem.ts';
import { scopeOf } from '../../core/scope.ts';
import { recordSecurityEvent } from '../../core/security-events.ts';
import type { Database, Tx } from '../../core/sql.ts';
import { findOrganizacao, presentOrganizacao, touchMembroAtivo } from '../organizacao/index.ts';
import { presentSessao, presentUsuario } from './present.ts';
import { NO_ACCOUNT_HASH, verifyPassword } from './senha.ts';
import { type ContaRow, findConta, findUsuarioWithHash, insertSessao } from './store.ts';
import { createSessionTokens } from './tokens.ts';

export interface EntrarDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, 'derive'>;
}

/** Where a login comes from. */
export interface Chegada {
  readonly source: Source;
  readonly requestId: string;
}

/** A session just opened, and the token its cookie carries. */
export interface SessaoAberta {
  readonly token: string;
  readonly body: SessaoIniciada;
}

/**
 * Logs a person in by e-mail and password. An unknown e-mail and a wrong password get one answer after the same work.
 * @throws 401 CREDENCIAL_INVALIDA; 401 MFA_OBRIGATORIO when the account has a second factor
 */
export async function entrar(deps: EntrarDeps, entrada: SessaoEntrada, chegada: Chegada): Promise<SessaoAberta> {
  const conta = await findConta(deps.db.sql, entrada.email);
  const genuine = await verifyPassword(entrada.senha, conta?.senha_hash ?? NO_ACCOUNT_HASH);
  if (!conta || !genuine) {
    await recordRefusal(deps, entrada.email, conta, chegada);
    throw wrongCredentials();
  }
  requireSecondFactor(conta);
  if (conta.membro_id === null || conta.organizacao_id === null) throw withoutOrganization();
  const { membro_id: membroId, usuario_id: usuarioId, senha_hash: senhaHash } = conta;

  return deps.db.write(scopeOf(conta.organizacao_id, 'PRODUCAO'), async (tx) => {
    // Verifying takes tens of milliseconds, in which the password may change: then it opens nothing any more.
    const usuario = await findUsuarioWithHash(tx, usuarioId, senhaHash);
    if (!usuario) throw wrongCredentials();
    return abrirSessao(tx, membroId, presentUsuario(usuario), chegada.source);
  });
}

/**
 * Opens a session of an active member, whatever proved who it is. The answer is the only place where the tokens are
 * ever seen.
 * @throws 401 CREDENCIAL_INVALIDA when the membership ended meanwhile
 */
export async function abrirSessao(
  tx: Tx,
  membroId: string,
  usuario: SessaoIniciada['usuario'],
  source: Source,
): Promise<SessaoAberta> {
  const membro = await touchMembroAtivo(tx, membroId);
  if (!membro) throw withoutOrganization();
  const { token, csrfToken, tokenHash, csrfHash } = createSessionTokens();
  const sessao = await insertSessao(tx, {
    id: randomUUID(),
    membroId: membro.id,
    usuarioId: membro.usuario_id,
    tokenHash,
    csrfHash,
    source,
  });
  return {
    token,
    body: {
      sessao: presentSessao(sessao, sessao.id),
      usuario,
      organizacao: presentOrganizacao(found(await findOrganizacao(tx))),
      papel: membro.papel,
      csrfToken,
    },
  };
}

/**
 * An account with a confirmed second factor is answered 401 MFA_OBRIGATORIO with the `desafioId` of a challenge. No
 * operation confirms a factor yet, so no account gets here; if one does, its password alone opens nothing.
 */
function requireSecondFactor(conta: ContaRow): void {
  if (conta.totp) throw new Error('an account has a second factor and there is no challenge to answer');
}

/** One text for the unknown e-mail and the wrong password. */
function wrongCredentials(): Problem {
  return new Problem('401 CREDENCIAL_INVALIDA', 'E-mail ou senha incorretos.');
}

/** Only told to who knows the password. */
function withoutOrganization(): Problem {
  return new Problem('401 CREDENCIAL_INVALIDA', 'A conta não participa de nenhuma organização ativa.');
}

/** The e-mail is kept as a keyed hash: attempts against one account can be counted, and no list of addresses grows. */
async function recordRefusal(
  deps: EntrarDeps,
  email: string,
  conta: ContaRow | undefined,
  { source, requestId }: Chegada,
): Promise<void> {
  const emailHash = createHmac('sha256', deps.secrets.derive('security-event-email'))
    .update(email.toLowerCase())
    .digest('hex');
  await recordSecurityEvent(
    deps.db.sql,
    {
      tipo: 'LOGIN_RECUSADO',
      organizacaoId: conta?.organizacao_id ?? null,
      requisicaoId: requestId,
      ip: source.ip,
      detalhe: { emailHash },
    },
    deps.clock.now(),
  );
}
