import { createHash } from 'node:crypto';
import type { Secrets } from './ports.ts';

/**
 * Tokens of links that travel by e-mail: derived from a row's id (Secrets.derivation), so that the job can have the token
 * while the database holds its hash alone (ADR 0002).
 */
export interface MailedTokens {
  /** An id for a new row, which tells the master key that goes with it. */
  newId(): string;
  hashOf(token: string): Buffer;
  tokenOf(id: string): string;
  /** The page the e-mail leads to. */
  urlOf(id: string): string;
}

/**
 * @param purpose the word the key is derived by, one for each kind of token
 * @param page the address before the token, `{public_url}/painel/convite`
 */
export function createMailedTokens(secrets: Pick<Secrets, 'derivation'>, purpose: string, page: string): MailedTokens {
  const derivation = secrets.derivation(purpose);
  const tokenOf = (id: string) => derivation.of(id).toString('base64url');
  return {
    newId: derivation.newId,
    tokenOf,
    hashOf: (token) => createHash('sha256').update(token).digest(),
    urlOf: (id) => `${page}/${tokenOf(id)}`,
  };
}
