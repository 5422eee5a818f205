import type { Ambiente, Operation, TicketFor } from '@rubrica/contract';
import type { ResolvedLink } from '../core/call.ts';
import type { Logger } from '../core/log.ts';
import type { RateLimiter, RemoteFiles, Secrets } from '../core/ports.ts';
import type { FieldProblem } from '../core/problem.ts';
import type { Scope } from '../core/scope.ts';
import type { Database } from '../core/sql.ts';
import type { RecordedCall } from '../modules/chamadas/index.ts';
import type { Authenticate } from './authenticate.ts';
import type { uuidsLowerer } from './ids.ts';
import type { KeyRequests } from './limits.ts';
import type { nullsDropper } from './nulls.ts';
import type { testContactsFinder } from './test-contacts.ts';
import type { turnedTextsFinder } from './turned-texts.ts';
import type { checksFor } from './validation.ts';

export interface BindDeps {
  readonly db: Database;
  readonly secrets: Secrets;
  readonly limiter: RateLimiter;
  readonly keyRequests: KeyRequests;
  readonly authenticate: Authenticate;
  /** Resolves a signer's token. @throws 404 if it was never issued, 410 if it is no longer valid */
  readonly resolveLink: (token: string) => Promise<{ link: ResolvedLink; scope: Scope }>;
  /** The same for addresses that are shown inside another page. @throws 404 if it was never made */
  readonly resolveTicket: Readonly<
    Record<TicketFor, (ticket: string) => Promise<{ link: ResolvedLink; scope: Scope }>>
  >;
  readonly recordSecurityEvent: (event: SecurityEvent) => Promise<void>;
  /** Called for every response to an authenticated caller, just before it is sent. */
  readonly countRequest: (scope: Scope, status: number, at: Date) => void;
  /** Called with each member's call and its outcome, just before the response is sent. */
  readonly recordCall: (call: RecordedCall) => void;
  /** Called first for every request: what rested gets ready while the request is read. */
  readonly wake: () => void;
  readonly uploadDirectory: string;
  readonly remoteFiles: RemoteFiles;
  readonly log: Logger;
}

export interface SecurityEvent {
  readonly tipo: 'CAMPO_DE_ORGANIZACAO_DESCARTADO';
  readonly organizacaoId: string | null;
  readonly requisicaoId: string;
  readonly ip: string;
  readonly detalhe: object;
}

/**
 * What an operation's rules can still check in a body with an invalid shape, so that the caller learns everything at
 * once.
 * @param shape the schema's problems, which are not repeated
 */
export type AlsoCheck = (
  body: unknown,
  shape: readonly FieldProblem[],
  now: Date,
  ambiente: Ambiente,
) => FieldProblem[];

/** An operation being bound, with what its steps need. */
export interface Bound {
  readonly deps: BindDeps;
  readonly operation: Operation;
  readonly checks: ReturnType<typeof checksFor>;
  readonly dropNulls: ReturnType<typeof nullsDropper>;
  readonly lowerUuids: Readonly<Record<'params' | 'query' | 'body', ReturnType<typeof uuidsLowerer>>>;
  readonly findTestContacts: ReturnType<typeof testContactsFinder>;
  readonly findTurnedTexts: ReturnType<typeof turnedTextsFinder>;
  readonly alsoCheck: AlsoCheck | undefined;
}
