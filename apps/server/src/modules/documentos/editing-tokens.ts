import type { Secrets } from '../../core/ports.ts';

/** Tokens of editors' sessions, an HMAC of the session's id: whoever lost the answer gets the same again. */
export interface EditingTokens {
  newId(): string;
  knows(id: string): boolean;
  tokenOf(id: string): string;
}

export function createEditingTokens(secrets: Secrets): EditingTokens {
  const tokens = secrets.derivation('edicao');
  return {
    newId: tokens.newId,
    knows: tokens.knows,
    tokenOf: (id) => `svc_edicao_${tokens.of(id).toString('base64url')}`,
  };
}
