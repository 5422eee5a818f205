import type {
  CodigosRecuperacao,
  SegundoFatorConfirmacaoEntrada,
  SegundoFatorDesativacaoEntrada,
  SegundoFatorIniciado,
} from '@rubrica/contract';
import { rule } from '@rubrica/contract';
import type { MemberActor } from '../../core/actor.ts';
import type { Secrets } from '../../core/ports.ts';
import { conflict, found, Problem } from '../../core/problem.ts';
import { accountScopeOf, type Scope } from '../../core/scope.ts';
import { recordSecurityEvent, type SecurityEventKind } from '../../core/security-events.ts';
import type { Tx } from '../../core/sql.ts';
import { newTotpSecret, totpEnrolment } from '../../core/totp.ts';
import { newRecoveryCodes, recoveryCodeHash } from './codigos-recuperacao.ts';
import { spendTotp, totpContext } from './desafio.ts';
import { type Arrival, type EntrarDeps, recordRefusal } from './entrar.ts';
import { notify } from './notices.ts';
import { endOtherSessoes } from './store.ts';
import { findOwnAccount, lockAccount, offerTotp, removeTotp, replaceCodigos } from './store-account.ts';
import { countFailure, refuseWhileResting } from './tentativas.ts';
import { isRightPassword } from './wrong-passwords.ts';

const ISSUER = 'Rubrica';

const alreadyOn = () => conflict(rule('secondFactorOn'));
const notOn = () => conflict(rule('secondFactorOff'));

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

const passwordChanged = () => new Problem('401 CREDENCIAL_INVALIDA', rule('passwordChanged'));

/**
 * Offers a secret for an authenticator app; login does not ask for a code until one has confirmed it. Starting again
 * gives a new secret.
 * @param proven the hash against which the password was verified
 * @throws 409 CONFLITO if the second factor is active; 401 CREDENCIAL_INVALIDA if the password changed meanwhile
 */
export async function iniciarSegundoFator(
  tx: Tx,
  secrets: Secrets,
  usuarioId: string,
  proven: string,
): Promise<SegundoFatorIniciado> {
  const account = found(await lockAccount(tx, usuarioId));
  if (account.senha_hash !== proven) throw passwordChanged();
  if (account.segundo_fator) throw alreadyOn();
  const secret = newTotpSecret();
  await offerTotp(tx, usuarioId, secrets.encrypt(secret, totpContext(usuarioId)));
  return totpEnrolment(secret, ISSUER, account.email);
}

/**
 * Activates the second factor with the first correct code, and ends the account's other sessions, which were opened
 * without it. The recovery codes are shown only in this response.
 * @throws 401 CREDENCIAL_INVALIDA (wrong code); 409 CONFLITO (setup was not started, or it is active)
 */
export async function confirmarSegundoFator(
  tx: Tx,
  secrets: Secrets,
  actor: MemberActor,
  { codigo }: SegundoFatorConfirmacaoEntrada,
  arrival: Arrival,
): Promise<CodigosRecuperacao> {
  const account = found(await lockAccount(tx, actor.usuarioId));
  if (account.segundo_fator) throw alreadyOn();
  if (!account.totp_segredo) throw conflict(rule('secondFactorFirst'));
  if (!(await spendTotp(tx, secrets, account, codigo))) throw wrongCode();
  const codigosRecuperacao = newRecoveryCodes();
  await replaceCodigos(
    tx,
    account.id,
    codigosRecuperacao.map((code) => recoveryCodeHash(secrets, account.id, code)),
  );
  await endOtherSessoes(tx, account.id, actor.credencialId);
  await notify(tx, account.id, 'SEGUNDO_FATOR_ATIVADO');
  await recordChange(tx, 'SEGUNDO_FATOR_ATIVADO', account.id, arrival);
  return { codigosRecuperacao };
}

const wrongCode = () => new Problem('401 CREDENCIAL_INVALIDA', rule('codeWrong'));

/**
 * Deactivates the second factor, which takes the password and a code: an unattended session must not be enough.
 * @throws 401 CREDENCIAL_INVALIDA (password or code); 409 CONFLITO (not active); 429 during the factor's pause
 */
export async function desativarSegundoFator(
  deps: EntrarDeps,
  scope: Scope,
  usuarioId: string,
  { senha, codigo }: SegundoFatorDesativacaoEntrada,
  arrival: Arrival,
): Promise<void> {
  const accountScope = accountScopeOf(usuarioId, scope.organizacaoId);
  const before = found(await deps.db.read(accountScope, (tx) => findOwnAccount(tx, usuarioId)));
  if (!before.segundo_fator) throw notOn();
  const proven = await provePassword(deps, scope, usuarioId, senha, arrival);
  const refusal = await deps.db.write(accountScope, async (tx) => {
    const account = await lockAccount(tx, usuarioId);
    if (account?.senha_hash !== proven) throw passwordChanged();
    if (!account.segundo_fator) throw notOn();
    refuseWhileResting(account, 'TOTP', tx.now);
    if (!(await spendTotp(tx, deps.secrets, account, codigo))) return countFailure(tx, usuarioId, 'TOTP');
    await removeTotp(tx, usuarioId);
    await notify(tx, usuarioId, 'SEGUNDO_FATOR_DESATIVADO');
    await recordChange(tx, 'SEGUNDO_FATOR_DESATIVADO', usuarioId, arrival);
    return null;
  });
  if (!refusal) return;
  await recordRefusal(deps, 'SEGUNDO_FATOR_RECUSADO', before.email, scope.organizacaoId, arrival);
  throw refusal;
}

function recordChange(tx: Tx, tipo: SecurityEventKind, usuarioId: string, { source, requestId }: Arrival) {
  const detalhe = { usuarioId };
  return recordSecurityEvent(
    tx.sql,
    { tipo, organizacaoId: tx.scope.organizacaoId, requisicaoId: requestId, ip: source.ip, detalhe },
    tx.now,
  );
}
