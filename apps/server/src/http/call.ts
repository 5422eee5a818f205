import type { Operation, Papel, Standing } from '@rubrica/contract';
import { MEMBER_ROLES, rule } from '@rubrica/contract';
import type { FastifyRequest } from 'fastify';
import type { Origin } from '../core/actor.ts';
import type { ReadOptions, Reply } from '../core/call.ts';
import type { JointWrite } from '../core/joint.ts';
import { conflict, found, Problem } from '../core/problem.ts';
import type { Scope } from '../core/scope.ts';
import type { Statement, Tx, WriteOptions } from '../core/sql.ts';
import type { BindDeps } from './bound.ts';
import { fetchUpload } from './fetch-upload.ts';
import { once, recall } from './idempotency.ts';
import type { RequestState } from './state.ts';

/**
 * The response to an earlier call with the same key, where even preparing it again must do nothing: an anonymous creation
 * counts, hashes and looks up, and a URL may no longer serve the file it served. Others are replayed in `write`.
 */
export async function recallEarly({ db, secrets }: BindDeps, state: RequestState): Promise<Reply<unknown> | null> {
  const { idempotency, actor, scope, fileUrl, startedAt } = state;
  if (!idempotency) return null;
  if (!actor) return recall(db.sql, secrets, idempotency, startedAt);
  if (fileUrl === undefined || !scope) return null;
  return db.read(scope, ({ sql, realNow }) => recall(sql, secrets, idempotency, realNow));
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
    if (!actor || MEMBER_ROLES.indexOf(actor.papel) > MEMBER_ROLES.indexOf(papel)) {
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

/** Weak comparison, as RFC 9110 has it for this header. */
function hasTag(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = ifNoneMatch?.split(',').map((one) => one.trim().replace(/^W\//, '')) ?? [];
  return tags.includes(`"${etag}"`) || tags.includes('*');
}

/** What a handler is called with: the request as its steps left it, and what it may do in the caller's name. */
export function callOf(deps: BindDeps, operation: Operation, request: FastifyRequest, state: RequestState) {
  const { actor, scope } = state;
  const authority = authorityOf(operation, state);
  const { authorize, assertAuthorized } = authority;
  const inScope = (): Scope => {
    if (!scope) throw new Error(`${operation.method} ${operation.path} has no scope`);
    return scope;
  };
  const write = <T>(work: (tx: Tx) => Promise<T>, options?: WriteOptions): Promise<T> => {
    const acting = async (tx: Tx) => {
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
    };
    return deps.db.write(inScope(), acting, options);
  };
  return {
    requestId: request.id,
    operation,
    params: request.params,
    query: request.query,
    body: state.body,
    receive: async (before?: () => Promise<void>) => {
      const { fileUrl } = state;
      if (fileUrl !== undefined) {
        await before?.();
        state.upload ??= await fetchUpload(deps.remoteFiles, fileUrl, inScope(), deps.uploadDirectory);
      }
      return found(state.upload);
    },
    revision: state.revision,
    source: state.source,
    startedAt: state.startedAt,
    accept: request.headers.accept ?? '*/*',
    has: (etag: string) => hasTag(request.headers['if-none-match'], etag),
    authorization: operation.credential === 'client' ? request.headers.authorization : undefined,
    ambiente: state.ambiente,
    actor,
    link: state.link,
    scope,
    origin: { actor: actor ?? { tipo: 'SISTEMA', nome: 'Rubrica' }, source: state.source } satisfies Origin,
    ...authority,
    recheck: () => deps.authenticate(request, state),
    ask: <R extends object>(statement: Statement<R>) => deps.db.ask(inScope(), statement),
    now: async () => (await deps.db.time(inScope())).now,
    read: <T>(work: (tx: Tx) => Promise<T>, { primary }: ReadOptions = {}) =>
      deps.db.read(inScope(), work, operation.reads === 'replica' && !primary ? state.seen : undefined),
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
