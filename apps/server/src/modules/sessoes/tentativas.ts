import { FACTOR_MAX_FAILURES, FACTOR_REST_MS, rule } from '@rubrica/contract';
import { Problem } from '../../core/problem.ts';
import type { Tx } from '../../core/sql.ts';
import { addFailure, type Factor, type OwnAccountRow, restFactor } from './store-account.ts';

const resting = (until: Date, now: Date) =>
  new Problem('429 LIMITE_EXCEDIDO', rule('tooManyWrong'), {
    headers: { 'retry-after': String(Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))) },
  });

/** @throws 429 during a second factor's pause, whatever the answer */
export function refuseWhileResting(account: OwnAccountRow, factor: Factor, now: Date): void {
  const until = factor === 'TOTP' ? account.totp_descansa_ate : account.recuperacao_descansa_ate;
  if (until && until > now) throw resting(until, now);
}

/**
 * Counts a wrong answer and returns how to refuse it; the fifth in a row pauses the factor for 15 minutes. The count
 * must be committed, so the problem is returned, not thrown.
 */
export async function countFailure(tx: Tx, usuarioId: string, factor: Factor): Promise<Problem> {
  const failures = await addFailure(tx, usuarioId, factor);
  if (failures < FACTOR_MAX_FAILURES) return new Problem('401 CREDENCIAL_INVALIDA', rule('codeWrong'));
  const until = new Date(tx.realNow.getTime() + FACTOR_REST_MS);
  await restFactor(tx, usuarioId, factor, until);
  return resting(until, tx.realNow);
}
