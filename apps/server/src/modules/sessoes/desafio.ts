import type { DesafioEntrada, SegundoFatorRecuperacaoEntrada } from '@rubrica/contract';
import { rule } from '@rubrica/contract';
import type { Secrets } from '../../core/ports.ts';
import { Problem } from '../../core/problem.ts';
import type { Row } from '../../core/row.ts';
import { accountScopeOf } from '../../core/scope.ts';
import type { Tx } from '../../core/sql.ts';
import { acceptedStep } from '../../core/totp.ts';
import { joinOrganizacao } from './aceitar.ts';
import { recoveryCodeHashes } from './codigos-recuperacao.ts';
import { type Arrival, type EntrarDeps, openSessao, recordRefusal, type SessaoAberta } from './entrar.ts';
import { notify } from './notices.ts';
import {
  acceptTotp,
  endDesafio,
  type Factor,
  findOpenDesafio,
  lockAccount,
  type OwnAccountRow,
  spendCodigo,
} from './store-account.ts';
import { countFailure, refuseWhileResting } from './tentativas.ts';

/** The account's secret is bound to its row, so that it cannot be moved to another. */
export const totpContext = (usuarioId: string) => `totp-da-conta:${usuarioId}`;

const invalidChallenge = () => new Problem('400 TOKEN_INVALIDO', rule('challengeGone'));

/** Logs in with a code from the authenticator app. @throws 400 TOKEN_INVALIDO, 401 CREDENCIAL_INVALIDA, 429 */
export function responderDesafio(deps: EntrarDeps, entrada: DesafioEntrada, arrival: Arrival): Promise<SessaoAberta> {
  return responder(deps, entrada.desafioId, 'TOTP', arrival, (tx, account) =>
    spendTotp(tx, deps.secrets, account, entrada.codigo),
  );
}

/** Logs in with a recovery code, which is used up. @throws 400 TOKEN_INVALIDO, 401 CREDENCIAL_INVALIDA, 429 */
export function recuperarSegundoFator(
  deps: EntrarDeps,
  entrada: SegundoFatorRecuperacaoEntrada,
  arrival: Arrival,
): Promise<SessaoAberta> {
  return responder(deps, entrada.desafioId, 'RECUPERACAO', arrival, async (tx, account) => {
    const hashes = recoveryCodeHashes(deps.secrets, account.id, entrada.codigoRecuperacao);
    if (!(await spendCodigo(tx, account.id, hashes))) return false;
    await notify(tx, account.id, 'CODIGO_RECUPERACAO_USADO');
    return true;
  });
}

/** Checks a code from the account's own app and uses up its step. */
export async function spendTotp(tx: Tx, secrets: Secrets, account: OwnAccountRow, codigo: string): Promise<boolean> {
  if (!account.totp_segredo) return false;
  const secret = secrets.decrypt(account.totp_segredo, totpContext(account.id));
  const step = acceptedStep(secret, codigo, tx.realNow, account.totp_ultimo_passo);
  if (step === null) return false;
  await acceptTotp(tx, account.id, step);
  return true;
}

async function responder(
  deps: EntrarDeps,
  desafioId: string,
  factor: Factor,
  arrival: Arrival,
  prove: (tx: Tx, account: OwnAccountRow) => Promise<boolean>,
): Promise<SessaoAberta> {
  const [known] = await deps.db.sql<Row<'acesso.desafio', { usuario_id: string; organizacao_id: string }>[]>`
    select usuario_id, organizacao_id from acesso.desafio(${desafioId})`;
  if (!known) throw invalidChallenge();
  const scope = accountScopeOf(known.usuario_id, known.organizacao_id);
  const result = await deps.db.write(scope, async (tx) => {
    const account = await lockAccount(tx, known.usuario_id);
    const desafio = await findOpenDesafio(tx, desafioId);
    if (!account?.segundo_fator || !desafio) throw invalidChallenge();
    refuseWhileResting(account, factor, tx.realNow);
    if (!(await prove(tx, account)))
      return { refusal: await countFailure(tx, account.id, factor), email: account.email };
    await endDesafio(tx, desafio.id);
    const { membro_id: membroId, convite_id: conviteId } = desafio;
    const email_confirmado_em = conviteId
      ? await joinOrganizacao(tx, conviteId, membroId, account, arrival)
      : account.email_confirmado_em;
    return openSessao(tx, membroId, { ...account, email_confirmado_em }, arrival.source);
  });
  if ('token' in result) return result;
  await recordRefusal(deps, 'SEGUNDO_FATOR_RECUSADO', result.email, known.organizacao_id, arrival);
  throw result.refusal;
}
