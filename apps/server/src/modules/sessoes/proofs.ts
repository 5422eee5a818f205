import { rule } from '@rubrica/contract';
import { found, Problem } from '../../core/problem.ts';
import { accountScopeOf, type Scope } from '../../core/scope.ts';
import { recordSecurityEvent, type SecurityEventKind } from '../../core/security-events.ts';
import type { Tx } from '../../core/sql.ts';
import { type Arrival, type EntrarDeps, recordRefusal } from './entrar.ts';
import { findOwnAccount } from './store-account.ts';
import { isRightPassword } from './wrong-passwords.ts';

/**
 * Requires the account's password: an unattended session must not be enough to change how the account is accessed.
 * @returns the hash it was verified against, to be compared again under lock
 * @throws 401 CREDENCIAL_INVALIDA
 */
export async function provePassword(
  deps: EntrarDeps,
  scope: Scope,
  usuarioId: string,
  senha: string,
  arrival: Arrival,
): Promise<string> {
  const accountScope = accountScopeOf(usuarioId, scope.organizacaoId);
  const { email, senha_hash: senhaHash } = found(
    await deps.db.read(accountScope, (tx) => findOwnAccount(tx, usuarioId)),
  );
  if (await isRightPassword(deps, email, senha, senhaHash)) return senhaHash;
  await recordRefusal(deps, 'LOGIN_RECUSADO', email, scope.organizacaoId, arrival);
  throw new Problem('401 CREDENCIAL_INVALIDA', rule('passwordWrong'));
}

export const passwordChanged = () => new Problem('401 CREDENCIAL_INVALIDA', rule('passwordChanged'));

/** Writes a change of the account into the security log. */
export function recordChange(tx: Tx, tipo: SecurityEventKind, usuarioId: string, { source, requestId }: Arrival) {
  const detalhe = { usuarioId };
  return recordSecurityEvent(
    tx.sql,
    { tipo, organizacaoId: tx.scope.organizacaoId, requisicaoId: requestId, ip: source.ip, detalhe },
    tx.realNow,
  );
}
