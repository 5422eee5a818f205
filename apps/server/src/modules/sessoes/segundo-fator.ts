import type {
  CodigosRecuperacao,
  SegundoFatorConfirmacaoEntrada,
  SegundoFatorDesativacaoEntrada,
  SegundoFatorIniciado,
} from '@rubrica/contract';
import { rule } from '@rubrica/contract';
import type { MemberActor } from '../../core/actor.ts';
import type { Secrets } from '../../core/ports.ts';
import { conflict, found, invalid, Problem } from '../../core/problem.ts';
import { accountScopeOf, type Scope } from '../../core/scope.ts';
import type { Tx } from '../../core/sql.ts';
import { newTotpSecret, totpEnrolment } from '../../core/totp.ts';
import { newRecoveryCodes, recoveryCodeHash } from './codigos-recuperacao.ts';
import { spendTotp, totpContext } from './desafio.ts';
import { type Arrival, type EntrarDeps, recordRefusal } from './entrar.ts';
import { notify } from './notices.ts';
import { passwordChanged, provePassword, recordChange } from './proofs.ts';
import { endOtherSessoes } from './store.ts';
import {
  findOwnAccount,
  lockAccount,
  type OwnAccountRow,
  offerTotp,
  removeTotp,
  replaceCodigos,
} from './store-account.ts';
import { countFailure, refuseWhileResting } from './tentativas.ts';

const ISSUER = 'Rubrica';

const alreadyOn = () => conflict(rule('secondFactorOn'));
const notOn = () => conflict(rule('secondFactorOff'));

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

/** What proves that it is the account's owner who asks. */
interface Proofs {
  readonly senha: string;
  /** Of the authenticator app. */
  readonly codigo?: string;
}

/**
 * Requires the account's password and, if its second factor is active, a code of the app, which is used up: for what an
 * unattended session must not be enough for.
 * @throws 400 ENTRADA_INVALIDA without the code that is needed; 401 CREDENCIAL_INVALIDA (password or code); 429 during
 * the factor's pause
 */
export async function proveIdentity(
  deps: EntrarDeps,
  scope: Scope,
  usuarioId: string,
  proofs: Proofs,
  arrival: Arrival,
): Promise<void> {
  const proven = await provePassword(deps, scope, usuarioId, proofs.senha, arrival);
  // Nothing is written for an account without second factor: a call of its owner has one commit.
  const own = accountScopeOf(usuarioId, scope.organizacaoId);
  if (!(await deps.db.read(own, (tx) => findOwnAccount(tx, usuarioId)))?.segundo_fator) return;
  await provingCode(deps, scope, usuarioId, { proven, codigo: proofs.codigo }, arrival, async () => {});
}

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
  await provingCode(deps, scope, usuarioId, { proven, codigo }, arrival, async (tx, account) => {
    if (!account.segundo_fator) throw notOn();
    await removeTotp(tx, usuarioId);
    await notify(tx, usuarioId, 'SEGUNDO_FATOR_DESATIVADO');
    await recordChange(tx, 'SEGUNDO_FATOR_DESATIVADO', usuarioId, arrival);
  });
}

/**
 * Checks a code of the app under the account's lock, and then acts in the same transaction; an account without second
 * factor needs none. A wrong code is counted and committed before it is refused.
 * @param proofs.proven the hash against which the password was verified
 */
async function provingCode(
  deps: EntrarDeps,
  scope: Scope,
  usuarioId: string,
  { proven, codigo }: { proven: string; codigo: string | undefined },
  arrival: Arrival,
  act: (tx: Tx, account: OwnAccountRow) => Promise<void>,
): Promise<void> {
  const refused = await deps.db.write(accountScopeOf(usuarioId, scope.organizacaoId), async (tx) => {
    const account = await lockAccount(tx, usuarioId);
    if (account?.senha_hash !== proven) throw passwordChanged();
    if (account.segundo_fator) {
      refuseWhileResting(account, 'TOTP', tx.realNow);
      if (codigo === undefined) throw invalid([{ campo: 'codigo', ...rule('codeToo') }]);
      if (!(await spendTotp(tx, deps.secrets, account, codigo))) {
        return { problem: await countFailure(tx, usuarioId, 'TOTP'), email: account.email };
      }
    }
    await act(tx, account);
    return null;
  });
  if (!refused) return;
  await recordRefusal(deps, 'SEGUNDO_FATOR_RECUSADO', refused.email, scope.organizacaoId, arrival);
  throw refused.problem;
}
