import { createHash, randomBytes } from 'node:crypto';
import { KEY_SCOPES } from '@rubrica/contract';
import { registerClient } from '../../../src/modules/oauth/index.ts';
import { type Account, type Answer, call, elsewhere, type Service, startService } from '../../harness.ts';

export const startOAuth = () => startService();

/** An application as its developer knows it. */
export interface Client {
  readonly id: string;
  readonly secret: string;
  readonly redirect: string;
  readonly environment: 'PRODUCAO' | 'TESTE';
}

export interface Registration {
  readonly ambiente?: 'PRODUCAO' | 'TESTE';
  readonly redirects?: readonly string[];
  readonly escopos?: readonly string[];
  readonly organizacao?: string;
  readonly responsavel?: string;
}

export const REDIRECT = 'https://erp.exemplo.com.br:8443/retorno';

/** Registers an application, as the operator's command does. */
export async function newClient(service: Service, registration: Registration = {}): Promise<Client> {
  const { ambiente = 'TESTE', redirects = [REDIRECT], escopos = KEY_SCOPES } = registration;
  const { organizacao = null, responsavel = null } = registration;
  const made = await registerClient(
    service.owner,
    { nome: 'ERP da Acácia', ambiente, redirects, escopos, organizacao, responsavel },
    () => [],
  );
  if (!('clientId' in made)) throw new Error(JSON.stringify(made));
  const { clientId: id, clientSecret: secret } = made;
  return { id, secret, redirect: redirects[0] ?? '', environment: ambiente };
}

/** A verifier and its S256 challenge. */
export function newProof(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** The authorization request of an application; `changes` replace parameters, undefined ones are left out. */
export function authorization(
  client: Client,
  challenge: string,
  changes: Readonly<Record<string, string | undefined>> = {},
): URLSearchParams {
  const all: Record<string, string | undefined> = {
    response_type: 'code',
    client_id: client.id,
    redirect_uri: client.redirect,
    scope: 'documentos:ler organizacao:ler',
    state: 'estado com espaço & sinais',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...changes,
  };
  return new URLSearchParams(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

export interface Page {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** Where the browser is sent, if anywhere. */
  readonly location: URL | null;
}

/** The consent page as a browser gets it: redirects are looked at, not followed. */
export async function browse(
  service: Service,
  query: URLSearchParams,
  headers: Record<string, string> = {},
  form?: URLSearchParams,
): Promise<Page> {
  const url = `${service.origin}/oauth/autorizar${form ? '' : `?${query}`}`;
  const response = await fetch(url, {
    method: form ? 'POST' : 'GET',
    redirect: 'manual',
    headers: { ...elsewhere(), ...headers },
    ...(form ? { body: form } : {}),
  });
  const location = response.headers.get('location');
  const { status, headers: received } = response;
  return { status, headers: received, html: await response.text(), location: location ? new URL(location) : null };
}

const plain = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

/** The form a person would send, filled as the page has it. */
export function formOf({ html }: Page, decisao: string): URLSearchParams {
  const inputs = [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
  const form = new URLSearchParams(inputs.map(([, name = '', value = '']) => [name, plain(value)] as [string, string]));
  form.set('decisao', decisao);
  return form;
}

/** Only the cookie: what a browser sends by itself. */
export const cookieOf = ({ panel }: Pick<Account, 'panel'>) => ({ cookie: panel.cookie });

/** A person of the organization opens the page and decides. @returns where the browser goes */
export async function decide(
  service: Service,
  person: Pick<Account, 'panel'>,
  query: URLSearchParams,
  decisao = 'consentir',
): Promise<URL> {
  const shown = await browse(service, query, cookieOf(person));
  const sent = await browse(service, query, cookieOf(person), formOf(shown, decisao));
  if (sent.status !== 303 || !sent.location) throw new Error(`${sent.status} ${sent.html}`);
  return sent.location;
}

/** A call of the token endpoint of the application's own environment. */
export function askToken(
  service: Service,
  client: Client,
  fields: Readonly<Record<string, string>>,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const credentials = headers.authorization ? {} : { client_id: client.id, client_secret: client.secret };
  return post(service, client.environment, new URLSearchParams({ ...credentials, ...fields }).toString(), headers);
}

export function post(
  service: Service,
  environment: Client['environment'],
  body: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const url = `${service.origin}/v1${environment === 'TESTE' ? '/sandbox' : ''}/oauth/token`;
  return call(url, 'POST', body, {
    'content-type': 'application/x-www-form-urlencoded',
    ...elsewhere(),
    ...headers,
  });
}

/** A consent, up to its code. */
export async function consented(
  service: Service,
  client: Client,
  person: Pick<Account, 'panel'>,
  changes: Readonly<Record<string, string>> = {},
) {
  const { verifier, challenge } = newProof();
  const location = await decide(service, person, authorization(client, challenge, changes));
  const code = location.searchParams.get('code') ?? '';
  return {
    code,
    verifier,
    /** What the application sends to exchange the code. */
    exchange: { grant_type: 'authorization_code', code, redirect_uri: client.redirect, code_verifier: verifier },
  };
}

/** A consent and the first tokens of it. */
export async function granted(
  service: Service,
  client: Client,
  person: Pick<Account, 'panel'>,
  changes: Readonly<Record<string, string>> = {},
): Promise<{ access_token: string; refresh_token: string; scope: string; organizacaoId: string; expires_in: number }> {
  const { exchange } = await consented(service, client, person, changes);
  const answer = await askToken(service, client, exchange);
  if (answer.status !== 200) throw new Error(answer.bytes.toString());
  return answer.body;
}

/** One call of the API with an access token. */
export function callApi(
  service: Service,
  token: string,
  path = '/documentos',
  {
    environment = 'TESTE',
    method = 'GET',
    body,
  }: { environment?: Client['environment']; method?: string; body?: unknown } = {},
): Promise<Answer> {
  const root = environment === 'TESTE' ? '/v1/sandbox' : '/v1';
  return call(`${service.origin}${root}${path}`, method, body, { authorization: `Bearer ${token}`, ...elsewhere() });
}

/** Status and code of a refusal of the API, or status and error of the token endpoint's. */
export const outcome = ({ status, body }: Answer) => `${status} ${body?.codigo ?? body?.error ?? ''}`.trim();
