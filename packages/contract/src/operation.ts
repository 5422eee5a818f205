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
  /** Of the whole body; beyond it 413. */
  readonly maxBytes: number;
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

/** What an installation switches on: operations of a switch that is off are unknown routes there. */
export type Switch = 'oauth';

/** What of the operations is on. */
export type Switches = Readonly<Record<Switch, boolean>>;

/** What every operation says, or may say. */
interface Common {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Relative to the host's root, parameters in braces: `/documentos/{documentoId}`. */
  readonly path: string;
  /** `base` lives at `{base_url}` and `{base_url}/sandbox`; `public` at `{public_url}/api/v1`; `auth` at `{auth_url}`. */
  readonly host?: 'base' | 'public' | 'auth';
  /** Where the operation exists under one environment only. */
  readonly only?: 'sandbox' | 'production';
  readonly scope?: EscopoChave;
  readonly role?: Papel;
  /** Refused with 409 CONFLITO while the caller does not stand so. */
  readonly standing?: Standing;
  /** The answer holds a secret: remembered for an Idempotency-Key, it is replayed to the account or key that made it alone. */
  readonly secret?: true;
  /** Takes an Idempotency-Key though anybody may call it, as every POST of an authenticated caller does by itself. */
  readonly idempotent?: true;
  /** Told in the organization's record of calls only when it was refused; by default always. */
  readonly recorded?: 'refusals';
  /** Answered by a page or file of the service's own, not by a handler. */
  readonly page?: true;
  /** Not among the operations of the published contract. */
  readonly added?: true;
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

/** What follows from the group an operation stands in. */
type Grouped =
  | {
      readonly tag: 'Sessões';
      /**
       * A person's own account: keys are as unknown here as forged ones, a session reaches beyond its organization, all
       * such calls of an address share one limit, and no organization gets a record of them.
       */
      readonly account: true;
      readonly switch?: undefined;
    }
  | { readonly tag: 'OAuth'; readonly account?: undefined; readonly switch: Switch }
  | { readonly tag: Exclude<Tag, 'Sessões' | 'OAuth'>; readonly account?: undefined; readonly switch?: undefined };

/** Who may call, and what such calls are counted by where that is not the caller alone. */
type Called =
  /** `oauth`: by the address, with the limit of applications that renew for all their organizations. */
  | { readonly credential: 'client'; readonly counted: 'oauth' }
  | { readonly credential: 'anonymous'; readonly counted?: 'oauth' }
  /** `signing`: besides as a call through its link, as an attempt to sign. */
  | { readonly credential: 'signer-token'; readonly counted?: 'signing' }
  | { readonly credential: Exclude<Credential, 'client' | 'anonymous' | 'signer-token'>; readonly counted?: undefined };

/** The path's parameters, and what authentication looks up by them in the exchange that finds the caller. */
type Addressed =
  | {
      readonly params: TObject<{ documentoId: TSchema }>;
      /** The document's revision, which says whether its answer is known. */
      readonly preload: 'documento';
    }
  | { readonly params?: TObject; readonly preload?: undefined };

/**
 * One operation of the API as a value. Routes, validation, handler types, the OpenAPI document, SDK methods and the
 * tests generated for every operation come from it.
 */
export type Operation = Common & Grouped & Called & Addressed;

/** Whether an operation exists where these switches are set so. */
export const isSwitchedOn = (operation: Operation, switches: Switches): boolean =>
  operation.switch === undefined || switches[operation.switch];

/** Whether an operation takes an Idempotency-Key: the POSTs of authenticated callers, and what anybody creates. */
export const takesIdempotencyKey = ({ method, credential, idempotent }: Operation): boolean =>
  method === 'POST' && (credential === 'api' || credential === 'session' || idempotent === true);

/** Keeps the literal types of an operation's value. */
export const operation = <const O extends Operation>(value: O): O => value;
