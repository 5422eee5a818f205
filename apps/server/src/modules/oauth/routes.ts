import type { Handlers } from '../../core/call.ts';
import type { Cursors } from '../../core/cursor.ts';
import { pageOf } from '../../core/page.ts';
import { encerrarConcessao, presentConcessao } from './grants.ts';
import { issueToken, type OAuthDeps } from './issue.ts';
import { countConcessoes, listConcessoes } from './store.ts';

/** The token endpoint, and the owner's view of grants; the consent page is in http/consent-page.ts. */
export function oauthHandlers(
  deps: OAuthDeps & { readonly cursors: Cursors },
): Handlers<'emitirTokenOAuth' | 'listarConcessoesOAuth' | 'encerrarConcessaoOAuth'> {
  return {
    emitirTokenOAuth: async ({ body: entrada, authorization, ambiente, source, requestId }) => ({
      body: await issueToken(deps, { entrada, authorization, ambiente, source, requestId }),
      // RFC 6749, 5.1; `Cache-Control: no-store` is in every response.
      headers: { pragma: 'no-cache' },
    }),

    listarConcessoesOAuth: (call) =>
      call.read(async (tx) => {
        const { organizacaoId, ambiente } = tx.scope;
        const filters = { listagem: 'concessoes-oauth', organizacaoId, ambiente };
        const body = await pageOf(deps.cursors, tx.realNow, call.query, filters, {
          page: (after, limit) => listConcessoes(tx, after, limit),
          total: () => countConcessoes(tx),
          key: (row) => [row.criada_em.toISOString(), row.id],
          present: presentConcessao,
        });
        return { body };
      }),

    encerrarConcessaoOAuth: (call) =>
      call.write(async (tx) => {
        const { actor, requestId, source } = call;
        const request = { actor, requestId, ip: source.ip };
        await encerrarConcessao(tx, call.params.concessaoId, request, () => call.authorize());
        return { body: undefined };
      }),
  };
}
