import { createMailedTokens, type MailedTokens } from '../../core/mailed-tokens.ts';
import type { Secrets } from '../../core/ports.ts';
import type { Sql } from '../../core/sql.ts';
import { brCode, type PixReceiver } from './pix.ts';
import { statusOf } from './present.ts';
import { findPayableFatura, type PayableFatura } from './store.ts';

/** Tokens of invoices' payment pages. @param publicUrl `{public_url}` */
export const createPaymentTokens = (secrets: Pick<Secrets, 'derivation'>, publicUrl: string): MailedTokens =>
  createMailedTokens(secrets, 'pagamento-de-fatura', `${publicUrl}/pagar`);

/** The content of a payment page. */
export interface Pagamento extends PayableFatura {
  readonly status: ReturnType<typeof statusOf>;
  /** To scan or copy; null once it is paid, or if no key is configured. */
  readonly brCode: string | null;
}

/** Like every page token: 32 bytes in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** The invoice a token identifies; null for any other text. Outside every scope. */
export async function readPayment(
  sql: Sql,
  tokens: MailedTokens,
  pix: PixReceiver | null,
  token: string,
  now: Date,
): Promise<Pagamento | null> {
  const fatura = TOKEN.test(token) ? await findPayableFatura(sql, tokens.hashOf(token)) : undefined;
  if (!fatura) return null;
  const status = statusOf(fatura, now);
  const owed = status !== 'PAGA' && pix !== null;
  return { ...fatura, status, brCode: owed ? brCode(pix, fatura.total_centavos, txidOf(fatura.numero)) : null };
}

/** The invoice's number without its dash, so that a bank statement shows what was paid. */
const txidOf = (numero: string) => numero.replaceAll('-', '');
