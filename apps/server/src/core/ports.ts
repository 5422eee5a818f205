import type { Readable } from 'node:stream';
import type { Rule } from '@rubrica/contract';
import type { Scope } from './scope.ts';

/**
 * The world outside the process. Every port has an embedded form and a real one, and one shared test holds both to
 * the same promise.
 */

/** The receiver will not take it, now or later: an unknown mailbox, a number the carrier refuses. */
export class DeliveryRefused extends Error {
  override name = 'DeliveryRefused';
}

/** A dependency did not answer; trying again later may help. Becomes 503 SERVICO_INDISPONIVEL towards a caller. */
export class Unavailable extends Error {
  override name = 'Unavailable';
}

/**
 * The database was asked to commit and its answer did not come: the transaction may be there or not. The caller is told
 * to come again, and a repetition with its Idempotency-Key has the answer.
 */
export class OutcomeUnknown extends Unavailable {
  override name = 'OutcomeUnknown';
  constructor(cause: unknown) {
    super('the answer to a commit was lost', { cause });
  }
}

export interface MailMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Pictures stand in it as data URIs. */
  readonly html: string;
  /** Shown as the sender's name; the address is always MAIL_FROM. */
  readonly fromName?: string;
  readonly replyTo?: string;
  /** Stable across retries, so that a repeated attempt can be recognised as the same message. */
  readonly messageId: string;
}

/** @throws DeliveryRefused when the server refuses recipient or message for good (5xx), Unavailable otherwise. */
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

/** @throws DeliveryRefused when the carrier refuses (4xx), Unavailable on 5xx or silence. */
export interface Sms {
  send(message: SmsMessage): Promise<void>;
}

/**
 * Finished files by key. Keys are `segment/segment/...` of [A-Za-z0-9_.-]; a stored file never changes, and putting
 * the same key again with the same bytes is harmless.
 */
export interface FileStore {
  /** Takes over a finished local file, durably: when this returns the bytes survive a power cut. */
  put(key: string, sourcePath: string): Promise<void>;
  /**
   * The same in two steps, the second of which many files can take together: when this returns the bytes survive a power
   * cut, and when `settle` does their name too. Nothing may be acknowledged before.
   * @param synced resolves when the bytes are on the disk, in a file only its owner may read; absent, they are brought there
   */
  place(key: string, sourcePath: string, synced?: Promise<void>): Promise<{ settle(): Promise<void> }>;
  /** @throws FileMissing */
  read(key: string): Promise<{ stream: Readable; size: number }>;
  /** Lends the file as a local path for the time of `use`. */
  withLocal<T>(key: string, use: (path: string) => Promise<T>): Promise<T>;
  delete(key: string): Promise<void>;
  /** Keys of files at least so old by the store's own clock, for the sweep of files no row names. */
  list(prefix: string, ageMs: number): AsyncIterable<string>;
  /** Rejects when the store cannot be reached or written; when the signal is aborted, with its reason, at once. */
  ready(signal?: AbortSignal): Promise<void>;
}

export class FileMissing extends Error {
  override name = 'FileMissing';
}

export type ScanVerdict =
  | { readonly clean: true; readonly engine: 'CLAMD' | 'ESTRUTURAL'; readonly notes: readonly string[] }
  | { readonly clean: false; readonly engine: 'CLAMD' | 'ESTRUTURAL'; readonly threat: string };

/** @throws Unavailable when the engine is configured and does not answer: an unscanned file is never let through. */
export interface Antivirus {
  scan(path: string): Promise<ScanVerdict>;
}

/** So many hits in so long a time. */
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
   * Counts one hit of `key` in several sliding windows at once, longest first; it is counted only where all have room.
   * Told is the window with the least room left; of a refusal the one that keeps the caller out longest.
   */
  windows(key: string, windows: readonly WindowBound[], nowMs: number): Promise<WindowState>;
  /** Takes one token of a bucket of `capacity` that regains one every `refillMs`. */
  bucket(key: string, capacity: number, refillMs: number, nowMs: number): Promise<WindowState>;
  close(): Promise<void>;
}

export interface Geolocation {
  readonly pais: string | null;
  readonly estado: string | null;
  readonly cidade: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** What the position can be trusted for, in words: `PAIS`, `CIDADE`. */
  readonly precisao: string;
}

export interface Geo {
  locate(ip: string): Geolocation | null;
}

export interface WebhookResponse {
  /** HTTP status, or null when no answer came. */
  readonly status: number | null;
  readonly durationMs: number;
  /** First 64 KiB of the answer's body. */
  readonly body: string;
  /** Why there is no usable answer, for the webhook's owner. */
  readonly error: Rule | null;
}

/** One POST to an address that was resolved once, checked, and connected to as checked. Never throws, never follows. */
export interface WebhookHttp {
  post(url: string, headers: Record<string, string>, body: Uint8Array, timeoutMs: number): Promise<WebhookResponse>;
  /** Why this URL may not be delivered to (scheme, literal or resolved address), or null. */
  refusal(url: string, scope: Scope): Promise<Rule | null>;
  close(): Promise<void>;
}

/** What the master key is used for. Nothing else in the process sees the key itself. */
export interface Secrets {
  /** A key of 32 bytes for one purpose (HKDF-SHA256, RFC 5869), of the master key for new rows. */
  derive(purpose: string): Buffer;
  /** The same of every master key there is, that for new rows first: for checking what an earlier one made. */
  deriveAll(purpose: string): readonly Buffer[];
  /** What is derived from rows' ids for one purpose. */
  derivation(purpose: string): Derivation;
  /** AES-256-GCM; `context` is authenticated, so that a value cannot be moved to another row. */
  encrypt(plain: string | Uint8Array, context: string): Buffer;
  /** @throws UnknownMasterKey; another error when the bytes were altered or belong to another context. */
  decrypt(sealed: Uint8Array, context: string): Buffer;
  /** What everything encrypted from now on begins with. */
  readonly heading: Buffer;
}

/** Values made of a row's id and a master key, which stand in no table (ADR 0002). */
export interface Derivation {
  /** A new id, which tells the master key that goes with it. */
  newId(): string;
  /** Whether the master key of an id is among those given. */
  knows(id: string): boolean;
  /** HMAC-SHA256 of the id. @throws UnknownMasterKey */
  of(id: string): Buffer;
}

/** Something was made under a master key that is not given any more. */
export class UnknownMasterKey extends Error {
  override name = 'UnknownMasterKey';
  constructor() {
    super('made under a master key that MASTER_KEY does not hold any more');
  }
}
