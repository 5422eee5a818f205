import {
  IDEMPOTENCY_KEY_MAX_CHARS,
  IDEMPOTENCY_TTL_MS,
  IDEMPOTENCY_WAIT_MS,
  rule,
  takesIdempotencyKey,
} from '@rubrica/contract';
import type { FastifyRequest } from 'fastify';
import type { Reply } from '../core/call.ts';
import { canonicalJson, sha256Hex } from '../core/chain.ts';
import { type Secrets, UnknownMasterKey } from '../core/ports.ts';
import { conflict, invalid } from '../core/problem.ts';
import type { Row } from '../core/row.ts';
import { accountScopeOf } from '../core/scope.ts';
import { here, json, type Sql, type TransactionSql, type Tx } from '../core/sql.ts';
import type { RequestState } from './state.ts';

const VISIBLE_ASCII = /^[\x21-\x7e]+$/;
const LOCK_TIMEOUT = '55P03';

/** Anonymous creations are remembered under a nonexistent organization, where every transaction finds them. */
const ANYBODYS = accountScopeOf(null, null);

type Wanted = NonNullable<RequestState['idempotency']>;

/** Reads the Idempotency-Key of an operation that takes one, and determines what a repetition must match. */
export function readIdempotencyKey(request: FastifyRequest, state: RequestState): void {
  if (!takesIdempotencyKey(state.operation)) return;
  const key = request.headers['idempotency-key'];
  if (key === undefined) return;
  if (typeof key !== 'string' || key.length > IDEMPOTENCY_KEY_MAX_CHARS || !VISIBLE_ASCII.test(key)) {
    throw invalid([
      {
        campo: 'header.idempotency-key',
        ...rule('keyForm'),
      },
    ]);
  }
  const { actor, scope } = state;
  const route = `${request.method} ${request.url.split('?', 1)[0]}`;
  // A URL is compared as it stands: what it serves may be gone by the time the call is repeated.
  const file = state.fileUrl === undefined ? (state.upload?.sha256 ?? null) : { url: state.fileUrl };
  const requestHash = sha256Hex(canonicalJson([request.query ?? null, state.body ?? null, file]));
  const same = { key, requestHash, secret: state.operation.secret === true };
  if (!actor || !scope) {
    // Strangers may choose the same key: only an identical request counts as a repetition.
    state.idempotency = { ...same, scope: ANYBODYS, route: `${route} ${requestHash}`, author: null };
    return;
  }
  state.idempotency = {
    ...same,
    scope,
    // Responses about a person's own account (a second factor's secret) are not for a colleague with the same key.
    route: state.operation.account ? `${route} ${actor.credencialId}` : route,
    author: actor.tipo === 'USUARIO' ? actor.usuarioId : actor.credencialId,
  };
}

type RememberedRow = Row<
  'idempotencia',
  {
    autor: string | null;
    requisicao_hash: string;
    cabecalhos: Record<string, string> | null;
    corpo: Buffer | null;
    criado_em: Date;
  }
>;

/**
 * Runs the use case once per key. The row is inserted first: a second call with the same key waits on it until the
 * first commits (and then gets the same response) or fails (and then runs). Responses are stored encrypted, because
 * some contain secrets.
 * @throws 409 CONFLITO if the key was used with a different request, the response contains a secret of another account
 * or key, or the first call is still running after 10 s.
 */
export async function once<R extends Reply<unknown>>(
  { sql, realNow: now }: Tx,
  secrets: Secrets,
  wanted: Wanted,
  work: () => Promise<R>,
): Promise<R & { replayed?: true }> {
  const { scope, route, key, requestHash, author } = wanted;
  const expired = new Date(now.getTime() - IDEMPOTENCY_TTL_MS);

  await sql`select set_config('lock_timeout', ${`${IDEMPOTENCY_WAIT_MS}ms`}, true)`;
  const claimed = await sql`
    insert into idempotencia (organizacao_id, ambiente, rota, chave, requisicao_hash, autor, criado_em)
    values (${scope.organizacaoId}, ${scope.ambiente}, ${route}, ${key}, ${requestHash}, ${author}, ${now})
    on conflict (organizacao_id, ambiente, rota, chave) do update
       set requisicao_hash = excluded.requisicao_hash, autor = excluded.autor, criado_em = excluded.criado_em
     where idempotencia.criado_em < ${expired}
    returning 1`.catch((error: { code?: string }) => {
    if (error.code !== LOCK_TIMEOUT) throw error;
    throw conflict(rule('keyRunning'));
  });
  await sql`select set_config('lock_timeout', '0', true)`;

  if (claimed.length === 0) {
    const reply = await recall(sql, secrets, wanted, now);
    if (!reply) throw conflict(rule('keySpent'));
    return { ...reply, replayed: true } as unknown as R & { replayed: true };
  }

  const reply = await work();
  const body = reply.body === undefined ? null : secrets.encrypt(JSON.stringify(reply.body), contextOf(wanted));
  await sql`
    update idempotencia
       set cabecalhos = ${json(sql, reply.headers ?? {})}, corpo = ${body}
     where ${here(sql, scope)}
       and rota = ${route} and chave = ${key}`;
  return reply;
}

const contextOf = ({ scope, route, key }: Wanted) =>
  `idempotencia:${scope.organizacaoId}:${scope.ambiente}:${route}:${key}`;

/**
 * The response stored for a key, or null if there is none.
 * @throws 409 CONFLITO like `once`
 */
export async function recall(
  sql: Sql | TransactionSql,
  secrets: Secrets,
  wanted: Wanted,
  now: Date,
): Promise<Reply<unknown> | null> {
  const { scope, route, key, requestHash, author, secret } = wanted;
  const [row] = await sql<RememberedRow[]>`
    select requisicao_hash, autor, cabecalhos, corpo, criado_em
      from idempotencia
     where ${here(sql, scope)}
       and rota = ${route} and chave = ${key} and criado_em >= ${new Date(now.getTime() - IDEMPOTENCY_TTL_MS)}`;
  if (!row) return null;
  if (row.requisicao_hash !== requestHash) throw conflict(rule('keySpent'));
  const body = row.corpo === null ? undefined : opened(secrets, row.corpo, contextOf(wanted));
  if (row.autor !== author && (secret || showsLink(body))) throw conflict(rule('keyOfAnother'));
  return { body: body && JSON.parse(body), headers: { ...row.cabecalhos, 'idempotency-replayed': 'true' } };
}

/**
 * Whether a response, as JSON, shows a signer's personal link, which is a secret like a key. A quotation mark inside of a
 * text is escaped, so this is the field and no text about it.
 */
const showsLink = (body: string | undefined): boolean => body?.includes('"link":"') === true;

/** @throws 409 CONFLITO for a response whose master key was removed within a day: it cannot be returned again */
function opened(secrets: Secrets, corpo: Buffer, context: string): string {
  try {
    return secrets.decrypt(corpo, context).toString('utf8');
  } catch (error) {
    if (error instanceof UnknownMasterKey) throw conflict(rule('keySpent'));
    throw error;
  }
}
