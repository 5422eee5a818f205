import type { Handlers } from '../../core/call.ts';
import { found } from '../../core/problem.ts';
import { presentOrganizacao } from './present.ts';
import { findOrganizacao } from './store.ts';

/** GET /organizacao: the cheapest authenticated call, which an integration uses to try its credential. */
export function organizacaoHandlers(): Handlers<'obterOrganizacao'> {
  return {
    obterOrganizacao: async (call) => ({
      body: presentOrganizacao(found(await call.read(findOrganizacao))),
    }),
  };
}
