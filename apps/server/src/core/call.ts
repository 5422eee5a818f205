import type { Readable } from 'node:stream';
import type {
  Ambiente,
  AnswerOf,
  BodyOf,
  HandledId,
  Operation,
  OperationId,
  operations,
  Papel,
  ParamsOf,
  QueryOf,
} from '@rubrica/contract';
import type { MemberActor, Origin, Source } from './actor.ts';
import type { JointWrite } from './joint.ts';
import type { Scope } from './scope.ts';
import type { Statement, Tx, WriteOptions } from './sql.ts';

/** A file received into temporary storage, hashed while it arrived. Removed when the request ends. */
export interface Upload {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  /** Resolves when the bytes are on disk, if a sync has already been started. */
  readonly synced?: Promise<void>;
  /** Set when the file was moved into the store, so that there is nothing left to remove. */
  taken?: boolean;
}

/** A handler's response. The status comes from the operation. */
export interface Reply<B> {
  readonly body: B;
  /** The body as JSON in UTF-8, if it already exists. */
  readonly json?: Buffer;
  readonly headers?: Readonly<Record<string, string | string[]>>;
}

/** A response whose JSON already exists. */
export class ReadyReply<B> implements Reply<B> {
  readonly json: Buffer;
  constructor(json: Buffer) {
    this.json = json;
  }
  get body(): B {
    return JSON.parse(this.json.toString('utf8')) as B;
  }
}

export interface FileReply {
  readonly file: {
    readonly stream: Readable;
    /** Null while nobody knows it: it is made as it is sent. */
    readonly size: number | null;
    /** Null for a file that is not evidence. */
    readonly sha256: string | null;
    readonly name: string;
    /** Defaults to `application/pdf`. A picture is displayed, the rest is offered for saving. */
    readonly type?: 'image/webp' | 'image/png' | 'application/zip';
    /** Identifies what the caller may keep, if it asks each time whether that is still so. Without it nobody keeps it. */
    readonly etag?: string;
  };
  readonly headers?: Readonly<Record<string, string>>;
}

/** A response to a caller that already has what this identifies. */
export interface UnchangedReply {
  readonly unchanged: string;
}

/** A response that is not JSON. */
export type RawReply = FileReply | UnchangedReply;

/** A signer's personal link, resolved. */
export interface ResolvedLink {
  readonly id: string;
}

interface BaseCall<Id extends OperationId> {
  readonly requestId: string;
  readonly operation: Operation;
  readonly params: ParamsOf<Id>;
  readonly query: QueryOf<Id>;
  readonly body: BodyOf<Id>;
  /**
   * The file of an operation that takes one: as it came with the request, or fetched now from the URL in its body. To be
   * called outside any transaction.
   * @param before what must hold before anything is fetched on the caller's word, if `write` is the first to find it out
   * @throws 400 or 422 if it cannot be fetched
   */
  receive(before?: () => Promise<void>): Promise<Upload>;
  readonly source: Source;
  readonly startedAt: Date;
  /** The Accept header, for operations that answer with a file or JSON. */
  readonly accept: string;
  /** Whether the caller already has what this ETag identifies (If-None-Match). */
  readonly has: (etag: string) => boolean;
}

export interface ReadOptions {
  /** No replica, whatever the operation says. */
  readonly primary?: boolean;
}

export interface ScopedPart {
  readonly scope: Scope;
  readonly origin: Origin;
  /** A replica may answer where the operation says so; then `work` may be started a second time. */
  read<T>(work: (tx: Tx) => Promise<T>, options?: ReadOptions): Promise<T>;
  /** The time in the scope, outside a transaction. */
  now(): Promise<Date>;
  /** A single statement that is its own transaction; see Database. */
  ask<R extends object>(statement: Statement<R>): Promise<R[]>;
}

export interface MemberPart extends ScopedPart {
  readonly actor: MemberActor;
  /** The revision of the requested document, if authentication loaded it; null if the scope has no such document. */
  readonly revision?: number | null;
  /**
   * Checks the role the operation requires; with `owner` also that an OPERADOR changes only what it created. Called
   * once the resource was found inside the scope, so that another organization's id is 404 for everyone. A reply
   * without this check is refused.
   * @throws 403 PAPEL_INSUFICIENTE
   */
  authorize(owner?: string | null): void;
  /** For cases that need a higher role than the operation. @throws 403 PAPEL_INSUFICIENTE below the role */
  authorizeAs(papel: Papel): void;
  /** Identifies the caller anew, after a wait. @throws 401 for a key that was revoked, or a session that ended, meanwhile */
  readonly recheck: () => Promise<void>;
  /**
   * For effects in production even from the sandbox path. @throws 409 CONFLITO unless the caller's e-mail is confirmed
   */
  refuseUnconfirmed(): void;
  /** The use case's single transaction; with an Idempotency-Key, the stored response commits in it. */
  write<R extends Reply<unknown>>(
    work: (tx: Tx) => Promise<R>,
    options?: WriteOptions,
  ): Promise<R & { replayed?: true }>;
  /** The same for a use case that may share its transaction; with an Idempotency-Key it has its own. */
  writeWith<A, R extends Reply<unknown>>(joint: JointWrite<A, R>, act: A): Promise<R & { replayed?: true }>;
}

export interface SignerPart extends ScopedPart {
  readonly link: ResolvedLink;
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

/** An anonymous caller: what they create belongs to the given scope. */
export interface AnybodyPart {
  /** The use case's single transaction; with an Idempotency-Key, the stored response commits in it. */
  writeAs<R extends Reply<unknown>>(scope: Scope, work: (tx: Tx) => Promise<R>): Promise<R>;
}

/** An OAuth client, which the handler still has to authenticate: its credentials may be in the body. */
export interface ClientPart {
  /** For HTTP Basic. */
  readonly authorization: string | undefined;
  /** The environment of the path that was called. */
  readonly ambiente: Ambiente;
}

type CredentialOf<Id extends OperationId> = (typeof operations)[Id]['credential'];

export type Call<Id extends OperationId> = BaseCall<Id> &
  (CredentialOf<Id> extends 'api' | 'session'
    ? MemberPart
    : CredentialOf<Id> extends 'signer-token'
      ? SignerPart
      : CredentialOf<Id> extends 'client'
        ? ClientPart
        : CredentialOf<Id> extends 'anonymous'
          ? AnybodyPart
          : unknown);

type AnswerKind<Id extends OperationId> = (typeof operations)[Id]['answer']['kind'];

type ReplyFor<Id extends OperationId> =
  AnswerKind<Id> extends 'pdf' | 'zip'
    ? FileReply
    : AnswerKind<Id> extends 'png'
      ? RawReply
      : AnswerKind<Id> extends 'pdf-or-json'
        ? FileReply | Reply<AnswerOf<Id>>
        : AnswerKind<Id> extends 'empty'
          ? Reply<undefined>
          : Reply<AnswerOf<Id>>;

export type Handler<Id extends OperationId> = (call: Call<Id>) => Promise<ReplyFor<Id>>;

/**
 * A module's share of the handlers. Together the modules must cover every operation except the pages: the contract
 * itself, which is served exactly as committed, and the consent page, which answers a person (http/consent-page).
 */
export type Handlers<Ids extends OperationId = HandledId> = {
  readonly [Id in Ids]: Handler<Id>;
};
