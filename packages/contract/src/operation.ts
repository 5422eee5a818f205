import type { TObject, TSchema } from 'typebox';
import type { EscopoChave, EventoWebhook, Papel } from './enums.ts';
import type { ErrorKey } from './errors.ts';
import type { Tag } from './tags.ts';

/** What an operation accepts as proof of who calls. `api` is an API key or a panel session. */
export type Credential = 'api' | 'session' | 'signer-token' | 'download-token' | 'anonymous' | 'client';

/**
 * How the caller has to stand: `active`, its organization is not suspended; `confirmed`, moreover, in production, the
 * e-mail of its account is confirmed, because what is done reaches people outside.
 */
export type Standing = 'active' | 'confirmed';

/** A JSON body. */
export interface JsonBody<S extends TSchema = TSchema> {
  readonly kind: 'json';
  readonly schema: S;
  /** The call may come without a body at all. */
  readonly optional?: true;
}

/** A multipart body: the part `arquivo` holds a PDF; `dados`, where there is one, holds JSON. */
export interface MultipartBody<S extends TSchema = TSchema> {
  readonly kind: 'multipart';
  readonly dados?: S;
}

/** A form as RFC 6749 uses it. */
export interface FormBody<S extends TSchema = TSchema> {
  readonly kind: 'form';
  readonly schema: S;
}

export type Body = JsonBody | MultipartBody | FormBody;

/** What a success answers: a JSON schema, nothing, a PDF, or a choice between JSON and the PDF by `Accept`. */
export type Answer =
  | { readonly kind: 'json'; readonly schema: TSchema }
  | { readonly kind: 'empty' }
  | { readonly kind: 'pdf' }
  | { readonly kind: 'pdf-or-json'; readonly schema: TSchema }
  | { readonly kind: 'html' };

/**
 * One operation of the API as a value. Routes, validation, handler types, the OpenAPI document, SDK methods and the
 * tests generated for every operation come from it.
 */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Relative to the host's root, parameters in braces: `/documentos/{documentoId}`. */
  readonly path: string;
  /** `base` lives at `{base_url}` and `{base_url}/sandbox`; `public` at `{public_url}/api/v1`; `auth` at `{auth_url}`. */
  readonly host?: 'base' | 'public' | 'auth';
  /** Where the operation exists under one environment only. */
  readonly only?: 'sandbox' | 'production';
  readonly tag: Tag;
  readonly credential: Credential;
  readonly scope?: EscopoChave;
  readonly role?: Papel;
  /** Refused with 409 CONFLITO while the caller does not stand so. */
  readonly standing?: Standing;
  /** The answer holds a secret: remembered for an Idempotency-Key, it is replayed to the account or key that made it alone. */
  readonly secret?: true;
  /** Takes an Idempotency-Key though anybody may call it, as every POST of an authenticated caller does by itself. */
  readonly idempotent?: true;
  /** Not among the operations of the published contract. */
  readonly added?: true;
  readonly params?: TObject;
  readonly query?: TObject;
  readonly body?: Body;
  readonly success: 200 | 201 | 202 | 204;
  readonly answer: Answer;
  /** What this operation may refuse beyond what `errorsOf` derives from its credential, parameters and body. */
  readonly errors?: readonly ErrorKey[];
  readonly emits?: readonly EventoWebhook[];
  readonly summary: string;
  readonly description?: string;
}

/** Whether an operation takes an Idempotency-Key: the POSTs of authenticated callers, and what anybody creates. */
export const takesIdempotencyKey = ({ method, credential, idempotent }: Operation): boolean =>
  method === 'POST' && (credential === 'api' || credential === 'session' || idempotent === true);

/** Keeps the literal types of an operation's value. */
export const operation = <const O extends Operation>(value: O): O => value;
