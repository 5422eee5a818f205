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
  /** Whether the token of this row, of which the hash is stored, can still be told: its master key may be gone. */
  tells(id: string, hash: Buffer): boolean;
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
  const hashOf = (token: string) => createHash('sha256').update(token).digest();
  return {
    newId: derivation.newId,
    tokenOf,
    hashOf,
    tells: (id, hash) => derivation.knows(id) && hashOf(tokenOf(id)).equals(hash),
    urlOf: (id) => `${page}/${tokenOf(id)}`,
  };
}
