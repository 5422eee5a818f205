import type { Arquivo } from './file.ts';

/** Method, path, host, credential, kind of body, kind of answer. */
export type Route = readonly [
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
  path: string,
  host: 'base' | 'public' | 'auth',
  credential: 'api' | 'session' | 'signer-token' | 'download-token' | 'anonymous' | 'client',
  body: 'json' | 'multipart' | 'form' | 'none',
  answer: 'json' | 'empty' | 'pdf' | 'pdf-or-json' | 'png' | 'zip' | 'html',
];

/** What every call accepts besides its own input. */
export interface CallOptions {
  /** Identifies what is done, so that doing it again does not create anything twice: an order number, for example. */
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The longest an attempt may take, in milliseconds; 0 for any. */
  readonly timeout?: number | undefined;
  /** How often it is repeated at most when the service is busy, down, or not reached. */
  readonly retries?: number | undefined;
  /** Told of each repetition, before the wait: seconds, and what failed. */
  readonly onRetry?: ((seconds: number, error: Error) => void) | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Any call, once its types have been checked. */
export interface CallInput extends CallOptions {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: object | undefined;
  readonly body?: unknown;
  readonly dados?: unknown;
  readonly arquivo?: Arquivo;
  readonly nomeArquivo?: string | undefined;
  readonly as?: 'json';
}

/** How calls are made: where to, as whom, and with how much patience. */
export interface Settings {
  /** Root of the API, including `/sandbox` if that is meant: `https://api.exemplo.com.br/v1`. */
  readonly baseUrl: string;
  /** An API key. Omit it in a browser: there the panel's cookie or the signer's link identifies the caller. */
  readonly credential?: string;
  /** Host of public validation and of the contact form; defaults to the origin of `baseUrl`. */
  readonly publicUrl?: string;
  /** Host of the OAuth consent page; defaults to `publicUrl`. */
  readonly authUrl?: string;
  readonly fetch?: typeof globalThis.fetch;
  /** Base of every request, such as `{ credentials: 'include' }` for the panel. */
  readonly init?: RequestInit;
  /** The value of `X-CSRF-Token` for the panel's session. */
  readonly csrfToken?: () => string | undefined;
  /** The idempotency key of a call without one. */
  readonly idempotencyKey?: () => string | undefined;
  /** Identifies the integrating system. */
  readonly userAgent?: string;
  /** See `CallOptions`; 0 by default. */
  readonly retries?: number;
  /** See `CallOptions`; 0 by default. */
  readonly timeout?: number;
  /** Waits between attempts; for tests. @param ms milliseconds */
  readonly pause?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}
