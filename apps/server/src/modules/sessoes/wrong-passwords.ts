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
  /** Aborted when the process stops: delayed responses are then not waited for. */
  readonly stopping: AbortSignal;
}

/** How long to delay the response to an attempt, by the number of consecutive wrong ones before it. */
export function slowDown(failures: number): number {
  const over = failures - PASSWORD_FREE_FAILURES;
  return over < 0 ? 0 : Math.min(PASSWORD_SLOW_MAX_MS, PASSWORD_SLOW_MIN_MS * 2 ** over);
}

/** Attempts currently delayed by this process, by account. */
const waiting = new Map<string, number>();

/**
 * Whether a password is the account's. After five consecutive wrong ones the response, even to a correct password,
 * takes a second, then two, up to a minute, whatever addresses the attempts come from; an e-mail without an account is
 * treated alike.
 * @param stored the hash to verify against; without an account, one that no password matches
 * @throws 429 LIMITE_EXCEDIDO if ten attempts for the account are already waiting; Unavailable when the process stops
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
    // Not this attempt's own delay: attempts that arrive together may get here in another order than they were counted in.
    const headers = { 'retry-after': String(PASSWORD_SLOW_MAX_MS / 1000) };
    throw new Problem('429 LIMITE_EXCEDIDO', rule('manyPasswords'), { headers });
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
