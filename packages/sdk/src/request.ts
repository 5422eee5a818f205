import { isJson, toBlob } from './file.ts';
import type { CallInput, Route, Settings } from './input.ts';

const trimmed = (url: string) => url.replace(/\/+$/, '');

function urlOf(settings: Settings, [, path, host]: Route, input: CallInput): URL {
  const base = trimmed(settings.baseUrl);
  const publicUrl = trimmed(settings.publicUrl ?? new URL(base).origin);
  const root = { base, public: `${publicUrl}/api/v1`, auth: settings.authUrl ?? publicUrl }[host];
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = input.params?.[name];
    if (typeof value !== 'string' || value === '') throw new TypeError(`params.${name} is missing`);
    return encodeURIComponent(value);
  });
  const url = new URL(root + filled);
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return url;
}

async function bodyOf(
  [, , , , kind]: Route,
  { body, dados, arquivo, nomeArquivo }: CallInput,
): Promise<{ body?: NonNullable<RequestInit['body']>; contentType?: string }> {
  if (kind === 'multipart') {
    if (arquivo === undefined) throw new TypeError('arquivo is missing');
    if (isJson(arquivo)) {
      const whole = { ...(dados as object | undefined), arquivo, nomeArquivo };
      return { body: JSON.stringify(whole), contentType: 'application/json' };
    }
    const { blob, name } = await toBlob(arquivo);
    const form = new FormData();
    // `dados` goes first, so that a server can refuse it before it reads the file.
    if (dados !== undefined) form.append('dados', JSON.stringify(dados));
    form.append('arquivo', blob, nomeArquivo ?? name);
    return { body: form };
  }
  if (body === undefined) return {};
  if (kind === 'form') return { body: new URLSearchParams(body as Record<string, string>) };
  return { body: JSON.stringify(body), contentType: 'application/json' };
}

function acceptOf([, , , , , answer]: Route, input: CallInput): string {
  if (answer === 'html') return 'text/html';
  if (isFile(answer, input)) return `${MEDIA_TYPES[answer]}, application/problem+json;q=0.9`;
  return 'application/json, application/problem+json';
}

const MEDIA_TYPES = {
  pdf: 'application/pdf',
  'pdf-or-json': 'application/pdf',
  png: 'image/png',
  zip: 'application/zip',
} as const;

/** Whether the answer is the file itself. */
export const isFile = (answer: Route[5], input: CallInput): answer is keyof typeof MEDIA_TYPES =>
  answer in MEDIA_TYPES && !(answer === 'pdf-or-json' && input.as === 'json');

/** Whether a call takes an Idempotency-Key: those of signers and of anybody do not. */
export const takesKey = ([method, , , credential]: Route): boolean =>
  method === 'POST' && (credential === 'api' || credential === 'session');

/** The request of a call, ready for `fetch`, as often as it takes. The API key goes only to the operations that take one. */
export async function requestOf(settings: Settings, route: Route, input: CallInput): Promise<[URL, RequestInit]> {
  const [method, , , credential] = route;
  const url = urlOf(settings, route, input);
  const { body, contentType } = await bodyOf(route, input);
  const headers = new Headers(settings.init?.headers);
  const set = (name: string, value: string | undefined) => value !== undefined && headers.set(name, value);

  set('accept', acceptOf(route, input));
  set('content-type', contentType);
  set('user-agent', settings.userAgent);
  if (takesKey(route)) set('idempotency-key', input.idempotencyKey ?? settings.idempotencyKey?.());
  if (credential === 'api' || credential === 'session') {
    set('authorization', settings.credential && `Bearer ${settings.credential}`);
    if (method !== 'GET') set('x-csrf-token', settings.csrfToken?.());
  }
  for (const [name, value] of Object.entries(input.headers ?? {})) headers.set(name, value);
  return [url, { ...settings.init, method, headers, ...(body === undefined ? {} : { body }) }];
}
