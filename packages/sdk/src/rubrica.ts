import { type Method, methods } from '../generated/methods.ts';
import type { Resources } from '../generated/resources.ts';
import { VERSION } from '../generated/version.ts';
import { call } from './call.ts';
import { RubricaError } from './error.ts';
import type { Arquivo } from './file.ts';
import type { CallInput, CallOptions, Route, Settings } from './input.ts';
import { Listing, type Page } from './listing.ts';
import { verificar } from './webhook.ts';

/** Repetitions after the first attempt. */
const RETRIES = 2;
const TIMEOUT_MS = 60_000;
const DEFAULT_URL = 'http://localhost:3000';

/** How a client is set up. */
export interface RubricaOptions {
  /**
   * Where the service is: `https://assinaturas.suaempresa.com.br`, or the root of its API, ending in `/v1`. By default
   * `RUBRICA_URL` of the environment, else `http://localhost:3000`.
   */
  readonly url?: string | undefined;
  /** Host of the public validation; the origin of `url` by default. */
  readonly publicUrl?: string | undefined;
  /** How often a call is repeated when the service is busy, down, or not reached; 2 by default. */
  readonly retries?: number | undefined;
  /** The longest an attempt may take, in milliseconds; 60,000 by default, 0 for any. */
  readonly timeout?: number | undefined;
  /** The name of the system that calls, as in `erp/2.1`. */
  readonly userAgent?: string | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Waits between attempts; for tests. @param ms milliseconds */
  readonly pause?: Settings['pause'] | undefined;
}

/** A client of the API. Its methods stand under what they are about: `rubrica.documentos.enviar(id)`. */
export interface Rubrica extends Omit<Resources, 'webhooks'> {
  /** Root of the API that is called; the sandbox's where the key is one of it. */
  readonly root: string;
  readonly ambiente: 'PRODUCAO' | 'TESTE';
  readonly webhooks: Resources['webhooks'] & { readonly verificar: typeof verificar };
  /**
   * Calls what this version has no method for, with the same patience: `rubrica.chamar('GET', '/documentos', { query: {
   * limite: 1 } })`.
   * @param path below the root, without a query
   */
  chamar(method: Route[0], path: string, input?: RawInput): Promise<unknown>;
}

/** What a call without a method of its own may carry. */
export interface RawInput extends CallOptions {
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
}

const environment = (name: string): string | undefined =>
  (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env?.[name] || undefined;

function ambienteOf(chave: string | undefined): 'PRODUCAO' | 'TESTE' {
  const [, kind] = /^svc_(live|test)_[^\s]+$/.exec(chave ?? '') ?? [];
  if (kind === undefined) throw new RubricaError('an API key begins with svc_live_ or svc_test_');
  return kind === 'test' ? 'TESTE' : 'PRODUCAO';
}

/** The root of the API at an address, for an environment. */
function rootOf(address: string, ambiente: 'PRODUCAO' | 'TESTE'): string {
  const { origin, pathname } = new URL(address);
  const root = origin + (pathname.replace(/\/+$/, '') || '/v1');
  return ambiente === 'TESTE' ? `${root}/sandbox` : root;
}

/** An idempotency key that nobody else makes. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Browsers have an agent of their own, and ask the server before they send another. */
function agentOf(own: string | undefined): string | undefined {
  if ('document' in globalThis) return undefined;
  return `${own ? `${own} ` : ''}rubrica-sdk-js/${VERSION}`;
}

function settingsOf(chave: string | undefined, options: RubricaOptions): Settings & { ambiente: 'PRODUCAO' | 'TESTE' } {
  const key = chave ?? environment('RUBRICA_CHAVE');
  const ambiente = ambienteOf(key);
  const { url = environment('RUBRICA_URL') ?? DEFAULT_URL, publicUrl, fetch, userAgent, pause } = options;
  const agent = agentOf(userAgent);
  return {
    ambiente,
    baseUrl: rootOf(url, ambiente),
    credential: key as string,
    idempotencyKey: newKey,
    retries: options.retries ?? RETRIES,
    timeout: options.timeout ?? TIMEOUT_MS,
    ...(agent === undefined ? {} : { userAgent: agent }),
    ...(publicUrl === undefined ? {} : { publicUrl }),
    ...(fetch === undefined ? {} : { fetch }),
    ...(pause === undefined ? {} : { pause }),
  };
}

/** What a method was given, as a call takes it. */
function inputOf([kind, ...route]: Method, given: readonly unknown[]): CallInput {
  const names = [...route[1].matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const params = Object.fromEntries(names.map((name, i) => [name, given[i]]));
  const [first, second] = given.slice(names.length);
  const options = ((kind === 'none' ? first : second) ?? {}) as CallOptions;
  if (kind === 'none') return { ...options, params };
  if (kind !== 'body') return { ...options, params, query: first as object };
  if (route[4] !== 'multipart') return { ...options, params, body: first };
  const { arquivo, nomeArquivo, ...dados } = (first ?? {}) as { arquivo: Arquivo; nomeArquivo?: string };
  const sent = Object.keys(dados).length > 0 ? { dados } : {};
  return { ...options, params, arquivo, nomeArquivo, ...sent };
}

function methodOf(settings: Settings, name: string, method: Method) {
  const [kind, ...route] = method as readonly [Method[0], ...Route];
  return (...given: unknown[]) => {
    const input = inputOf(method, given);
    if (kind !== 'list') return call(settings, name, route, input);
    return new Listing<unknown>((cursor) => {
      const query = cursor === undefined ? input.query : { ...input.query, cursor };
      return call(settings, name, route, { ...input, query }) as Promise<Page<unknown>>;
    });
  };
}

type Folder = { [name: string]: Folder | ((...given: unknown[]) => unknown) };

class Client {
  constructor(chave?: string, options: RubricaOptions = {}) {
    const { ambiente, ...settings } = settingsOf(chave, options);
    const root: Folder = {};
    for (const [name, method] of Object.entries(methods)) {
      const nouns = name.split('.');
      const verb = nouns.pop() as string;
      let place = root;
      for (const noun of nouns) {
        place[noun] ??= {};
        place = place[noun] as Folder;
      }
      place[verb] = methodOf(settings, name, method);
    }
    Object.assign(root.webhooks as Folder, { verificar });
    const chamar = (method: Route[0], path: string, input: RawInput = {}) =>
      call(settings, `${method} ${path}`, [method, path, 'base', 'api', 'json', 'json'], input);
    Object.assign(this, root, { root: settings.baseUrl, ambiente, chamar });
  }
}

/**
 * `new Rubrica(chave)`. Without a key, that of `RUBRICA_CHAVE` in the environment. A key of the sandbox calls the sandbox.
 * @throws {RubricaError} if it is no key
 */
export const Rubrica = Client as unknown as new (chave?: string, options?: RubricaOptions) => Rubrica;
