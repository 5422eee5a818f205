import type { Handlers } from '../../core/call.ts';
import { emitirToken, type OAuthDeps } from './emitir.ts';

/** The token endpoint; the consent page is a page (http/consent-page.ts). */
export function oauthHandlers(deps: OAuthDeps): Handlers<'emitirTokenOAuth'> {
  return {
    emitirTokenOAuth: async ({ body: entrada, authorization, ambiente, source, requestId }) => ({
      body: await emitirToken(deps, { entrada, authorization, ambiente, source, requestId }),
      // RFC 6749, 5.1; `Cache-Control: no-store` goes with every answer.
      headers: { pragma: 'no-cache' },
    }),
  };
}
