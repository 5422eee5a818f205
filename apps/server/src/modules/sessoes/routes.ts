import type { Handlers } from '../../core/call.ts';
import type { Cursors } from '../../core/cursor.ts';
import { pageOf } from '../../core/page.ts';
import { type CadastrarDeps, cadastrar } from './cadastrar.ts';
import { type EntrarDeps, entrar } from './entrar.ts';
import { presentSessao } from './present.ts';
import { countSessoes, endSessao, listSessoes } from './store.ts';
import { type CookieOptions, clearedSessionCookie, sessionCookie } from './tokens.ts';

export interface SessoesDeps extends CadastrarDeps, EntrarDeps {
  readonly cursors: Cursors;
  readonly cookie: CookieOptions;
  /** `{base_url}`, for `Location`. */
  readonly baseUrl: string;
}

/** The panel's sign-up and sessions. */
export function sessoesHandlers(deps: SessoesDeps): Handlers<'cadastrar' | 'entrar' | 'listarSessoes' | 'sair'> {
  return {
    cadastrar: async (call) => ({
      body: await cadastrar(deps, call.body),
      headers: { location: `${deps.baseUrl}/organizacao` },
    }),

    entrar: async (call) => {
      const { token, body } = await entrar(deps, call.body, { source: call.source, requestId: call.requestId });
      return {
        body,
        headers: {
          location: `${deps.baseUrl}/sessoes/${body.sessao.id}`,
          'set-cookie': sessionCookie(token, deps.cookie),
          'x-csrf-token': body.csrfToken,
        },
      };
    },

    listarSessoes: (call) =>
      call.read(async (tx) => {
        const { usuarioId, credencialId } = call.actor;
        const body = await pageOf(
          deps.cursors,
          tx.now,
          call.query,
          { operacao: 'sessoes', usuarioId },
          {
            page: (after, limit) => listSessoes(tx, usuarioId, after, limit),
            total: () => countSessoes(tx, usuarioId),
            key: (row) => [row.criada_em.toISOString(), row.id],
            present: (row) => presentSessao(row, credencialId),
          },
        );
        return { body };
      }),

    sair: (call) =>
      call.write(async (tx) => {
        await endSessao(tx, call.actor.credencialId);
        return { body: undefined, headers: { 'set-cookie': clearedSessionCookie(deps.cookie) } };
      }),
  };
}
