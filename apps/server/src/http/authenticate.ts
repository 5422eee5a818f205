import { timingSafeEqual } from 'node:crypto';
import { type Ambiente, type EscopoChave, type Papel, type Rule, rule, SESSION_IDLE_MS } from '@rubrica/contract';
import type { FastifyRequest } from 'fastify';
import { EDITING_SCOPES, type MemberActor } from '../core/actor.ts';
import { createBatch } from '../core/batch.ts';
import { sha256 } from '../core/chain.ts';
import { notFound, Problem } from '../core/problem.ts';
import type { Position } from '../core/replicas.ts';
import type { Row } from '../core/row.ts';
import { accountScopeOf, scopeOf } from '../core/scope.ts';
import type { Database } from '../core/sql.ts';
import { createLastUse } from './last-use.ts';
import type { RequestState } from './state.ts';

export const SESSION_COOKIE = 'svc_sessao';
export const CSRF_HEADER = 'x-csrf-token';
/** Keys, tokens and secrets are recognised by their form anywhere in a query. */
const CREDENTIAL_IN_QUERY = /(^|\s)svc_(live|test|sessao|acesso|renovacao|cliente|edicao)_[A-Za-z0-9_-]{4,}/;
/** The scheme in any letter case (RFC 9110, 11.1); a credential without it is none. */
const BEARER = /^Bearer +(.*)$/i;
const KEY = /^svc_(live|test)_([A-Za-z0-9]{4,32})\.([A-Za-z0-9_-]{20,128})$/;
const EDITING_TOKEN = /^svc_edicao_[A-Za-z0-9_-]{43}$/;
const ACCESS_TOKEN = /^svc_acesso_[A-Za-z0-9_-]{43}$/;
/** Last use is recorded at most this often; a write per request would cost more than the request. */
const TOUCH_EVERY_MS = 60_000;

/**
 * One lookup is in progress while the next collects keys; a batch of the most takes a few milliseconds. Fewer than what is
 * enough would cost a key noticeably more.
 */
const LOOKUPS = { atOnce: 2, most: 100, enough: 8 };

const unauthenticated = (said: Rule) =>
  new Problem('401 NAO_AUTENTICADO', said, {
    headers: { 'www-authenticate': 'Bearer realm="rubrica"' },
  });

const CHALLENGE = 'Bearer realm="rubrica", error="invalid_token"';

const invalidCredential = (said: Rule = rule('credentialInvalid')) =>
  new Problem('401 CREDENCIAL_INVALIDA', said, {
    headers: { 'www-authenticate': CHALLENGE },
  });

/** For a credential of the other environment, whether its form or a lookup shows that: says where it belongs. */
const ofOtherEnvironment = (ambiente: Ambiente, roots: Roots) =>
  new Problem(
    '401 CREDENCIAL_INVALIDA',
    rule(ambiente === 'TESTE' ? 'credentialOfTests' : 'credentialOfProduction', { raiz: roots[ambiente] }),
    { headers: { 'www-authenticate': CHALLENGE } },
  );

const dueForTouch = (last: Date | null, now: Date) => !last || now.getTime() - last.getTime() > TOUCH_EVERY_MS;

/** @throws 401 if any part of the query is a credential, even a valid one: URLs end up in logs and histories. */
export function refuseCredentialInQuery(request: FastifyRequest): void {
  const query = request.url.split('?', 2)[1];
  if (!query) return;
  for (const pair of new URLSearchParams(query)) {
    // `?svc_live_…` is a name without a value.
    if (pair.some((text) => CREDENTIAL_IN_QUERY.test(text))) {
      throw unauthenticated(rule('credentialInUrl'));
    }
  }
}

/** A caller's standing. */
type StandingRow = Seen &
  Row<
    'acesso.quem_chama_por_chave',
    {
      suspensa: boolean;
      confirmado: boolean;
    }
  >;

/** Where the primary stood at the lookup, if there are replicas. */
interface Seen {
  readonly posicao_wal?: Position;
}

/** What a lookup of the caller also tells. */
const standOf = (state: RequestState, { posicao_wal: seen, ...row }: StandingRow): void => {
  state.standing = standingOf(row);
  if (seen !== undefined) state.seen = seen;
};

interface WantedKey {
  readonly prefix: string;
  readonly documentoId: string | null;
}

type KeyRow = StandingRow &
  Row<
    'acesso.quem_chama_por_chave',
    {
      /** The position among keys looked up together, from 1. */
      posicao: number;
      id: string;
      organizacao_id: string;
      ambiente: Ambiente;
      nome: string;
      segredo_hash: Buffer;
      escopos: EscopoChave[];
      membro_id: string;
      usuario_id: string;
      papel: Papel;
      ultimo_uso_em: Date | null;
      revogada: boolean;
      /** Of the document requested with the key; null if its scope has no such document. */
      revisao: number | null;
    }
  >;

type SessionRow = StandingRow &
  Row<
    'acesso.quem_chama_por_sessao',
    {
      id: string;
      organizacao_id: string;
      membro_id: string;
      usuario_id: string;
      nome: string;
      papel: Papel;
      estado: string;
      csrf_hash: Buffer;
      usada_em: Date;
      expira_em: Date;
      encerrada: boolean;
    }
  >;

type GrantRow = StandingRow &
  Row<
    'acesso.quem_chama_por_acesso',
    {
      concessao_id: string;
      organizacao_id: string;
      ambiente: Ambiente;
      nome: string;
      client_id: string;
      escopos: EscopoChave[];
      membro_id: string;
      usuario_id: string;
      papel: Papel;
      ultimo_uso_em: Date | null;
    }
  >;

type EditingRow = StandingRow &
  Row<
    'acesso.quem_edita',
    {
      id: string;
      organizacao_id: string;
      ambiente: Ambiente;
      documento_id: string;
      origem: string;
      nome: string;
      membro_id: string;
      usuario_id: string;
      papel: Papel;
    }
  >;

/** Roots of the API, by environment. */
export type Roots = Readonly<Record<Ambiente, string>>;

export type Authenticate = (request: FastifyRequest, state: RequestState) => Promise<void>;

/** What is needed to look up callers. */
interface Lookups {
  readonly db: Database;
  readonly findKey: ReturnType<typeof createKeyFinder>;
  readonly lastUse: ReturnType<typeof createLastUse>;
  readonly onError: (error: unknown) => void;
  /** Whether OAuth access tokens are accepted where keys are. */
  readonly oauth: boolean;
  readonly roots: Roots;
}

/**
 * Authenticates the caller of an operation whose credential is an API key or a panel session, and opens the scope.
 * @param options.oauth whether OAuth access tokens are accepted where keys are (OAUTH_ENABLED)
 * @param options.roots where a credential of the other environment belongs
 */
export function createAuthenticate(
  db: Database,
  onError: (error: unknown) => void,
  { oauth = false, roots }: { oauth?: boolean; roots: Roots },
): Authenticate {
  const lookups = { db, findKey: createKeyFinder(db), lastUse: createLastUse(db, onError), onError, oauth, roots };
  return async (request, state) => {
    const { credential, account, host } = state.operation;
    const header = request.headers.authorization;
    const cookie = request.cookies[SESSION_COOKIE];
    if (credential === 'session' && header !== undefined) {
      // Other operations tell a key that it is the wrong kind of credential; the way into a person's own account does
      // not accept keys at all.
      if (account === 'entry') throw invalidCredential();
      return withBearer(lookups, header, request, state);
    }
    if (credential === 'anonymous' && header !== undefined && account === 'entry') throw invalidCredential();
    if (host === 'auth' && cookie !== undefined) {
      // The consent page itself tells a person without a session how to get one.
      return withSession(lookups, cookie, state).catch((error) => {
        if (!(error instanceof Problem) || error.status !== 401) throw error;
      });
    }
    if (credential !== 'api' && credential !== 'session') return;
    if (header !== undefined) return withBearer(lookups, header, request, state);
    if (cookie !== undefined) return withSession(lookups, cookie, state);
    throw unauthenticated(rule('apiKeyNeeded'));
  };
}

/** Finds the key and, when a single document is read, its revision in the same round trip. */
const createKeyFinder = (db: Database) =>
  createBatch<WantedKey, KeyRow | undefined>(async (wanted) => {
    const rows = await db.look(
      (sql) => sql<KeyRow[]>`
        select *${db.position(sql)}
          from acesso.quem_chama_por_chave(${wanted.map(({ prefix }) => prefix)}, ${wanted.map(({ documentoId }) => documentoId)})`,
    );
    const found = new Array<KeyRow | undefined>(wanted.length);
    for (const row of rows) found[row.posicao - 1] = row;
    return found;
  }, LOOKUPS);

function withBearer(lookups: Lookups, header: string, request: FastifyRequest, state: RequestState): Promise<void> {
  const value = BEARER.exec(header)?.[1];
  if (value === undefined) throw invalidCredential(rule('bearerMissing'));
  if (lookups.oauth && ACCESS_TOKEN.test(value)) return withAccessToken(lookups, value, state);
  if (EDITING_TOKEN.test(value)) return withEditing(lookups, value, request, state);
  return withKey(lookups, value, state, readDocument(request, state));
}

/**
 * The field editor inside another page acts for the credential that asked for it, about its draft alone.
 * @throws 401 once it is over, 403 for any operation that is not the editor's, 404 for any other document
 */
async function withEditing({ db, roots }: Lookups, token: string, request: FastifyRequest, state: RequestState) {
  const [row] = await db.look(
    (sql) => sql<EditingRow[]>`
    select *${db.position(sql)} from acesso.quem_edita(${sha256(token)}, ${state.startedAt})`,
  );
  if (!row) throw invalidCredential();
  if (row.ambiente !== state.ambiente) throw ofOtherEnvironment(row.ambiente, roots);
  if (!state.operation.edits) throw new Problem('403 ESCOPO_INSUFICIENTE', rule('editorOnly'));
  const { documentoId } = request.params as { documentoId?: string };
  if (documentoId?.toLowerCase() !== row.documento_id) throw notFound();
  state.actor = {
    tipo: 'CHAVE_API',
    credencialId: row.id,
    nome: `${row.nome} (editor em ${row.origem})`,
    membroId: row.membro_id,
    usuarioId: row.usuario_id,
    papel: row.papel,
    escopos: EDITING_SCOPES,
    edits: true,
  };
  standOf(state, row);
  state.scope = scopeOf(row.organizacao_id, row.ambiente);
}

async function withAccessToken({ db, onError, roots }: Lookups, token: string, state: RequestState): Promise<void> {
  const [grant] = await db.look(
    (sql) => sql<GrantRow[]>`
    select *${db.position(sql)} from acesso.quem_chama_por_acesso(${sha256(token)}, ${state.startedAt})`,
  );
  if (!grant) throw invalidCredential();
  if (grant.ambiente !== state.ambiente) throw ofOtherEnvironment(grant.ambiente, roots);
  state.actor = {
    tipo: 'CHAVE_API',
    // The grant, not the token: all its tokens share one limit.
    credencialId: grant.concessao_id,
    nome: `${grant.nome} (${grant.client_id})`,
    membroId: grant.membro_id,
    usuarioId: grant.usuario_id,
    papel: grant.papel,
    escopos: grant.escopos,
  };
  standOf(state, grant);
  state.scope = scopeOf(grant.organizacao_id, grant.ambiente);
  if (dueForTouch(grant.ultimo_uso_em, state.startedAt)) {
    const { concessao_id: id } = grant;
    db.sql`select acesso.concessao_oauth_usada(${id}, ${state.startedAt}, ${state.source.ip})`.catch(onError);
  }
}

async function withKey(
  { findKey, lastUse, roots }: Lookups,
  value: string,
  state: RequestState,
  documentoId: string | null,
): Promise<void> {
  const match = KEY.exec(value);
  if (!match) throw invalidCredential();
  const [, kind, prefix = '', secret = ''] = match;
  const ambiente: Ambiente = kind === 'live' ? 'PRODUCAO' : 'TESTE';
  // Decided from the key's text alone, so it does not reveal whether the key exists.
  if (state.ambiente !== ambiente) throw ofOtherEnvironment(ambiente, roots);
  const key = await findKey({ prefix: `svc_${kind}_${prefix}`, documentoId });
  // The comparison runs whether or not the key exists, so that both cases take the same time.
  const genuine = timingSafeEqual(sha256(secret), key?.segredo_hash ?? Buffer.alloc(32));
  if (!key || !genuine || key.revogada || key.ambiente !== ambiente) throw invalidCredential();
  state.actor = {
    tipo: 'CHAVE_API',
    credencialId: key.id,
    nome: `${key.nome} (svc_${kind}_${prefix})`,
    membroId: key.membro_id,
    usuarioId: key.usuario_id,
    papel: key.papel,
    escopos: key.escopos,
  };
  standOf(state, key);
  state.scope = scopeOf(key.organizacao_id, ambiente);
  if (documentoId !== null) state.revision = key.revisao;
  if (dueForTouch(key.ultimo_uso_em, state.startedAt)) {
    lastUse.keyUsed(key.id, state.startedAt, state.source.ip);
  }
}

async function withSession({ db, onError }: Lookups, token: string, state: RequestState): Promise<void> {
  const [session] = await db.look(
    (sql) => sql<SessionRow[]>`select *${db.position(sql)} from acesso.quem_chama_por_sessao(${sha256(token)})`,
  );
  const now = state.startedAt.getTime();
  if (
    !session ||
    session.encerrada ||
    session.estado !== 'ATIVO' ||
    session.expira_em.getTime() <= now ||
    now - session.usada_em.getTime() > SESSION_IDLE_MS
  ) {
    throw invalidCredential();
  }
  state.csrfHash = session.csrf_hash;
  state.actor = {
    tipo: 'USUARIO',
    credencialId: session.id,
    nome: session.nome,
    membroId: session.membro_id,
    usuarioId: session.usuario_id,
    papel: session.papel,
    escopos: null,
  } satisfies MemberActor;
  standOf(state, session);
  const { organizacao_id: organizacaoId, usuario_id: usuarioId } = session;
  // Only a person's own account reaches beyond the session's organization.
  state.scope = state.operation.account
    ? accountScopeOf(usuarioId, organizacaoId, state.ambiente)
    : scopeOf(organizacaoId, state.ambiente);
  if (now - session.usada_em.getTime() > TOUCH_EVERY_MS) {
    db.sql`select acesso.sessao_usada(${session.id}, ${state.startedAt})`.catch(onError);
  }
}

const standingOf = ({ suspensa, confirmado }: StandingRow) => ({ suspended: suspensa, confirmed: confirmado });

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The document's id, if the request only reads that document in full. */
function readDocument(request: FastifyRequest, { operation }: RequestState): string | null {
  if (operation.preload !== 'documento') return null;
  const { documentoId } = request.params as { documentoId: string };
  return UUID.test(documentoId) ? documentoId : null;
}

/**
 * Checks on an authenticated caller. They come after the rate limit, so that guesses are counted.
 * @throws 403 TOKEN_INVALIDO for a change by session without its CSRF token, 403 PAPEL_INSUFICIENTE for a key where
 * only a session is accepted
 */
export function checkCredentialKind(request: FastifyRequest, state: RequestState): void {
  if (state.operation.credential === 'session' && state.actor?.tipo === 'CHAVE_API') {
    throw new Problem('403 PAPEL_INSUFICIENTE', rule('keysInPanel'));
  }
  if (state.csrfHash && request.method !== 'GET') checkCsrf(request, state.csrfHash);
}

function checkCsrf(request: FastifyRequest, expected: Buffer): void {
  const header = request.headers[CSRF_HEADER];
  if (typeof header !== 'string' || !timingSafeEqual(sha256(header), expected)) {
    throw new Problem('403 TOKEN_INVALIDO', rule('csrf'));
  }
}
