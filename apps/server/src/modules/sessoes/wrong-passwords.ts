import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  PASSWORD_FAILURES_KEPT_MS,
  PASSWORD_FREE_FAILURES,
  PASSWORD_SLOW_MAX_MS,
  PASSWORD_SLOW_MIN_MS,
  PASSWORDS_WAITING,
  rule,
} from '@rubrica/contract';
import type { Clock } from '../../core/clock.ts';
import { type Secrets, Unavailable } from '../../core/ports.ts';
import { Problem } from '../../core/problem.ts';
import type { Database } from '../../core/sql.ts';
import { verifyPassword } from './senha.ts';

export interface PasswordDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, 'derive'>;
  /** Aborted when the process stops: what is held back then is not waited for. */
  readonly stopping: AbortSignal;
}

/** How long the answer to an attempt is held back, by how many wrong ones went before it in a row. */
export function slowDown(failures: number): number {
  const over = failures - PASSWORD_FREE_FAILURES;
  return over < 0 ? 0 : Math.min(PASSWORD_SLOW_MAX_MS, PASSWORD_SLOW_MIN_MS * 2 ** over);
}

/** Attempts that this process holds back, by account. */
const waiting = new Map<string, number>();

/**
 * Whether a password is the account's. After five wrong ones in a row the answer, a right one's too, takes a second,
 * then two, up to a minute, whatever addresses they come from; an address without an account is treated alike.
 * @param stored the hash to verify against; for no account, one that no password gives
 * @throws 429 LIMITE_EXCEDIDO where ten attempts for the account wait already; Unavailable when the process stops
 */
export async function isRightPassword(
  { db, clock, secrets, stopping }: PasswordDeps,
  email: string,
  senha: string,
  stored: string,
): Promise<boolean> {
  const account = createHmac('sha256', secrets.derive('senhas-erradas')).update(email.toLowerCase()).digest();
  const now = clock.now();
  const since = new Date(now.getTime() - PASSWORD_FAILURES_KEPT_MS);
  const [row] = await db.sql<
    { earlier: number }[]
  >`select acesso.senha_tentada(${account}, ${now}, ${since}) as earlier`;
  await holdBack(account.toString('hex'), slowDown(row?.earlier ?? 0), stopping);
  if (!(await verifyPassword(senha, stored))) return false;
  await db.sql`select acesso.senha_certa(${account})`;
  return true;
}

async function holdBack(account: string, ms: number, signal: AbortSignal): Promise<void> {
  if (ms === 0) return;
  const others = waiting.get(account) ?? 0;
  if (others >= PASSWORDS_WAITING) {
    throw new Problem('429 LIMITE_EXCEDIDO', rule('manyPasswords'), {
      headers: { 'retry-after': String(Math.ceil(ms / 1000)) },
    });
  }
  waiting.set(account, others + 1);
  try {
    await pause(ms, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new Unavailable('the process stops');
  } finally {
    const left = (waiting.get(account) ?? 1) - 1;
    if (left > 0) waiting.set(account, left);
    else waiting.delete(account);
  }
}
