import type { Ambiente, CodigoErro, Operation, OperationId } from '@rubrica/contract';
import type { FastifyRequest } from 'fastify';
import type { MemberActor, Source } from '../core/actor.ts';
import type { ResolvedLink, Upload } from '../core/call.ts';
import type { Scope } from '../core/scope.ts';

/** What the steps of one request learn for the next ones. */
export interface RequestState {
  readonly operation: Operation;
  /** Its name; absent for what is answered beside the contract. */
  readonly operacao?: OperationId;
  readonly ambiente: Ambiente;
  readonly source: Source;
  readonly startedAt: Date;
  actor?: MemberActor;
  /** Of the actor: whether its organization is suspended, and the address of its account confirmed. */
  standing?: { readonly suspended: boolean; readonly confirmed: boolean };
  /** Of the session that called; absent for any other credential. */
  csrfHash?: Buffer;
  link?: ResolvedLink;
  scope?: Scope;
  /** The document's revision, where authentication learned it: null when the scope has no such document. */
  revision?: number | null;
  upload?: Upload;
  body?: unknown;
  idempotency?: {
    /** Whose keys it is among; an organization that does not exist for what anybody creates. */
    readonly scope: Scope;
    readonly route: string;
    readonly key: string;
    readonly requestHash: string;
    /** The account of a session, else the key or grant; null of what anybody creates. */
    readonly author: string | null;
    /** The answer is for its author alone. */
    readonly secret: boolean;
  };
  /** Of the problem that was answered. */
  codigo?: CodigoErro;
  /** Names of dropped tenant fields, recorded as one security event. */
  readonly discarded: string[];
}

const states = new WeakMap<FastifyRequest, RequestState>();

export function setState(request: FastifyRequest, state: RequestState): RequestState {
  states.set(request, state);
  return state;
}

export function stateOf(request: FastifyRequest): RequestState {
  const state = states.get(request);
  if (!state) throw new Error('the request reached a step before its state was set');
  return state;
}

/** Remembers what a request was refused with; one that reached no operation has no state. */
export function noteProblem(request: FastifyRequest, codigo: CodigoErro): void {
  const state = states.get(request);
  if (state) state.codigo = codigo;
}
