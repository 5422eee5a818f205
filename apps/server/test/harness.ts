import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, compose } from '../src/compose.ts';
import { readConfig } from '../src/config.ts';
import type { Clock } from '../src/core/clock.ts';

/** A clock that a test may set forward; it never stands still, so that order is kept. */
export function movableClock(): Clock & { advance(ms: number): void } {
  let offset = 0;
  return {
    now: () => new Date(Date.now() + offset),
    advance: (ms) => {
      offset += ms;
    },
  };
}

export interface Service {
  readonly app: App;
  readonly origin: string;
  readonly clock: ReturnType<typeof movableClock>;
  stop(): Promise<void>;
}

/** The whole service with everything embedded, on a free port and in a directory of its own. */
export async function startService(env: Record<string, string> = {}): Promise<Service> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rubrica-'));
  const clock = movableClock();
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
    DATA_DIR: dataDir,
    ...env,
  });
  const app = await compose(config, { clock });
  return {
    app,
    origin: app.config.publicOrigin,
    clock,
    async stop() {
      await app.stop();
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

/** One request, its answer read whole. JSON bodies are sent as JSON, FormData as multipart. */
export async function call(
  url: string,
  method = 'GET',
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const form = body instanceof FormData;
  const response = await fetch(url, {
    method,
    headers: { ...(body === undefined || form ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const json = /json/.test(response.headers.get('content-type') ?? '');
  return {
    status: response.status,
    headers: response.headers,
    body: json ? JSON.parse(bytes.toString()) : null,
    bytes,
  };
}

export const ALL_SCOPES = [
  'organizacao:ler',
  'documentos:ler',
  'documentos:escrever',
  'signatarios:ler',
  'signatarios:escrever',
  'arquivos:ler',
  'auditoria:ler',
  'webhooks:gerenciar',
];

let accounts = 0;

/** A new organization with its owner's session and a key of each environment. */
export async function newAccount(origin: string, escopos: readonly string[] = ALL_SCOPES) {
  accounts += 1;
  const email = `dona${accounts}.${Date.now()}@exemplo.com.br`;
  const senha = 'gato-azul-corre-no-telhado-42';
  const base = `${origin}/v1`;
  await call(`${base}/autenticacao/cadastro`, 'POST', {
    nome: 'Ana Lima',
    email,
    senha,
    organizacao: { nome: 'Acácia Ltda.', documento: '11222333000181' },
  });
  const session = await call(`${base}/sessoes`, 'POST', { email, senha });
  const cookie = (session.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const panel = { cookie, 'x-csrf-token': session.body.csrfToken as string };
  const key = async (ambiente: string) => {
    const created = await call(`${base}/chaves-api`, 'POST', { nome: 'testes', ambiente, escopos }, panel);
    return { authorization: `Bearer ${created.body.chave}` };
  };
  return { panel, live: await key('PRODUCAO'), test: await key('TESTE') };
}

/** A multipart body as POST /documentos takes it. */
export function documentForm(pdf: Uint8Array, dados: object): FormData {
  const form = new FormData();
  form.set('arquivo', new Blob([Buffer.from(pdf)], { type: 'application/pdf' }), 'contrato.pdf');
  form.set('dados', JSON.stringify(dados));
  return form;
}

/** Waits for a condition, asking again until it holds or the time is up. */
export async function until<T>(ask: () => Promise<T | null | undefined | false>, timeoutMs = 15_000): Promise<T> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const found = await ask();
    if (found) return found;
    if (Date.now() > end) throw new Error('the condition did not come true in time');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
