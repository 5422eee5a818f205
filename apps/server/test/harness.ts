import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KEY_SCOPES, type Papel } from '@rubrica/contract';
import { ownerPassword } from '../src/adapters/embedded-postgres-access.ts';
import { type App, compose } from '../src/compose.ts';
import { readConfig } from '../src/config/index.ts';
import type { Clock } from '../src/core/clock.ts';
import { createLog, type Logger } from '../src/core/log.ts';
import { connect, type Sql } from '../src/core/sql.ts';
import { checkExchange } from './contract-check.ts';
import { newDatabase } from './database.ts';
import { addMember, confirmEmail, PASSWORD } from './members.ts';

export { until } from '../../../scripts/until.ts';

/** By so much: a test that lasts two minutes stays below the shortest period of a limit, two seconds. */
const SLOWED = 100;

/** A clock that a test may set forward, or slow down; it never stands still, so that order is kept. */
export function movableClock(): Clock & {
  advance(ms: number): void;
  /**
   * Time goes by a hundred times as slowly: so many calls come within a minute on a machine of any speed.
   * @returns what ends it, as `beforeEach` and `onTestFinished` take it; the clock is then where it would have been
   */
  slow(): () => void;
} {
  let offset = 0;
  let slowSince: number | null = null;
  const machine = () => (slowSince === null ? Date.now() : slowSince + (Date.now() - slowSince) / SLOWED);
  return {
    now: () => new Date(machine() + offset),
    advance: (ms) => {
      offset += ms;
    },
    slow: () => {
      slowSince = machine();
      return () => {
        slowSince = null;
      };
    },
  };
}

export interface Service {
  readonly app: App;
  readonly origin: string;
  readonly clock: ReturnType<typeof movableClock>;
  /** Statements as the owner of the tables, whom row-level security does not bind. */
  readonly owner: Sql;
  stop(): Promise<void>;
}

/** A log whose lines vitest keeps with the test that is running, and shows where it fails. */
export const testLog = (level = 'error'): Logger =>
  createLog(level, { write: (line) => console.error(line.trimEnd()) });

/** What a service looks for every ten seconds is found within one. */
const HASTE = 10;

/**
 * The whole service on a free port, in a directory and over a database of its own; over its embedded database where the
 * directory is given, as one that is to be found again, and over the one of DATABASE_URL where that is given. It trusts the test as a proxy, so that a test can speak from an
 * address of its choice by X-Forwarded-For.
 */
export async function startService(env: Record<string, string> = {}): Promise<Service> {
  // A service that files share ends with its worker, and its folder with the run.
  const dataDir = await mkdtemp(join(process.env.TEST_RUN_FOLDER ?? tmpdir(), 'rubrica-'));
  const database = env.DATA_DIR || env.DATABASE_URL ? null : await newDatabase();
  const clock = movableClock();
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
    DATA_DIR: dataDir,
    TRUST_PROXY: '127.0.0.1/32',
    // All of the contract is served.
    OAUTH_ENABLED: 'on',
    ...(database ? { DATABASE_URL: database.url } : {}),
    ...env,
  });
  // A copy of the run's template is migrated; test/processes starts processes that migrate.
  const roles = config.roles.filter((role) => role !== 'migrate' || database === null);
  const app = await compose(config, { roles, clock, haste: HASTE, log: testLog(config.logLevel) });
  // The embedded server lets nobody in without a password; who owns it is not who the service logs in as.
  const embedded = database === null && config.databaseUrl === null;
  const login = embedded ? { username: 'rubrica', password: await ownerPassword(config.dataDir) } : {};
  const owner = connect({ ...app.db.sql.options, ...login }, null, 2);
  return {
    app,
    origin: app.config.publicOrigin,
    clock,
    owner,
    async stop() {
      await owner.end({ timeout: 5 });
      await app.stop();
      await database?.remove();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export interface Answer<B = Record<string, never>> {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what came, whatever the contract says it should be
  readonly body: B extends Record<string, never> ? any : B;
  readonly bytes: Buffer;
}

/**
 * One request, its answer read whole and held against the served contract. JSON bodies are sent as JSON, FormData as
 * multipart, strings and bytes as they are.
 * @throws when the answer is not one the contract declares
 */
export async function call(
  url: string,
  method = 'GET',
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const raw = body instanceof FormData || typeof body === 'string' || body instanceof Uint8Array;
  const form = body instanceof FormData;
  const response = await fetch(url, {
    method,
    headers: { ...(body === undefined || form ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: raw ? (body as NonNullable<RequestInit['body']>) : JSON.stringify(body) }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  checkExchange({ url, method, status: response.status, headers: response.headers, bytes });
  const json = /json/.test(response.headers.get('content-type') ?? '');
  return {
    status: response.status,
    headers: response.headers,
    body: json ? JSON.parse(bytes.toString()) : null,
    bytes,
  };
}

/** A listing, read page by page. @param page asks for one, with `&cursor=…` unless it is the first */
export async function allOf<T>(page: (cursor: string) => Promise<Answer>): Promise<T[]> {
  const all: T[] = [];
  let cursor = '';
  do {
    const { body } = await page(cursor);
    all.push(...body.itens);
    cursor = body.proximoCursor ? `&cursor=${encodeURIComponent(body.proximoCursor)}` : '';
  } while (cursor !== '');
  return all;
}

export const ALL_SCOPES: readonly string[] = KEY_SCOPES;

let accounts = 0;
let addresses = 0;

/** Headers of a caller at an address nobody else of this process speaks from: limits by address do not add up. */
export function elsewhere(): { 'x-forwarded-for': string } {
  addresses += 1;
  return { 'x-forwarded-for': `198.18.${(addresses >> 8) & 255}.${addresses & 255}` };
}

/** What one person of an organization can call with. */
export interface Credentials {
  readonly email: string;
  readonly senha: string;
  /** Cookie and CSRF token of a session. */
  readonly panel: { readonly cookie: string; readonly 'x-csrf-token': string; readonly 'x-forwarded-for': string };
  /** A production key. */
  readonly live: { readonly authorization: string };
  /** A sandbox key. */
  readonly test: { readonly authorization: string };
}

export interface Account extends Credentials {
  /** Another person of the organization, with keys that person made. */
  member(papel: Papel, escopos?: readonly string[]): Promise<Credentials>;
}

/** A session of somebody who has an account. */
export async function login(origin: string, email: string, senha: string): Promise<Credentials['panel']> {
  const address = elsewhere();
  const session = await call(`${origin}/v1/sessoes`, 'POST', { email, senha }, address);
  if (session.status !== 201) throw new Error(session.bytes.toString());
  const cookie = (session.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  return { cookie, 'x-csrf-token': session.body.csrfToken as string, ...address };
}

/** A new key. @param ambiente PRODUCAO or TESTE */
export async function newKey(
  origin: string,
  panel: Credentials['panel'],
  ambiente: string,
  escopos: readonly string[] = ALL_SCOPES,
): Promise<{ authorization: string; id: string }> {
  const created = await call(`${origin}/v1/chaves-api`, 'POST', { nome: 'testes', ambiente, escopos }, panel);
  if (created.status !== 201) throw new Error(created.bytes.toString());
  return { authorization: `Bearer ${created.body.chave}`, id: created.body.id };
}

/**
 * A new organization with its owner's session and a key of each environment; the owner's address is confirmed by the
 * mailed link.
 * @param owner confirms it in the database instead, where no mail arrives: no worker runs, or the mail server is gone
 */
export async function newAccount(
  origin: string,
  escopos: readonly string[] = ALL_SCOPES,
  owner?: Sql,
): Promise<Account> {
  accounts += 1;
  const email = `dona${accounts}.${Date.now()}@exemplo.com.br`;
  await call(
    `${origin}/v1/autenticacao/cadastro`,
    'POST',
    { nome: 'Ana Lima', email, senha: PASSWORD, organizacao: { nome: 'Acácia Ltda.', documento: '11222333000181' } },
    elsewhere(),
  );
  if (owner) await owner`update usuario set email_confirmado_em = now() where email = ${email}`;
  else await confirmEmail({ origin }, email);
  const credentials = await credentialsOf(origin, email, await login(origin, email, PASSWORD), escopos);
  return {
    ...credentials,
    // By a session of its own: the test may have moved the clock past the life of the first.
    member: async (papel, wanted = escopos) => newMember(origin, await login(origin, email, PASSWORD), papel, wanted),
  };
}

async function credentialsOf(
  origin: string,
  email: string,
  panel: Credentials['panel'],
  escopos: readonly string[],
): Promise<Credentials> {
  const [live, test] = await Promise.all(
    ['PRODUCAO', 'TESTE'].map(async (ambiente) => {
      const { authorization } = await newKey(origin, panel, ambiente, escopos);
      return { authorization };
    }),
  );
  return { email, senha: PASSWORD, panel, live, test } as Credentials;
}

/**
 * A member is invited as ADMINISTRADOR, so that it can make keys, and then takes its role: a key's role is its creator's
 * current one.
 */
async function newMember(
  origin: string,
  admin: Credentials['panel'],
  papel: Papel,
  escopos: readonly string[],
): Promise<Credentials> {
  const { membroId, email, panel } = await addMember({ origin }, admin, 'ADMINISTRADOR');
  const credentials = await credentialsOf(origin, email, { ...panel, ...elsewhere() }, escopos);
  const changed = await call(`${origin}/v1/organizacao/membros/${membroId}`, 'PATCH', { papel }, admin);
  if (changed.status !== 200) throw new Error(changed.bytes.toString());
  return credentials;
}

/** A multipart body as POST /documentos takes it. */
export function documentForm(pdf: Uint8Array, dados: object): FormData {
  const form = new FormData();
  form.set('arquivo', new Blob([Buffer.from(pdf)], { type: 'application/pdf' }), 'contrato.pdf');
  form.set('dados', JSON.stringify(dados));
  return form;
}
