import type { KeyObject } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Rule } from '@rubrica/contract';
import type { Scope } from './scope.ts';

/**
 * The world outside the process. Every port has an embedded and a real implementation, and one shared test checks both
 * against the same contract.
 */

/** The recipient will never accept it: an unknown mailbox, a number the carrier rejects. */
export class DeliveryRefused extends Error {
  override name = 'DeliveryRefused';
}

/** A dependency did not respond; retrying later may help. Callers get 503 SERVICO_INDISPONIVEL. */
export class Unavailable extends Error {
  override name = 'Unavailable';
}

/**
 * The response to a commit was lost: the transaction may or may not have been committed. The caller is told to retry,
 * and a retry with its Idempotency-Key gets the response.
 */
export class OutcomeUnknown extends Unavailable {
  override name = 'OutcomeUnknown';
  constructor(cause: unknown) {
    super('the answer to a commit was lost', { cause });
  }
}

/** A text file that a message brings. */
export interface TextAttachment {
  readonly nome: string;
  readonly texto: string;
}

export interface MailMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Pictures are embedded as data URIs. */
  readonly html: string;
  /** Shown as the sender's name; the address is always MAIL_FROM. */
  readonly fromName?: string;
  readonly replyTo?: string;
  readonly attachments?: readonly TextAttachment[];
  /** The same across retries, so that a repeated attempt can be recognised as the same message. */
  readonly messageId: string;
}

/** @throws DeliveryRefused if the server permanently rejects recipient or message (5xx), Unavailable otherwise. */
export interface Mail {
  send(message: MailMessage): Promise<void>;
  close(): Promise<void>;
}

export interface SmsMessage {
  /** E.164. */
  readonly to: string;
  readonly text: string;
  readonly messageId: string;
}

/** @throws DeliveryRefused if the carrier rejects it (4xx), Unavailable on 5xx or no response. */
export interface Sms {
  send(message: SmsMessage): Promise<void>;
}

/**
 * Finished files by key. Keys are `segment/segment/...` of [A-Za-z0-9_.-]; a stored file never changes, and storing the
 * same key again with the same bytes is harmless.
 */
export interface FileStore {
  /** Takes over a finished local file durably: once this returns, the bytes survive a power cut. */
  put(key: string, sourcePath: string): Promise<void>;
  /**
   * The same in two steps, the second of which many files can share: once this returns, the bytes survive a power cut,
   * and after `settle` their name does too. Nothing may be acknowledged before that.
   * @param synced resolves when the bytes are on disk, in a file only its owner may read; if absent, they are synced
   * here
   */
  place(key: string, sourcePath: string, synced?: Promise<void>): Promise<{ settle(): Promise<void> }>;
  /** @throws FileMissing */
  read(key: string): Promise<{ stream: Readable; size: number }>;
  /** Provides the file as a local path for the duration of `use`. */
  withLocal<T>(key: string, use: (path: string) => Promise<T>): Promise<T>;
  delete(key: string): Promise<void>;
  /** Keys of files of at least this age by the store's own clock, in ascending order. */
  list(prefix: string, ageMs: number): AsyncIterable<string>;
  /** Rejects if the store cannot be reached or written, or at once with the signal's reason when that is aborted. */
  ready(signal?: AbortSignal): Promise<void>;
}

export class FileMissing extends Error {
  override name = 'FileMissing';
}

export type ScanVerdict =
  | { readonly clean: true; readonly engine: 'CLAMD' | 'ESTRUTURAL'; readonly notes: readonly string[] }
  | { readonly clean: false; readonly engine: 'CLAMD' | 'ESTRUTURAL'; readonly threat: string };

/** @throws Unavailable if the engine is configured but does not respond: an unscanned file is never let through. */
export interface Antivirus {
  scan(path: string): Promise<ScanVerdict>;
}

/** A number of hits per period. */
export interface WindowBound {
  readonly limit: number;
  readonly windowMs: number;
}

export interface WindowState {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** When the window has room again, Unix seconds. */
  readonly resetAt: number;
  /** Whole seconds to wait, 0 when allowed. */
  readonly retryAfter: number;
}

export interface RateLimiter {
  /** Counts one hit of `key` in a true sliding window; a refused hit is not counted. */
  window(key: string, limit: number, windowMs: number, nowMs: number): Promise<WindowState>;
  /**
   * Counts one hit of `key` in several sliding windows at once, longest first, only if all have room. Returns the
   * window with the least room left, or for a refusal the one that blocks the caller longest.
   */
  windows(key: string, windows: readonly WindowBound[], nowMs: number): Promise<WindowState>;
  /** Takes one token from a bucket of `capacity` that regains one every `refillMs`. */
  bucket(key: string, capacity: number, refillMs: number, nowMs: number): Promise<WindowState>;
  close(): Promise<void>;
}

export interface Geolocation {
  readonly pais: string | null;
  readonly estado: string | null;
  readonly cidade: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** How precise the position is: `PAIS`, `CIDADE`. */
  readonly precisao: string;
}

export interface Geo {
  locate(ip: string): Geolocation | null;
}

export interface WebhookResponse {
  /** HTTP status, or null if there was no response. */
  readonly status: number | null;
  readonly durationMs: number;
  /** First 64 KiB of the response body. */
  readonly body: string;
  /** Why there is no usable response, for the webhook's owner. */
  readonly error: Rule | null;
}

/**
 * One POST to an address that is resolved once, checked, and connected to as checked. Never throws, never follows
 * redirects.
 */
export interface WebhookHttp {
  post(url: string, headers: Record<string, string>, body: Uint8Array, timeoutMs: number): Promise<WebhookResponse>;
  /** Why nothing may be delivered to this URL (scheme, literal or resolved address), or null. */
  refusal(url: string, scope: Scope): Promise<Rule | null>;
  close(): Promise<void>;
}

/** A file is larger than its reader takes. */
export class FileTooLarge extends Error {}

/** Why a file was not fetched, for whoever named its address. */
export class NotFetched extends Error {
  readonly rule: Rule;
  /** Whether the address itself is refused, or what answers there, or does not, is no file. */
  readonly of: 'address' | 'server';
  /** The address that failed is one that the first redirected to. */
  readonly redirected: boolean;

  constructor(said: Rule, of: 'address' | 'server', redirected: boolean) {
    super(said.regra);
    this.rule = said;
    this.of = of;
    this.redirected = redirected;
  }
}

/** Files at addresses that callers name, each resolved once, checked, and connected to as checked. */
export interface RemoteFiles {
  /**
   * The bytes that a URL serves. Redirects are followed, each under the same rules. Reading no further ends the
   * connection.
   * @throws NotFetched; FileTooLarge at once if the server says that the file is larger than `maxBytes`, which the reader
   * counts itself
   */
  read(url: string, scope: Scope, maxBytes: number): AsyncIterable<Buffer>;
  close(): Promise<void>;
}

/** The uses of the master key. Nothing else in the process sees the key itself. */
export interface Secrets {
  /** A 32-byte key for one purpose (HKDF-SHA256, RFC 5869), from the master key for new rows. */
  derive(purpose: string): KeyObject;
  /**
   * The same for every configured master key, starting with the one for new rows: for verifying what an older key made.
   */
  deriveAll(purpose: string): readonly KeyObject[];
  /** Values derived from row ids for one purpose. */
  derivation(purpose: string): Derivation;
  /** AES-256-GCM; `context` is authenticated, so that a value cannot be moved to another row. */
  encrypt(plain: string | Uint8Array, context: string): Buffer;
  /** @throws UnknownMasterKey; another error if the bytes were altered or belong to another context. */
  decrypt(sealed: Uint8Array, context: string): Buffer;
  /** The prefix of everything encrypted from now on. */
  readonly heading: Buffer;
}

/** Values derived from a row's id and a master key, which are stored nowhere (ADR 0002). */
export interface Derivation {
  /** A new id; it identifies the master key it belongs to. */
  newId(): string;
  /** Whether the master key of an id is configured. */
  knows(id: string): boolean;
  /** HMAC-SHA256 of the id. @throws UnknownMasterKey */
  of(id: string): Buffer;
}

/** Something was made with a master key that is no longer configured. */
export class UnknownMasterKey extends Error {
  override name = 'UnknownMasterKey';
  constructor() {
    super('made under a master key that MASTER_KEY does not hold any more');
  }
}
