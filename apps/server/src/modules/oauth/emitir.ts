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
import type { Problem } from '../../core/problem.ts';
import { scopeOf } from '../../core/scope.ts';
import { recordSecurityEvent } from '../../core/security-events.ts';
import type { Database, Tx } from '../../core/sql.ts';
import { provarCliente } from './cliente.ts';
import { codigoRecusado, recusa, renovacaoRecusada } from './erros.ts';
import { escoposDentro } from './escopos.ts';
import { hashDe, novaRenovacao, novoAcesso, verificadorConfere } from './segredos.ts';
import {
  type ClienteRow,
  type ConcessaoRow,
  findCredencial,
  findLugar,
  insertCredencial,
  lockConcessaoDe,
  lockConcessaoPropria,
  revokeConcessao,
  spendCredencial,
} from './store.ts';

export interface OAuthDeps {
  readonly db: Database;
}

/** A call of the token endpoint. */
export interface PedidoDeToken {
  readonly entrada: TokenEntrada;
  readonly authorization: string | undefined;
  /** Of the endpoint's path: `{base_url}` or `{base_url}/sandbox`. */
  readonly ambiente: Ambiente;
  readonly source: Source;
  readonly requestId: string;
}

/** A refusal that has to commit something first, such as the end of a grant whose code was used twice. */
type Resultado = { readonly token: TokenOAuth } | { readonly recusa: Problem };

/**
 * The token endpoint (RFC 6749, 4.1.3, 4.4 and 6).
 * @throws 400 or 401 with `error` of RFC 6749, 5.2
 */
export async function emitirToken(deps: OAuthDeps, pedido: PedidoDeToken): Promise<TokenOAuth> {
  const { entrada, authorization, ambiente } = pedido;
  const cliente = await provarCliente(deps.db.sql, entrada, authorization, ambiente);
  switch (entrada.grant_type) {
    case 'authorization_code':
      return trocarCodigo(deps, cliente, pedido);
    case 'refresh_token':
      return renovar(deps, cliente, pedido);
    case 'client_credentials':
      return emitirProprio(deps, cliente, entrada);
  }
}

/** Exchanges a code, once. A second use means that the code leaked: what came of the first ends too (RFC 6749, 4.1.2). */
async function trocarCodigo(deps: OAuthDeps, cliente: ClienteRow, pedido: PedidoDeToken): Promise<TokenOAuth> {
  const { code, redirect_uri: redirectUri, code_verifier: verificador } = pedido.entrada;
  if (code === undefined || redirectUri === undefined || verificador === undefined) {
    throw recusa('invalid_request', rule('oauthCodeParts'));
  }
  const hash = hashDe(code);
  const lugar = await findLugar(deps.db.sql, hash, 'CODIGO');
  if (!lugar) throw codigoRecusado();

  const resultado = await deps.db.write(
    scopeOf(lugar.organizacao_id, lugar.ambiente),
    async (tx): Promise<Resultado> => {
      const concessao = await lockConcessaoDe(tx, hash, 'CODIGO');
      const codigo = await findCredencial(tx, hash);
      if (!concessao || !codigo || concessao.cliente_id !== cliente.id) return { recusa: codigoRecusado() };
      if (codigo.usada_em !== null) {
        await encerrarPorRepeticao(tx, concessao, cliente, 'CODIGO', pedido);
        return { recusa: codigoRecusado() };
      }
      const serve =
        concessao.revogada_em === null &&
        codigo.expira_em > tx.now &&
        codigo.redirect_uri === redirectUri &&
        verificadorConfere(verificador, codigo.desafio ?? '');
      if (!serve) return { recusa: codigoRecusado() };
      await spendCredencial(tx, hash);
      return { token: await entregar(tx, concessao, concessao.escopos, { renovavel: true }) };
    },
  );
  return tokenDe(resultado);
}

/**
 * Renews by a refresh token, which the answer replaces (RFC 9700, 4.14.2). A second use of one means that somebody else
 * has it: the whole grant ends. `scope` may narrow the new access token, never widen it.
 */
async function renovar(deps: OAuthDeps, cliente: ClienteRow, pedido: PedidoDeToken): Promise<TokenOAuth> {
  const { refresh_token: renovacao, scope } = pedido.entrada;
  if (renovacao === undefined) throw recusa('invalid_request', rule('oauthRefreshMissing'));
  const hash = hashDe(renovacao);
  const lugar = await findLugar(deps.db.sql, hash, 'RENOVACAO');
  if (!lugar) throw renovacaoRecusada();

  const resultado = await deps.db.write(
    scopeOf(lugar.organizacao_id, lugar.ambiente),
    async (tx): Promise<Resultado> => {
      const concessao = await lockConcessaoDe(tx, hash, 'RENOVACAO');
      const anterior = await findCredencial(tx, hash);
      if (!concessao || !anterior || concessao.cliente_id !== cliente.id) return { recusa: renovacaoRecusada() };
      if (concessao.revogada_em !== null) return { recusa: renovacaoRecusada() };
      if (anterior.usada_em !== null) {
        await encerrarPorRepeticao(tx, concessao, cliente, 'RENOVACAO', pedido);
        return { recusa: renovacaoRecusada() };
      }
      if (anterior.expira_em <= tx.now) return { recusa: renovacaoRecusada() };
      const escopos = scope === undefined ? concessao.escopos : escoposDentro(scope, concessao.escopos);
      if (!escopos) return { recusa: recusa('invalid_scope', rule('oauthScopeConsented')) };
      await spendCredencial(tx, hash);
      return { token: await entregar(tx, concessao, escopos, { renovavel: true }) };
    },
  );
  return tokenDe(resultado);
}

/** A token for the application itself, in the organization the operator registered it for. */
async function emitirProprio(deps: OAuthDeps, cliente: ClienteRow, { scope }: TokenEntrada): Promise<TokenOAuth> {
  const { membro_id: membroId, organizacao_id: organizacaoId } = cliente;
  if (membroId === null || organizacaoId === null) {
    throw recusa('unauthorized_client', rule('oauthNoOrganization'));
  }
  const escopos = scope === undefined ? cliente.escopos : escoposDentro(scope, cliente.escopos);
  if (!escopos) throw recusa('invalid_scope', rule('oauthScopeRegistered'));

  return deps.db.write(scopeOf(organizacaoId, cliente.ambiente), async (tx) => {
    const nova = { id: randomUUID(), clienteId: cliente.id, membroId, escopos: cliente.escopos };
    const concessao = await lockConcessaoPropria(tx, nova);
    if (concessao.revogada_em !== null) {
      throw recusa('unauthorized_client', rule('oauthRevoked'));
    }
    return entregar(tx, concessao, escopos, { renovavel: false });
  });
}

/** Stores the hashes of new tokens. The answer is the only place where their values are ever seen. */
async function entregar(
  tx: Tx,
  { id: concessaoId, escopos: concedidos }: ConcessaoRow,
  escopos: readonly EscopoChave[],
  { renovavel }: { renovavel: boolean },
): Promise<TokenOAuth> {
  const acesso = novoAcesso();
  await insertCredencial(tx, {
    hash: acesso.hash,
    concessaoId,
    tipo: 'ACESSO',
    escopos,
    validadeMs: OAUTH_ACCESS_TTL_MS,
  });
  const renovacao = renovavel ? novaRenovacao() : null;
  if (renovacao) {
    const validadeMs = OAUTH_REFRESH_TTL_MS;
    await insertCredencial(tx, {
      hash: renovacao.hash,
      concessaoId,
      tipo: 'RENOVACAO',
      escopos: concedidos,
      validadeMs,
    });
  }
  return {
    access_token: acesso.valor,
    token_type: 'Bearer',
    expires_in: OAUTH_ACCESS_TTL_MS / 1000,
    ...(renovacao ? { refresh_token: renovacao.valor } : {}),
    scope: escopos.join(' '),
    organizacaoId: tx.scope.organizacaoId,
  };
}

async function encerrarPorRepeticao(
  tx: Tx,
  concessao: ConcessaoRow,
  cliente: ClienteRow,
  tipo: 'CODIGO' | 'RENOVACAO',
  { source, requestId }: PedidoDeToken,
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
    tx.now,
  );
}

function tokenDe(resultado: Resultado): TokenOAuth {
  if ('recusa' in resultado) throw resultado.recusa;
  return resultado.token;
}
