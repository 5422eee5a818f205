import { sha256 } from '../../core/chain.ts';
import type { Secrets } from '../../core/ports.ts';

/** Tokens of visitors' requests, an HMAC of the request's id: the job that mails one recomputes it, its hash is stored. */
export interface FormRequestTokens {
  newId(): string;
  knows(id: string): boolean;
  hashOf(token: string): Buffer;
  tokenOf(id: string): string;
  /** The address in the message: `{public_url}/formulario/confirmar/{token}`. */
  urlOf(id: string): string;
}

export function createFormRequestTokens(secrets: Secrets, publicUrl: string): FormRequestTokens {
  const tokens = secrets.derivation('pedido-de-formulario');
  const tokenOf = (id: string) => tokens.of(id).toString('base64url');
  return {
    newId: tokens.newId,
    knows: tokens.knows,
    hashOf: sha256,
    tokenOf,
    urlOf: (id) => `${publicUrl}/formulario/confirmar/${tokenOf(id)}`,
  };
}
