import type { Ambiente, CodigoErro, Operation, OperationId } from '@rubrica/contract';
import type { FastifyRequest } from 'fastify';
import type { MemberActor, Source } from '../core/actor.ts';
import type { ResolvedLink, Upload } from '../core/call.ts';
import type { FieldProblem } from '../core/problem.ts';
import type { Position } from '../core/replicas.ts';
import type { Scope } from '../core/scope.ts';

/** What the steps of one request determine for the following ones. */
export interface RequestState {
  readonly operation: Operation;
  /** Its name; absent for operations outside the contract. */
  readonly operacao?: OperationId;
  readonly ambiente: Ambiente;
  readonly source: Source;
  readonly startedAt: Date;
  actor?: MemberActor;
  /** The actor's standing: whether its organization is suspended, and whether its account's address is confirmed. */
  standing?: { readonly suspended: boolean; readonly confirmed: boolean };
  /** Of the calling session; absent for any other credential. */
  csrfHash?: Buffer;
  link?: ResolvedLink;
  scope?: Scope;
  /** Where the primary stood when the caller was looked up, if there are replicas. */
  seen?: Position;
  /** The revision of the requested document, if authentication loaded it; null if the scope has no such document. */
  revision?: number | null;
  upload?: Upload;
  /** Where the file is to be fetched, instead. */
  fileUrl?: string | undefined;
  fileProblems?: readonly FieldProblem[];
  body?: unknown;
  idempotency?: {
    /** The scope the key belongs to; a nonexistent organization for anonymous creations. */
    readonly scope: Scope;
    readonly route: string;
    readonly key: string;
    readonly requestHash: string;
    /** The account of a session, otherwise the key or grant; null for anonymous creations. */
    readonly author: string | null;
    /** The response is only for its author. */
    readonly secret: boolean;
  };
  /** The code of the problem in the response. */
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

/** Records the code with which a request was refused; one that reached no operation has no state. */
export function noteProblem(request: FastifyRequest, codigo: CodigoErro): void {
  const state = states.get(request);
  if (state) state.codigo = codigo;
}
