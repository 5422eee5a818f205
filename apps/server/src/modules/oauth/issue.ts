import { randomUUID } from 'node:crypto';
import {
  type Ambiente,
  type EscopoChave,
  OAUTH_ACCESS_TTL_MS,
  OAUTH_REFRESH_TTL_MS,
  rule,
  type TokenEntrada,
  type TokenOAuth,
} from '@rubrica/contract';
import type { Source } from '../../core/actor.ts';
import { sha256 } from '../../core/chain.ts';
import type { Problem } from '../../core/problem.ts';
import { scopeOf } from '../../core/scope.ts';
import { recordSecurityEvent } from '../../core/security-events.ts';
import type { Database, Tx } from '../../core/sql.ts';
import { proveClient } from './client.ts';
import { codeRefused, refreshRefused, refusal } from './errors.ts';
import { escoposWithin } from './scopes.ts';
import { isVerifier, newAccess, newRefresh } from './secrets.ts';
import {
  type ClienteRow,
  type ConcessaoRow,
  findCredencial,
  findPlace,
  insertCredencial,
  lockConcessaoOf,
  lockOwnConcessao,
  revokeConcessao,
  spendCredencial,
} from './store.ts';

export interface OAuthDeps {
  readonly db: Database;
}

/** A call to the token endpoint. */
export interface TokenRequest {
  readonly entrada: TokenEntrada;
  readonly authorization: string | undefined;
  /** From the endpoint's path: `{base_url}` or `{base_url}/sandbox`. */
  readonly ambiente: Ambiente;
  readonly source: Source;
  readonly requestId: string;
}

/** A refusal may have to commit something first, such as the end of a grant whose code was used twice. */
type Outcome = { readonly token: TokenOAuth } | { readonly refusal: Problem };

/**
 * The token endpoint (RFC 6749, 4.1.3, 4.4 and 6).
 * @throws 400 or 401 with `error` of RFC 6749, 5.2
 */
export async function issueToken(deps: OAuthDeps, request: TokenRequest): Promise<TokenOAuth> {
  const { entrada, authorization, ambiente } = request;
  const cliente = await proveClient(deps.db.sql, entrada, authorization, ambiente);
  switch (entrada.grant_type) {
    case 'authorization_code':
      return exchangeCode(deps, cliente, request);
    case 'refresh_token':
      return renew(deps, cliente, request);
    case 'client_credentials':
      return issueToApplication(deps, cliente, entrada);
  }
}

/**
 * Exchanges a code, once. A second use means that the code leaked, so the tokens from the first are revoked too (RFC
 * 6749, 4.1.2).
 */
async function exchangeCode(deps: OAuthDeps, cliente: ClienteRow, request: TokenRequest): Promise<TokenOAuth> {
  const { code, redirect_uri: redirectUri, code_verifier: verifier } = request.entrada;
  if (code === undefined || redirectUri === undefined || verifier === undefined) {
    throw refusal('invalid_request', rule('oauthCodeParts'));
  }
  const hash = sha256(code);
  const place = await findPlace(deps.db.sql, hash, 'CODIGO');
  if (!place) throw codeRefused();

  const outcome = await deps.db.write(scopeOf(place.organizacao_id, place.ambiente), async (tx): Promise<Outcome> => {
    const concessao = await lockConcessaoOf(tx, hash, 'CODIGO');
    const codigo = await findCredencial(tx, hash);
    if (!concessao || !codigo || concessao.cliente_id !== cliente.id) return { refusal: codeRefused() };
    if (codigo.usada_em !== null) {
      await endForReuse(tx, concessao, cliente, 'CODIGO', request);
      return { refusal: codeRefused() };
    }
    const fits =
      concessao.revogada_em === null &&
      codigo.expira_em > tx.realNow &&
      codigo.redirect_uri === redirectUri &&
      isVerifier(verifier, codigo.desafio ?? '');
    if (!fits) return { refusal: codeRefused() };
    await spendCredencial(tx, hash);
    return { token: await issue(tx, concessao, concessao.escopos, { renewable: true }) };
  });
  return tokenOf(outcome);
}

/**
 * Renews with a refresh token, which the response replaces (RFC 9700, 4.14.2). A second use of one means that somebody
 * else has it: the whole grant is revoked. `scope` may narrow the new access token, but never widen it.
 */
async function renew(deps: OAuthDeps, cliente: ClienteRow, request: TokenRequest): Promise<TokenOAuth> {
  const { refresh_token: refresh, scope } = request.entrada;
  if (refresh === undefined) throw refusal('invalid_request', rule('oauthRefreshMissing'));
  const hash = sha256(refresh);
  const place = await findPlace(deps.db.sql, hash, 'RENOVACAO');
  if (!place) throw refreshRefused();

  const outcome = await deps.db.write(scopeOf(place.organizacao_id, place.ambiente), async (tx): Promise<Outcome> => {
    const concessao = await lockConcessaoOf(tx, hash, 'RENOVACAO');
    const spent = await findCredencial(tx, hash);
    if (!concessao || !spent || concessao.cliente_id !== cliente.id) return { refusal: refreshRefused() };
    if (concessao.revogada_em !== null) return { refusal: refreshRefused() };
    if (spent.usada_em !== null) {
      await endForReuse(tx, concessao, cliente, 'RENOVACAO', request);
      return { refusal: refreshRefused() };
    }
    if (spent.expira_em <= tx.realNow) return { refusal: refreshRefused() };
    const escopos = scope === undefined ? concessao.escopos : escoposWithin(scope, concessao.escopos);
    if (!escopos) return { refusal: refusal('invalid_scope', rule('oauthScopeConsented')) };
    await spendCredencial(tx, hash);
    return { token: await issue(tx, concessao, escopos, { renewable: true }) };
  });
  return tokenOf(outcome);
}

/** A token for the application itself, in the organization for which the operator registered it. */
async function issueToApplication(deps: OAuthDeps, cliente: ClienteRow, { scope }: TokenEntrada): Promise<TokenOAuth> {
  const { membro_id: membroId, organizacao_id: organizacaoId } = cliente;
  if (membroId === null || organizacaoId === null) {
    throw refusal('unauthorized_client', rule('oauthNoOrganization'));
  }
  const escopos = scope === undefined ? cliente.escopos : escoposWithin(scope, cliente.escopos);
  if (!escopos) throw refusal('invalid_scope', rule('oauthScopeRegistered'));

  return deps.db.write(scopeOf(organizacaoId, cliente.ambiente), async (tx) => {
    const grant = { id: randomUUID(), clienteId: cliente.id, membroId, escopos: cliente.escopos };
    const concessao = await lockOwnConcessao(tx, grant);
    if (concessao.revogada_em !== null) {
      throw refusal('unauthorized_client', rule('oauthRevoked'));
    }
    return issue(tx, concessao, escopos, { renewable: false });
  });
}

/** Stores the hashes of new tokens. Their values appear only in the response. */
async function issue(
  tx: Tx,
  { id: concessaoId, escopos: granted }: ConcessaoRow,
  escopos: readonly EscopoChave[],
  { renewable }: { renewable: boolean },
): Promise<TokenOAuth> {
  const access = newAccess();
  await insertCredencial(tx, {
    hash: access.hash,
    concessaoId,
    tipo: 'ACESSO',
    escopos,
    ttlMs: OAUTH_ACCESS_TTL_MS,
  });
  const refresh = renewable ? newRefresh() : null;
  if (refresh) {
    const ttlMs = OAUTH_REFRESH_TTL_MS;
    await insertCredencial(tx, {
      hash: refresh.hash,
      concessaoId,
      tipo: 'RENOVACAO',
      escopos: granted,
      ttlMs,
    });
  }
  return {
    access_token: access.valor,
    token_type: 'Bearer',
    expires_in: OAUTH_ACCESS_TTL_MS / 1000,
    ...(refresh ? { refresh_token: refresh.valor } : {}),
    scope: escopos.join(' '),
    organizacaoId: tx.scope.organizacaoId,
  };
}

async function endForReuse(
  tx: Tx,
  concessao: ConcessaoRow,
  cliente: ClienteRow,
  tipo: 'CODIGO' | 'RENOVACAO',
  { source, requestId }: TokenRequest,
): Promise<void> {
  if (concessao.revogada_em !== null) return;
  await revokeConcessao(tx, concessao.id, `${tipo}_REPETIDO`);
  await recordSecurityEvent(
    tx.sql,
    {
      tipo: 'OAUTH_CREDENCIAL_REPETIDA',
      organizacaoId: tx.scope.organizacaoId,
      requisicaoId: requestId,
      ip: source.ip,
      detalhe: { concessaoId: concessao.id, clientId: cliente.client_id, credencial: tipo },
    },
    tx.realNow,
  );
}

function tokenOf(outcome: Outcome): TokenOAuth {
  if ('refusal' in outcome) throw outcome.refusal;
  return outcome.token;
}
