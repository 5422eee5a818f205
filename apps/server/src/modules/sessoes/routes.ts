import type { MemberActor, Source } from '../../core/actor.ts';
import type { Handlers } from '../../core/call.ts';
import type { Cursors } from '../../core/cursor.ts';
import { pageOf } from '../../core/page.ts';
import type { Geo } from '../../core/ports.ts';
import { found } from '../../core/problem.ts';
import { aceitarConvite, type ConviteDeps, obterConvite } from './aceitar.ts';
import { type CadastrarDeps, cadastrar } from './cadastrar.ts';
import { confirmarEmail, reenviarConfirmacao } from './confirmar-email.ts';
import { recuperarSegundoFator, responderDesafio } from './desafio.ts';
import { type Arrival, entrar, type SessaoAberta } from './entrar.ts';
import { presentSessao } from './present.ts';
import { provePassword } from './proofs.ts';
import { type RecuperarDeps, recuperarSenha, redefinirSenha } from './recuperar.ts';
import { renovarSessao } from './renovar.ts';
import { confirmarSegundoFator, desativarSegundoFator, iniciarSegundoFator } from './segundo-fator.ts';
import { countSessoes, endOwnSessao, endOwnSessoes, endSessao, listSessoes } from './store.ts';
import { type CookieOptions, clearedSessionCookie, sessionCookie } from './tokens.ts';

export interface SessoesDeps extends CadastrarDeps, ConviteDeps, RecuperarDeps {
  readonly cursors: Cursors;
  /** Locates addresses, for the list of sessions. */
  readonly geo: Geo;
  readonly cookie: CookieOptions;
}

type SessoesPart = 'listarSessoes' | 'renovarSessao' | 'encerrarSessoes' | 'encerrarSessao' | 'sair';
type EntryPart =
  | 'cadastrar'
  | 'entrar'
  | 'responderDesafio'
  | 'recuperarSegundoFator'
  | 'obterConvite'
  | 'aceitarConvite'
  | 'recuperarSenha'
  | 'redefinirSenha'
  | 'confirmarEmail';
type AccountPart =
  | 'reenviarConfirmacaoEmail'
  | 'iniciarSegundoFator'
  | 'confirmarSegundoFator'
  | 'desativarSegundoFator';

/** The operations of the panel's own session. */
export function sessoesHandlers(deps: SessoesDeps): Handlers<SessoesPart | EntryPart | AccountPart> {
  return { ...entryPart(deps), ...sessoesPart(deps), ...accountPart(deps) };
}

const arrivalOf = (call: { source: Source; requestId: string }): Arrival => ({
  source: call.source,
  requestId: call.requestId,
});

/** The response that hands over a session: cookie, CSRF token, and the session's location. */
function entering({ token, maxAgeSeconds, body }: SessaoAberta, deps: SessoesDeps) {
  return {
    body,
    headers: {
      location: `${deps.baseUrl}/sessoes/${body.sessao.id}`,
      'set-cookie': sessionCookie(token, maxAgeSeconds, deps.cookie),
      'x-csrf-token': body.csrfToken,
    },
  };
}

/** Ways to log in, for callers without a session. */
function entryPart(deps: SessoesDeps): Handlers<EntryPart> {
  return {
    cadastrar: (call) => cadastrar(deps, call, call.body),

    entrar: async (call) => entering(await entrar(deps, call.body, arrivalOf(call)), deps),

    responderDesafio: async (call) => entering(await responderDesafio(deps, call.body, arrivalOf(call)), deps),

    recuperarSegundoFator: async (call) =>
      entering(await recuperarSegundoFator(deps, call.body, arrivalOf(call)), deps),

    obterConvite: async (call) => ({ body: await obterConvite(deps, call.params.token) }),

    aceitarConvite: async (call) =>
      entering(await aceitarConvite(deps, call.params.token, call.body, arrivalOf(call)), deps),

    recuperarSenha: async (call) => {
      await recuperarSenha(deps, call.body);
      return { body: undefined };
    },

    redefinirSenha: async (call) => {
      await redefinirSenha(deps, call.body, arrivalOf(call));
      return { body: undefined };
    },

    confirmarEmail: async (call) => {
      await confirmarEmail(deps, call.body, arrivalOf(call));
      return { body: undefined };
    },
  };
}

/** What a session can do with itself and with the person's other sessions. */
function sessoesPart(deps: SessoesDeps): Handlers<SessoesPart> {
  const cleared = { 'set-cookie': clearedSessionCookie(deps.cookie) };
  const isCurrent = (actor: MemberActor, sessaoId: string) => actor.credencialId === sessaoId;
  return {
    listarSessoes: (call) =>
      call.read(async (tx) => {
        const { usuarioId, credencialId } = call.actor;
        const filters = { operacao: 'sessoes', usuarioId };
        const body = await pageOf(deps.cursors, tx.realNow, call.query, filters, {
          page: (after, limit) => listSessoes(tx, usuarioId, after, limit),
          total: () => countSessoes(tx, usuarioId),
          key: (row) => [row.criada_em.toISOString(), row.id],
          present: (row) => presentSessao(row, credencialId, row.ip === null ? null : deps.geo.locate(row.ip)),
        });
        return { body };
      }),

    // Without an Idempotency-Key, because the session that would retry the call ends with it.
    renovarSessao: async (call) =>
      entering(await renovarSessao(deps, call.scope, call.actor, call.body ?? {}, arrivalOf(call)), deps),

    encerrarSessoes: (call) =>
      call.write(async (tx) => {
        await endOwnSessoes(tx, call.actor.usuarioId);
        return { body: undefined, headers: cleared };
      }),

    encerrarSessao: (call) =>
      call.write(async (tx) => {
        const { sessaoId } = call.params;
        found(await endOwnSessao(tx, call.actor.usuarioId, sessaoId));
        return { body: undefined, headers: isCurrent(call.actor, sessaoId) ? cleared : {} };
      }),

    sair: (call) =>
      call.write(async (tx) => {
        await endSessao(tx, call.actor.credencialId);
        return { body: undefined, headers: cleared };
      }),
  };
}

/** The account's address and its second factor. */
function accountPart(deps: SessoesDeps): Handlers<AccountPart> {
  return {
    reenviarConfirmacaoEmail: (call) =>
      call.write(async (tx) => {
        await reenviarConfirmacao(tx, deps.confirmations, call.actor.usuarioId);
        return { body: undefined };
      }),

    iniciarSegundoFator: async (call) => {
      const proven = await provePassword(deps, call.scope, call.actor.usuarioId, call.body.senha, arrivalOf(call));
      return call.write(async (tx) => ({
        body: await iniciarSegundoFator(tx, deps.secrets, call.actor.usuarioId, proven),
      }));
    },

    confirmarSegundoFator: (call) =>
      call.write(async (tx) => ({
        body: await confirmarSegundoFator(tx, deps.secrets, call.actor, call.body, arrivalOf(call)),
      })),

    desativarSegundoFator: async (call) => {
      await desativarSegundoFator(deps, call.scope, call.actor.usuarioId, call.body, arrivalOf(call));
      return { body: undefined };
    },
  };
}
