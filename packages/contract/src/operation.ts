import type { TObject, TSchema } from 'typebox';
import type { EscopoChave, EventoWebhook, Papel } from './enums.ts';
import type { ErrorKey } from './errors.ts';
import type { Tag } from './tags.ts';

/** The credential an operation accepts. `api` is an API key or a panel session. */
export type Credential = 'api' | 'session' | 'signer-token' | 'download-token' | 'anonymous' | 'client';

/**
 * What an address that is no personal link leads to: inside another page, a signer's session or one of the field editor; the
 * public form of a template, or a visitor's request for a document by it.
 */
export type TicketFor = 'signature' | 'editing' | 'form' | 'form-request';

/**
 * The standing required of the caller: `active` means that its organization is not suspended; `confirmed` means, in
 * addition, that in production the e-mail of its account is confirmed, because the operation reaches outsiders.
 */
export type Standing = 'active' | 'confirmed';

/** A JSON body. */
export interface JsonBody<S extends TSchema = TSchema> {
  readonly kind: 'json';
  readonly schema: S;
  /** The body may be omitted entirely. */
  readonly optional?: true;
  /** Of the whole body; beyond it the answer is 413. */
  readonly maxBytes: number;
  /** The property `arquivo` is a file, taken out of the body while it arrives (`base64`), or fetched (`url`). */
  readonly withFile?: true;
}

/** A multipart body: the part `arquivo` is a PDF; `dados`, if present, is JSON. */
export interface MultipartBody<S extends TSchema = TSchema> {
  readonly kind: 'multipart';
  readonly dados?: S;
  /** The same as JSON: the fields of `dados` beside `arquivo`. */
  readonly json: JsonBody & { readonly withFile: true };
}

/** A form as used by RFC 6749. */
export interface FormBody<S extends TSchema = TSchema> {
  readonly kind: 'form';
  readonly schema: S;
}

export type Body = JsonBody | MultipartBody | FormBody;

/** The body of a success: a JSON schema, nothing, a file, or a choice between JSON and the PDF by `Accept`. */
export type Answer =
  | { readonly kind: 'json'; readonly schema: TSchema }
  | { readonly kind: 'empty' }
  | { readonly kind: 'pdf' }
  | { readonly kind: 'pdf-or-json'; readonly schema: TSchema }
  | { readonly kind: 'png' }
  | { readonly kind: 'zip' }
  | { readonly kind: 'html' };

/** The media type of each kind of answer that is, or may be, a file. */
export const MEDIA_TYPES = {
  pdf: 'application/pdf',
  'pdf-or-json': 'application/pdf',
  png: 'image/png',
  zip: 'application/zip',
} as const;
export type FileKind = keyof typeof MEDIA_TYPES;

/** Whether an answer is, or may be, a file. */
export const isFileKind = (kind: Answer['kind']): kind is FileKind => kind in MEDIA_TYPES;

/** Features an installation can switch on: operations of a switch that is off are unknown routes. */
export type Switch = 'oauth';

/** Which switches are on. */
export type Switches = Readonly<Record<Switch, boolean>>;

/** What every operation states or may state. */
interface Common {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Relative to the host's root, parameters in braces: `/documentos/{documentoId}`. */
  readonly path: string;
  /**
   * `base` is served at `{base_url}` and `{base_url}/sandbox`; `public` at `{public_url}/api/v1`; `auth` at
   * `{auth_url}`.
   */
  readonly host?: 'base' | 'public' | 'auth';
  /** Set if the operation exists in one environment only. */
  readonly only?: 'sandbox' | 'production';
  /** What it takes is the organization's or an account's: it holds in both environments, under whichever root it is called. */
  readonly bothEnvironments?: true;
  readonly scope?: EscopoChave;
  readonly role?: Papel;
  /** Refused with 409 CONFLITO unless the caller has this standing. */
  readonly standing?: Standing;
  /**
   * The response contains a secret: under an Idempotency-Key it is replayed only to the account or key that made the
   * call.
   */
  readonly secret?: true;
  /** Accepts an Idempotency-Key although anonymous, as every POST of an authenticated caller does anyway. */
  readonly idempotent?: true;
  /** Recorded among the organization's calls only if it was refused; by default always. */
  readonly recorded?: 'refusals';
  /** Answered by a page or file of the service itself, not by a handler. */
  readonly page?: true;
  /** May be called, about its one document, by the field editor that is shown inside another page. */
  readonly edits?: true;
  /** Not part of the published contract. */
  readonly added?: true;
  readonly query?: TObject;
  readonly body?: Body;
  readonly success: 200 | 201 | 202 | 204;
  readonly answer: Answer;
  /** Errors of this operation beyond those `errorsOf` derives from its credential, parameters and body. */
  readonly errors?: readonly ErrorKey[];
  readonly emits?: readonly EventoWebhook[];
  readonly summary: string;
  readonly description?: string;
}

/** What follows from the group an operation belongs to. */
type Grouped =
  | {
      readonly tag: 'Sessões';
      /**
       * The way into a person's own account: API keys are treated like forged ones, a session reaches beyond its
       * organization, all such calls from one address share one limit, and no organization records them.
       */
      readonly account: 'entry';
      readonly switch?: undefined;
    }
  | {
      readonly tag: 'Conta';
      /**
       * A person's own account from inside: the same, but API keys are told that this takes a session, and calls are
       * counted for the session.
       */
      readonly account: 'inside';
      readonly switch?: undefined;
    }
  | { readonly tag: 'OAuth'; readonly account?: undefined; readonly switch: Switch }
  | {
      readonly tag: Exclude<Tag, 'Sessões' | 'Conta' | 'OAuth'>;
      readonly account?: undefined;
      readonly switch?: undefined;
    };

/** Who may call, and what else such calls are counted by. */
type Called =
  /** `oauth`: by the address, with the limit of applications that renew for all their organizations. */
  | { readonly credential: 'client'; readonly counted: 'oauth' }
  | { readonly credential: 'anonymous'; readonly counted?: 'oauth' }
  /**
   * `signing`: counted not only as a call through its link but also as an attempt to sign. `ticket`: the token is that of
   * an address made for another page, which opens one session and nothing else.
   */
  | { readonly credential: 'signer-token'; readonly counted?: 'signing'; readonly ticket?: TicketFor }
  | { readonly credential: Exclude<Credential, 'client' | 'anonymous' | 'signer-token'>; readonly counted?: undefined };

/** The path's parameters, and what authentication loads for them in the same round trip that finds the caller. */
type Addressed =
  | {
      readonly params: TObject<{ documentoId: TSchema }>;
      /** The document's revision, which decides whether its cached response is still valid. */
      readonly preload: 'documento';
    }
  | { readonly params?: TObject; readonly preload?: undefined };

/**
 * Where it reads. `replica`: a server that follows the primary may answer, once it has everything that was acknowledged
 * before the call came. Only what members read of their organization's data, and nothing that decides: credentials,
 * signatures and files are read where they are written. With `preload` the revision may be newer than what is read.
 */
type Reading =
  | { readonly method: 'GET'; readonly credential: 'api'; readonly preload?: undefined; readonly reads: 'replica' }
  | { readonly reads?: undefined };

/**
 * One operation of the API as a value. Routes, validation, handler types, the OpenAPI document, SDK methods and the
 * generated tests all come from it.
 */
export type Operation = Common & Grouped & Called & Addressed & Reading;

/** Whether an operation exists under these switches. */
export const isSwitchedOn = (operation: Operation, switches: Switches): boolean =>
  operation.switch === undefined || switches[operation.switch];

/**
 * Whether an operation takes an Idempotency-Key: POSTs of authenticated callers, and anonymous ones that create
 * something.
 */
export const takesIdempotencyKey = ({ method, credential, idempotent }: Operation): boolean =>
  method === 'POST' && (credential === 'api' || credential === 'session' || idempotent === true);

/** Preserves the literal types of an operation's value. */
export const operation = <const O extends Operation>(value: O): O => value;
