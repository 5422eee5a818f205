import { createHash, createHmac } from 'node:crypto';
import type { Secrets } from './ports.ts';

/**
 * Tokens of links that travel by e-mail: an HMAC of a row's id under a key derived from the master key, so that the job
 * can have the token while the database holds its hash alone (ADR 0002).
 */
export interface MailedTokens {
  hashOf(token: string): Buffer;
  tokenOf(id: string): string;
  /** The page the e-mail leads to. */
  urlOf(id: string): string;
}

/**
 * @param purpose the word the key is derived by, one for each kind of token
 * @param page the address before the token, `{public_url}/painel/convite`
 */
export function createMailedTokens(secrets: Pick<Secrets, 'derive'>, purpose: string, page: string): MailedTokens {
  const key = secrets.derive(purpose);
  const tokenOf = (id: string) => createHmac('sha256', key).update(id).digest('base64url');
  return {
    tokenOf,
    hashOf: (token) => createHash('sha256').update(token).digest(),
    urlOf: (id) => `${page}/${tokenOf(id)}`,
  };
}
