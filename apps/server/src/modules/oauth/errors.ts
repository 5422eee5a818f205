import { type ErrorKey, type Rule, rule } from '@rubrica/contract';
import { Problem } from '../../core/problem.ts';

/** The errors of the token endpoint (RFC 6749, 5.2). */
export type TokenError =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'invalid_scope';

/** A refusal by the token endpoint; http/oauth.ts writes it in the format of RFC 6749. */
export function refusal(error: TokenError, said: Rule): Problem {
  const key: ErrorKey = error === 'invalid_client' ? '401 CREDENCIAL_INVALIDA' : '400 ENTRADA_INVALIDA';
  return new Problem(key, said, { extra: { error } });
}

/** The same answer for every reason why a code is not accepted, so that trying reveals nothing. */
export const codeRefused = () => refusal('invalid_grant', rule('oauthCodeSpent'));

export const refreshRefused = () => refusal('invalid_grant', rule('oauthRefreshSpent'));
