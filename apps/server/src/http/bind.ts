import type { Operation, Papel, Standing } from '@rubrica/contract';
import { BODY_MAX_BYTES, PAPEIS, rule } from '@rubrica/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Origin } from '../core/actor.ts';
import type { FileReply, Reply, ResolvedLink } from '../core/call.ts';
import type { JointWrite } from '../core/joint.ts';
import type { Logger } from '../core/log.ts';
import type { RateLimiter, Secrets } from '../core/ports.ts';
import { conflict, type FieldProblem, invalid, notFound, Problem } from '../core/problem.ts';
import type { Scope } from '../core/scope.ts';
import type { Database, Statement, Tx } from '../core/sql.ts';
import type { RecordedCall } from '../modules/chamadas/index.ts';
import { type Authenticate, checkCredentialKind, refuseCredentialInQuery } from './authenticate.ts';
import { recordOf } from './call-record.ts';
import { once, readIdempotencyKey, recall } from './idempotency.ts';
import { unstorable } from './json.ts';
import { applyRateLimit } from './limits.ts';
import { nullsDropper } from './nulls.ts';
import { discardUpload, receiveMultipart } from './receive.ts';
import { type RequestState, setState, stateOf } from './state.ts';
import { discardTenantFields, discardTenantHeaders } from './tenant-guard.ts';
import { checksFor } from './validation.ts';

export interface BindDeps {
  readonly db: Database;
  readonly secrets: Secrets;
  readonly limiter: RateLimiter;
  readonly authenticate: Authenticate;
  /** Resolves a signer's token. @throws 404 if it was never issued, 410 if it is no longer valid */
  readonly resolveLink: (token: string) => Promise<{ link: ResolvedLink; scope: Scope }>;
  readonly recordSecurityEvent: (event: SecurityEvent) => Promise<void>;
  /** Called for every response to an authenticated caller, just before it is sent. */
  readonly countRequest: (scope: Scope, status: number, at: Date) => void;
  /** Called with each member's call and its outcome, just before the response is sent. */
  readonly recordCall: (call: RecordedCall) => void;
  readonly uploadDirectory: string;
  readonly log: Logger;
}

export interface SecurityEvent {
  readonly tipo: 'CAMPO_DE_ORGANIZACAO_DESCARTADO';
  readonly organizacaoId: string | null;
  readonly requisicaoId: string;
  readonly ip: string;
  readonly detalhe: object;
}

// biome-ignore lint/suspicious/noExplicitAny: here the per-operation types end; `Handlers` checked them at their source
export type AnyHandler = (call: any) => Promise<Reply<unknown> | FileReply>;

/**
 * What an operation's rules can still check in a body with an invalid shape, so that the caller learns everything at
 * once.
 * @param shape the schema's problems, which are not repeated
 */
export type AlsoCheck = (body: unknown, shape: readonly FieldProblem[], now: Date) => FieldProblem[];

/** An operation being bound, with what its steps need. */
interface Bound {
  readonly deps: BindDeps;
  readonly operation: Operation;
  readonly checks: ReturnType<typeof checksFor>;
  readonly dropNulls: ReturnType<typeof nullsDropper>;
  readonly alsoCheck: AlsoCheck;
}

type Step = (bound: Bound, request: FastifyRequest, state: RequestState, reply: FastifyReply) => unknown;

/** The entire order of checks: what one step refuses, later steps never see. */
const BEFORE_BODY: readonly Step[] = [
  refuseCredentialInUrl,
  discardTenantNames,
  authenticate,
  limitRate,
  refuseWrongKind,
  checkScope,
  openLinkBeforeLargeBody,
];

const AFTER_BODY: readonly Step[] = [
  readBody,
  discardTenantFieldsOfBody,
  dropNulls,
  recordDiscarded,
  validate,
  takeIdempotencyKey,
  openLink,
];

/** Turns an operation and its handler into a route. */
export function bindOperation(
  app: FastifyInstance,
  deps: BindDeps,
  url: string,
  open: (request: FastifyRequest) => RequestState,
  operation: Operation,
  handler: AnyHandler,
  alsoCheck: AlsoCheck = () => [],
): void {
  const bound = { deps, operation, alsoCheck, checks: checksFor(operation), dropNulls: nullsDropper(operation) };
  const run = (steps: readonly Step[]) => async (request: FastifyRequest, reply: FastifyReply) => {
    const state = stateOf(request);
    for (const step of steps) {
      const pending = step(bound, request, state, reply);
      // Most steps are synchronous.
      if (pending instanceof Promise) await pending;
    }
  };
  const runBeforeBody = run(BEFORE_BODY);

  app.route({
    method: operation.method,
    url,
    // HEAD must not have the effects of GET (opening a link, using up a download).
    exposeHeadRoute: operation.credential !== 'signer-token' && operation.credential !== 'download-token',
    bodyLimit: operation.body?.kind === 'json' ? operation.body.maxBytes : BODY_MAX_BYTES,
    config: { tellsOwnLimit: true },
    onRequest: async (request, reply) => {
      const state = setState(request, open(request));
      try {
        await runBeforeBody(request, reply);
      } catch (error) {
        // Refused before it was counted: the caller is unknown, but the address is known.
        if (!reply.hasHeader('x-ratelimit-limit')) await applyRateLimit(deps.limiter, request, state, reply);
        throw error;
      }
    },
    preHandler: run(AFTER_BODY),
    handler: async (request, reply) => {
      const state = stateOf(request);
      const known = await recallForAnybody(deps, state);
      if (known) return send(operation, known, reply);
      const call = buildCall(deps, operation, request, state);
      const answer = await handler(call);
      call.assertAuthorized();
      return send(operation, answer, reply);
    },
    onSend: async (request, reply) => {
      const state = stateOf(request);
      const { actor, scope, startedAt } = state;
      if (actor && scope) deps.countRequest(scope, reply.statusCode, startedAt);
      const call = recordOf(request, reply, state);
      if (call) deps.recordCall(call);
    },
    onResponse: async (request) => {
      const { upload } = stateOf(request);
      if (upload) await discardUpload(upload);
    },
  });
}

function refuseCredentialInUrl(_bound: Bound, request: FastifyRequest): void {
  refuseCredentialInQuery(request);
}

function discardTenantNames(_bound: Bound, request: FastifyRequest, state: RequestState): void {
  discardTenantHeaders(request.headers, state.discarded);
  discardTenantFields(request.query, 'query', state.discarded);
}

function authenticate({ deps }: Bound, request: FastifyRequest, state: RequestState): Promise<void> {
  return deps.authenticate(request, state);
}

function limitRate({ deps }: Bound, request: FastifyRequest, state: RequestState, reply: FastifyReply): Promise<void> {
  return applyRateLimit(deps.limiter, request, state, reply);
}

function refuseWrongKind(_bound: Bound, request: FastifyRequest, state: RequestState): void {
  checkCredentialKind(request, state);
}

function checkScope({ operation }: Bound, _request: FastifyRequest, { actor }: RequestState): void {
  const scopes = actor?.escopos;
  if (!operation.scope || scopes === null || scopes === undefined) return;
  if (!scopes.includes(operation.scope)) {
    throw new Problem('403 ESCOPO_INSUFICIENTE', rule('scopeMissing', { escopo: operation.scope }));
  }
}

function openLinkBeforeLargeBody(bound: Bound, request: FastifyRequest, state: RequestState): unknown {
  return isLarge(request) ? openLink(bound, request, state) : undefined;
}

/** Whether the body is so large that it is read only for a valid link: a body of unknown length counts as large. */
function isLarge({ headers }: FastifyRequest): boolean {
  if (headers['transfer-encoding'] !== undefined) return true;
  return Number(headers['content-length'] ?? 0) > BODY_MAX_BYTES;
}

async function openLink({ deps, operation }: Bound, request: FastifyRequest, state: RequestState): Promise<void> {
  if (operation.credential !== 'signer-token' || state.link) return;
  const found = await deps.resolveLink((request.params as { token: string }).token);
  state.link = found.link;
  state.scope = found.scope;
}

async function readBody({ deps, operation }: Bound, request: FastifyRequest, state: RequestState): Promise<void> {
  if (operation.body?.kind === 'multipart') {
    const received = await receiveMultipart(request, deps.uploadDirectory, operation.body.dados !== undefined);
    state.upload = received.upload;
    state.body = received.dados;
  } else if (request.isMultipart() && request.method !== 'GET') {
    throw new Problem('415 ENTRADA_INVALIDA', rule('noFilesHere'), {
      erros: [{ campo: 'header.content-type', ...rule('useJson') }],
    });
  } else {
    state.body = request.body;
  }
}

function discardTenantFieldsOfBody(_bound: Bound, _request: FastifyRequest, state: RequestState): void {
  discardTenantFields(state.body, '', state.discarded);
}

function dropNulls(bound: Bound, _request: FastifyRequest, state: RequestState): void {
  bound.dropNulls(state.body);
}

async function recordDiscarded({ deps }: Bound, request: FastifyRequest, state: RequestState): Promise<void> {
  if (state.discarded.length === 0) return;
  await deps.recordSecurityEvent({
    tipo: 'CAMPO_DE_ORGANIZACAO_DESCARTADO',
    organizacaoId: state.scope?.organizacaoId ?? null,
    requisicaoId: request.id,
    ip: state.source.ip,
    detalhe: { operacao: `${state.operation.method} ${state.operation.path}`, campos: state.discarded.slice(0, 50) },
  });
}

function validate({ operation, checks, alsoCheck }: Bound, request: FastifyRequest, state: RequestState): void {
  // An id that is not a UUID identifies nothing, so it is answered like any unknown id.
  if (checks.params(request.params).length > 0) throw notFound();
  const text = unstorable(request.query, '').map((problem) => ({ ...problem, campo: `query.${problem.campo}` }));
  // Otherwise the schema would report the unstorable text a second time.
  const query = text.length > 0 ? text : checks.query(request.query);
  const body = checkBody(operation, checks, state.body);
  const more = body.length > 0 ? alsoCheck(state.body, body, state.startedAt) : [];
  const problems = [...query, ...body, ...more];
  if (problems.length > 0) throw invalid(problems);
}

function checkBody(operation: Operation, checks: ReturnType<typeof checksFor>, body: unknown) {
  if (!operation.body) {
    // Many clients send an empty object when there is nothing to send.
    const isObject = body !== null && typeof body === 'object' && !Array.isArray(body);
    const given = isObject ? Object.keys(body) : body === undefined ? [] : ['corpo'];
    return given.map((campo) => ({ campo, ...rule('noBodyHere') }));
  }
  if (operation.body.kind === 'multipart' && operation.body.dados === undefined) return [];
  if (body === undefined) {
    const optional = operation.body.kind === 'json' && operation.body.optional;
    return optional ? [] : [{ campo: 'corpo', ...rule('required') }];
  }
  return checks.body(body);
}

function takeIdempotencyKey(_bound: Bound, request: FastifyRequest, state: RequestState): void {
  readIdempotencyKey(request, state);
}

/**
 * The response to an earlier anonymous creation with the same key: nothing is counted, hashed or looked up a second
 * time. A member's response is replayed in `write`, after the role was checked.
 */
async function recallForAnybody({ db, secrets }: BindDeps, state: RequestState): Promise<Reply<unknown> | null> {
  if (!state.idempotency || state.actor) return null;
  return recall(db.sql, secrets, state.idempotency, state.startedAt);
}

/** @throws 409 CONFLITO unless the caller has the standing that the operation requires, in the scope's environment */
function refuseStanding(wanted: Standing, { standing, scope }: RequestState): void {
  if (standing?.suspended) throw conflict(rule('organizationSuspended'));
  if (wanted === 'confirmed' && scope?.ambiente === 'PRODUCAO') refuseUnconfirmed(standing);
}

/** @throws 409 CONFLITO unless the address of the caller's account is confirmed, in either environment */
function refuseUnconfirmed(standing: RequestState['standing']): void {
  if (!standing?.confirmed) throw conflict(rule('emailUnconfirmed'));
}

/** The caller's permissions, checked by the handler; a reply without a check is refused. */
function authorityOf(operation: Operation, state: RequestState) {
  const { actor } = state;
  let authorized = operation.role === undefined;
  const authorizeAs = (papel: Papel): void => {
    if (!actor || PAPEIS.indexOf(actor.papel) > PAPEIS.indexOf(papel)) {
      throw new Problem('403 PAPEL_INSUFICIENTE', rule('roleBelow', { papel }));
    }
  };
  const authorize = (owner?: string | null): void => {
    if (!operation.role) return;
    authorizeAs(operation.role);
    if (actor?.papel === 'OPERADOR' && owner !== undefined && owner !== actor.membroId) {
      throw new Problem('403 PAPEL_INSUFICIENTE', rule('onlyOwn'));
    }
    if (operation.standing) refuseStanding(operation.standing, state);
    authorized = true;
  };
  const assertAuthorized = () => {
    if (!authorized) throw new Error(`${operation.method} ${operation.path} answered without checking the role`);
  };
  // Without an id in the path nothing has to be found first.
  if (actor && !operation.params) authorize();
  return { authorize, authorizeAs, assertAuthorized, refuseUnconfirmed: () => refuseUnconfirmed(state.standing) };
}

function buildCall(deps: BindDeps, operation: Operation, request: FastifyRequest, state: RequestState) {
  const { actor, scope } = state;
  const authority = authorityOf(operation, state);
  const { authorize, assertAuthorized } = authority;
  const inScope = (): Scope => {
    if (!scope) throw new Error(`${operation.method} ${operation.path} has no scope`);
    return scope;
  };
  const write = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    deps.db.write(inScope(), async (tx) => {
      const act = async () => {
        const result = await work(tx);
        assertAuthorized();
        return result;
      };
      if (!state.idempotency) return act();
      const remembered = await once(tx, deps.secrets, state.idempotency, act as () => Promise<Reply<unknown>>);
      // A stored response is only for those allowed to make the call: a colleague with a lower role may know the key.
      if (remembered.replayed) authorize();
      return remembered as T;
    });
  return {
    requestId: request.id,
    operation,
    params: request.params,
    query: request.query,
    body: state.body,
    upload: state.upload,
    revision: state.revision,
    source: state.source,
    startedAt: state.startedAt,
    accept: request.headers.accept ?? '*/*',
    authorization: operation.credential === 'client' ? request.headers.authorization : undefined,
    ambiente: state.ambiente,
    actor,
    link: state.link,
    scope,
    origin: { actor: actor ?? { tipo: 'SISTEMA', nome: 'Rubrica' }, source: state.source } satisfies Origin,
    ...authority,
    ask: <R extends object>(statement: Statement<R>) => deps.db.ask(inScope(), statement),
    read: <T>(work: (tx: Tx) => Promise<T>) => deps.db.read(inScope(), work),
    write,
    writeAs: <R extends Reply<unknown>>(as: Scope, work: (tx: Tx) => Promise<R>) =>
      deps.db.write(as, (tx) =>
        state.idempotency ? once(tx, deps.secrets, state.idempotency, () => work(tx)) : work(tx),
      ),
    writeWith: <A, R>(joint: JointWrite<A, R>, act: A) => {
      if (state.idempotency) return write((tx) => joint.alone(tx, act));
      assertAuthorized();
      return joint.together(inScope(), act);
    },
  };
}

function send(operation: Operation, answer: Reply<unknown> | FileReply, reply: FastifyReply): FastifyReply {
  if ('file' in answer) {
    const { stream, size, sha256, name, type = 'application/pdf' } = answer.file;
    return reply
      .code(operation.success)
      .headers({
        ...answer.headers,
        'content-type': type,
        'content-length': size,
        'content-disposition': `${type === 'application/pdf' ? 'attachment' : 'inline'}; filename="${asciiName(name)}"; filename*=UTF-8''${encodeURIComponent(name)}`,
        ...(sha256 === null
          ? {}
          : { etag: `"${sha256}"`, digest: `sha-256=${Buffer.from(sha256, 'hex').toString('base64')}` }),
        'cache-control': 'private, no-store',
      })
      .send(stream);
  }
  if (answer.headers) reply.headers(answer.headers as Record<string, string>);
  reply.code(operation.success).header('cache-control', 'no-store');
  if (answer.json === undefined && answer.body === undefined) return reply.send();
  return reply.type('application/json; charset=utf-8').send(answer.json ?? JSON.stringify(answer.body));
}

/** The ASCII form of a file name, for clients that do not support RFC 5987. */
function asciiName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\]/g, '');
}
