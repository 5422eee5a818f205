import { sha256 } from './chain.ts';
import type { Secrets } from './ports.ts';

/**
 * Tokens of links sent by e-mail: derived from a row's id (Secrets.derivation), so that the job can compute the token
 * while the database stores only its hash (ADR 0002).
 */
export interface MailedTokens {
  /** An id for a new row; it identifies the master key it belongs to. */
  newId(): string;
  hashOf(token: string): Buffer;
  tokenOf(id: string): string;
  /** Whether the token of this row, whose hash is stored, can still be computed: its master key may be gone. */
  tells(id: string, hash: Buffer): boolean;
  /** The page the link in the e-mail opens. */
  urlOf(id: string): string;
}

/**
 * @param purpose the key-derivation purpose, one for each kind of token
 * @param page the address before the token, `{public_url}/painel/convite`
 */
export function createMailedTokens(secrets: Pick<Secrets, 'derivation'>, purpose: string, page: string): MailedTokens {
  const derivation = secrets.derivation(purpose);
  const tokenOf = (id: string) => derivation.of(id).toString('base64url');
  return {
    newId: derivation.newId,
    tokenOf,
    hashOf: sha256,
    tells: (id, hash) => derivation.knows(id) && sha256(tokenOf(id)).equals(hash),
    urlOf: (id) => `${page}/${tokenOf(id)}`,
  };
}
