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
import { type Chegada, entrar, type SessaoAberta } from './entrar.ts';
import { presentSessao } from './present.ts';
import { type RecuperarDeps, recuperarSenha, redefinirSenha } from './recuperar.ts';
import { renovarSessao } from './renovar.ts';
import { confirmarSegundoFator, desativarSegundoFator, iniciarSegundoFator, provePassword } from './segundo-fator.ts';
import { countSessoes, endSessao, endSessaoPropria, endSessoesProprias, listSessoes } from './store.ts';
import { type CookieOptions, clearedSessionCookie, sessionCookie } from './tokens.ts';

export interface SessoesDeps extends CadastrarDeps, ConviteDeps, RecuperarDeps {
  readonly cursors: Cursors;
  /** Where an address is, for the list of sessions. */
  readonly geo: Geo;
  readonly cookie: CookieOptions;
}

type Sessoes = 'listarSessoes' | 'renovarSessao' | 'encerrarSessoes' | 'encerrarSessao' | 'sair';
type Acesso =
  | 'cadastrar'
  | 'entrar'
  | 'responderDesafio'
  | 'recuperarSegundoFator'
  | 'obterConvite'
  | 'aceitarConvite'
  | 'recuperarSenha'
  | 'redefinirSenha'
  | 'confirmarEmail';
type Conta = 'reenviarConfirmacaoEmail' | 'iniciarSegundoFator' | 'confirmarSegundoFator' | 'desativarSegundoFator';

/** The routes of the panel's own session. */
export function sessoesHandlers(deps: SessoesDeps): Handlers<Sessoes | Acesso | Conta> {
  return { ...acesso(deps), ...sessoes(deps), ...conta(deps) };
}

const chegadaOf = (call: { source: Source; requestId: string }): Chegada => ({
  source: call.source,
  requestId: call.requestId,
});

/** The answer that hands a session over: cookie, CSRF token, and where the session is. */
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

/** Ways in, for whoever has no session yet. */
function acesso(deps: SessoesDeps): Handlers<Acesso> {
  return {
    cadastrar: (call) => cadastrar(deps, call, call.body),

    entrar: async (call) => entering(await entrar(deps, call.body, chegadaOf(call)), deps),

    responderDesafio: async (call) => entering(await responderDesafio(deps, call.body, chegadaOf(call)), deps),

    recuperarSegundoFator: async (call) =>
      entering(await recuperarSegundoFator(deps, call.body, chegadaOf(call)), deps),

    obterConvite: async (call) => ({ body: await obterConvite(deps, call.params.token) }),

    aceitarConvite: async (call) =>
      entering(await aceitarConvite(deps, call.params.token, call.body, chegadaOf(call)), deps),

    recuperarSenha: async (call) => {
      await recuperarSenha(deps, call.body);
      return { body: undefined };
    },

    redefinirSenha: async (call) => {
      await redefinirSenha(deps, call.body, chegadaOf(call));
      return { body: undefined };
    },

    confirmarEmail: async (call) => {
      await confirmarEmail(deps, call.body, chegadaOf(call));
      return { body: undefined };
    },
  };
}

/** What a session may do with itself and with the person's other sessions. */
function sessoes(deps: SessoesDeps): Handlers<Sessoes> {
  const cleared = { 'set-cookie': clearedSessionCookie(deps.cookie) };
  const isCurrent = (actor: MemberActor, sessaoId: string) => actor.credencialId === sessaoId.toLowerCase();
  return {
    listarSessoes: (call) =>
      call.read(async (tx) => {
        const { usuarioId, credencialId } = call.actor;
        const filters = { operacao: 'sessoes', usuarioId };
        const body = await pageOf(deps.cursors, tx.now, call.query, filters, {
          page: (after, limit) => listSessoes(tx, usuarioId, after, limit),
          total: () => countSessoes(tx, usuarioId),
          key: (row) => [row.criada_em.toISOString(), row.id],
          present: (row) => presentSessao(row, credencialId, row.ip === null ? null : deps.geo.locate(row.ip)),
        });
        return { body };
      }),

    // Without an Idempotency-Key: the session that would repeat the call ends with it.
    renovarSessao: async (call) =>
      entering(await renovarSessao(deps, call.scope, call.actor, call.body ?? {}, chegadaOf(call)), deps),

    encerrarSessoes: (call) =>
      call.write(async (tx) => {
        await endSessoesProprias(tx, call.actor.usuarioId);
        return { body: undefined, headers: cleared };
      }),

    encerrarSessao: (call) =>
      call.write(async (tx) => {
        const { sessaoId } = call.params;
        found(await endSessaoPropria(tx, call.actor.usuarioId, sessaoId));
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
function conta(deps: SessoesDeps): Handlers<Conta> {
  return {
    reenviarConfirmacaoEmail: (call) =>
      call.write(async (tx) => {
        await reenviarConfirmacao(tx, deps.confirmations, call.actor.usuarioId);
        return { body: undefined };
      }),

    iniciarSegundoFator: async (call) => {
      const proven = await provePassword(deps, call.scope, call.actor.usuarioId, call.body.senha, chegadaOf(call));
      return call.write(async (tx) => ({
        body: await iniciarSegundoFator(tx, deps.secrets, call.actor.usuarioId, proven),
      }));
    },

    confirmarSegundoFator: (call) =>
      call.write(async (tx) => ({
        body: await confirmarSegundoFator(tx, deps.secrets, call.actor, call.body, chegadaOf(call)),
      })),

    desativarSegundoFator: async (call) => {
      await desativarSegundoFator(deps, call.scope, call.actor.usuarioId, call.body, chegadaOf(call));
      return { body: undefined };
    },
  };
}
