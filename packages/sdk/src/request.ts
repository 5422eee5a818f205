import type { OperationId } from '@rubrica/contract';
import { type Route, routes } from './routes.ts';
import type { AnyInput, Pdf } from './types.ts';

/** How a client reaches the API. */
export interface ClientOptions {
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
  /** The idempotency key for a call without one; derive it from your own domain, not from a fresh random value. */
  readonly idempotencyKey?: (operation: OperationId, input: unknown) => string | undefined;
  /** Identifies the integrating system. */
  readonly userAgent?: string;
  /** How often a 429 or 503 is retried after its `Retry-After`; 0 by default. */
  readonly retries?: number;
  /** The longest `Retry-After` worth waiting for, in seconds; beyond it the error is thrown at once. */
  readonly maxRetryAfter?: number;
}

function urlOf(options: ClientOptions, route: Route, input: AnyInput): URL {
  const [, path, host] = route;
  const base = options.baseUrl.replace(/\/+$/, '');
  const publicUrl = (options.publicUrl ?? new URL(base).origin).replace(/\/+$/, '');
  const root = { base, public: `${publicUrl}/api/v1`, auth: options.authUrl ?? publicUrl }[host];
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = input.params?.[name];
    if (value === undefined || value === '') throw new TypeError(`params.${name} is missing`);
    return encodeURIComponent(value);
  });
  const url = new URL(root + filled);
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return url;
}

const toBlob = (pdf: Pdf) => (pdf instanceof Blob ? pdf : new Blob([pdf], { type: 'application/pdf' }));

function bodyOf(route: Route, input: AnyInput): { body?: NonNullable<RequestInit['body']>; contentType?: string } {
  const kind = route[4];
  if (kind === 'multipart') {
    const form = new FormData();
    // `dados` goes first, so that a server can refuse it before it reads the file.
    if (input.dados !== undefined) form.append('dados', JSON.stringify(input.dados));
    if (input.arquivo === undefined) throw new TypeError('arquivo is missing');
    form.append('arquivo', toBlob(input.arquivo), input.nomeArquivo ?? 'documento.pdf');
    return { body: form };
  }
  if (input.body === undefined) return {};
  if (kind === 'form') return { body: new URLSearchParams(input.body as Record<string, string>) };
  return { body: JSON.stringify(input.body), contentType: 'application/json' };
}

/** The key of this call: its own, or the one the client derives; a signer's or anonymous call has none. */
function idempotencyKeyOf(options: ClientOptions, id: OperationId, input: AnyInput): string | undefined {
  const [method, , , credential] = routes[id];
  if (method !== 'POST' || (credential !== 'api' && credential !== 'session')) return undefined;
  return input.idempotencyKey ?? options.idempotencyKey?.(id, input);
}

function acceptOf(route: Route, input: AnyInput): string {
  const answer = route[5];
  if (answer === 'html') return 'text/html';
  if (answer === 'pdf' || (answer === 'pdf-or-json' && input.as !== 'json')) {
    return 'application/pdf, application/problem+json;q=0.9';
  }
  return 'application/json, application/problem+json';
}

/** The request of a call, ready for `fetch`. The API key goes only to the operations that take one. */
export function requestOf(options: ClientOptions, id: OperationId, input: AnyInput): { url: URL; init: RequestInit } {
  const route = routes[id];
  const [method, , , credential] = route;
  const { body, contentType } = bodyOf(route, input);
  const headers = new Headers(options.init?.headers);
  const set = (name: string, value: string | undefined) => value !== undefined && headers.set(name, value);

  set('accept', acceptOf(route, input));
  set('content-type', contentType);
  set('user-agent', options.userAgent);
  set('idempotency-key', idempotencyKeyOf(options, id, input));
  if (credential === 'api' || credential === 'session') {
    set('authorization', options.credential === undefined ? undefined : `Bearer ${options.credential}`);
    if (method !== 'GET') set('x-csrf-token', options.csrfToken?.());
  }
  for (const [name, value] of Object.entries(input.headers ?? {})) headers.set(name, value);

  const init: RequestInit = { ...options.init, method, headers };
  if (body !== undefined) init.body = body;
  if (input.signal !== undefined) init.signal = input.signal;
  return { url: urlOf(options, route, input), init };
}
