import type { DesafioEntrada, SegundoFatorRecuperacaoEntrada } from '@rubrica/contract';
import { rule } from '@rubrica/contract';
import type { Secrets } from '../../core/ports.ts';
import { Problem } from '../../core/problem.ts';
import { accountScopeOf } from '../../core/scope.ts';
import type { Tx } from '../../core/sql.ts';
import { acceptedStep } from '../../core/totp.ts';
import { entrarNaOrganizacao } from './aceitar.ts';
import { notify } from './avisos.ts';
import { recoveryCodeHashes } from './codigos-recuperacao.ts';
import { abrirSessao, type Chegada, type EntrarDeps, recordRefusal, type SessaoAberta } from './entrar.ts';
import {
  acceptTotp,
  type ContaPropriaRow,
  endDesafio,
  type Factor,
  findDesafioAberto,
  lockConta,
  spendCodigo,
} from './store-conta.ts';
import { countFailure, refuseWhileResting } from './tentativas.ts';

/** The account's secret is bound to its row, so that it cannot be moved to another. */
export const totpContext = (usuarioId: string) => `totp-da-conta:${usuarioId}`;

const invalidChallenge = () => new Problem('400 TOKEN_INVALIDO', rule('challengeGone'));

/** Enters with a code of the authenticator app. @throws 400 TOKEN_INVALIDO, 401 CREDENCIAL_INVALIDA, 429 */
export function responderDesafio(deps: EntrarDeps, entrada: DesafioEntrada, chegada: Chegada): Promise<SessaoAberta> {
  return responder(deps, entrada.desafioId, 'TOTP', chegada, (tx, conta) =>
    spendTotp(tx, deps.secrets, conta, entrada.codigo),
  );
}

/** Enters with a recovery code, which is spent. @throws 400 TOKEN_INVALIDO, 401 CREDENCIAL_INVALIDA, 429 */
export function recuperarSegundoFator(
  deps: EntrarDeps,
  entrada: SegundoFatorRecuperacaoEntrada,
  chegada: Chegada,
): Promise<SessaoAberta> {
  return responder(deps, entrada.desafioId, 'RECUPERACAO', chegada, async (tx, conta) => {
    const hashes = recoveryCodeHashes(deps.secrets, conta.id, entrada.codigoRecuperacao);
    if (!(await spendCodigo(tx, conta.id, hashes))) return false;
    await notify(tx, conta.id, 'CODIGO_RECUPERACAO_USADO');
    return true;
  });
}

/** Checks a code of the account's own app and uses its step up. */
export async function spendTotp(tx: Tx, secrets: Secrets, conta: ContaPropriaRow, codigo: string): Promise<boolean> {
  if (!conta.totp_segredo) return false;
  const secret = secrets.decrypt(conta.totp_segredo, totpContext(conta.id));
  const step = acceptedStep(secret, codigo, tx.now, conta.totp_ultimo_passo);
  if (step === null) return false;
  await acceptTotp(tx, conta.id, step);
  return true;
}

async function responder(
  deps: EntrarDeps,
  desafioId: string,
  factor: Factor,
  chegada: Chegada,
  prove: (tx: Tx, conta: ContaPropriaRow) => Promise<boolean>,
): Promise<SessaoAberta> {
  const [known] = await deps.db.sql<{ usuario_id: string; organizacao_id: string }[]>`
    select usuario_id, organizacao_id from acesso.desafio(${desafioId})`;
  if (!known) throw invalidChallenge();
  const scope = accountScopeOf(known.usuario_id, known.organizacao_id);
  const result = await deps.db.write(scope, async (tx) => {
    const conta = await lockConta(tx, known.usuario_id);
    const desafio = await findDesafioAberto(tx, desafioId);
    if (!conta?.segundo_fator || !desafio) throw invalidChallenge();
    refuseWhileResting(conta, factor, tx.now);
    if (!(await prove(tx, conta))) return { refusal: await countFailure(tx, conta.id, factor), email: conta.email };
    await endDesafio(tx, desafio.id);
    const { membro_id: membroId, convite_id: conviteId } = desafio;
    const email_confirmado_em = conviteId
      ? await entrarNaOrganizacao(tx, conviteId, membroId, conta, chegada)
      : conta.email_confirmado_em;
    return abrirSessao(tx, membroId, { ...conta, email_confirmado_em }, chegada.source);
  });
  if ('token' in result) return result;
  await recordRefusal(deps, 'SEGUNDO_FATOR_RECUSADO', result.email, known.organizacao_id, chegada);
  throw result.refusal;
}
