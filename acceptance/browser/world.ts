import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { DocumentoEntrada, SignatarioEntrada } from '@rubrica/contract';
import { type Client, createClient } from '@rubrica/sdk/client';
import { CONFIRMATION_LINK, mailTo } from '../../apps/server/test/mailbox.ts';
import { until } from '../../scripts/until.ts';

export { until };

/** The real service in a process of its own, and an organization that sends documents in its sandbox. */

export const ROOT = resolve(import.meta.dirname, '../..');
export const PASSWORD = 'gato-azul-corre-no-telhado-42';
export const SAMPLE = join(ROOT, 'packages/pdf/samples/contrato-exemplo.pdf');

export interface Service {
  readonly origin: string;
  /** Its DATABASE_URL, or null where the database is its own. */
  readonly database: string | null;
  /** Everything the service printed so far. */
  readonly printed: () => string;
  readonly stop: () => Promise<void>;
}

/** Where a run of tests has a database for everybody who asks, and builds the pages once; nothing outside of a run. */
const { TEST_RUN, TEST_RUN_FOLDER = tmpdir() } = process.env;

/** How this process may end; a run of tests ends its workers by the signal, and kills those that do not. */
const ENDS = ['exit', 'disconnect', ...(TEST_RUN ? (['SIGTERM'] as const) : [])] as const;

async function newDatabase(from: string): Promise<{ url: string; remove(): Promise<unknown> }> {
  const answer = await fetch(from, { method: 'POST' });
  const url = await answer.text();
  if (!answer.ok) throw new Error(url);
  return { url, remove: () => fetch(`${from}${new URL(url).pathname}`, { method: 'DELETE' }) };
}

/** Warnings and faults of a service, which vitest keeps with the test that is running and shows where it fails. */
function tellFaults(lines: string): void {
  for (const line of lines.split('\n')) if (/"level":[456]0/.test(line)) console.error(line);
}

/** @param env beside what a test service needs; with a DATA_DIR it has its embedded database in there */
export async function startService(env: Record<string, string> = {}): Promise<Service> {
  const dataDir = await mkdtemp(join(TEST_RUN_FOLDER, 'rubrica-telas-'));
  if (TEST_RUN) await fetch(TEST_RUN);
  const database = TEST_RUN && !env.DATA_DIR ? await newDatabase(TEST_RUN) : null;
  const child: ChildProcess = spawn(process.execPath, [join(ROOT, 'apps/server/src/main.ts')], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      PORT: '0',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'info',
      DATA_DIR: dataDir,
      TRUST_PROXY: '127.0.0.1/32',
      // A program makes in seconds the calls of somebody's hour, all with one key.
      SANDBOX_RATE_LIMIT: '1000',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
      // The run's databases are migrated.
      ...(database ? { DATABASE_URL: database.url, ROLES: 'http,jobs' } : {}),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // A test that gives up before the service is there does not get to stop it, nor does anybody stop what a worker shares.
  const end = () => child.kill('SIGTERM');
  for (const event of ENDS) process.once(event, end);
  let printed = '';
  const origin = await new Promise<string>((done, fail) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        printed += chunk;
        if (TEST_RUN) tellFaults(String(chunk));
        const found = /no ar em (http:\/\/\S+)/.exec(printed)?.[1];
        if (found) done(found);
      });
    }
    child.once('exit', () => fail(new Error(`the service did not start:\n${printed}`)));
  });
  // In a fresh clone the first request builds the page, which may take longer than a browser waits.
  for (const path of ['/assinar/', '/painel']) await fetch(origin + path);
  return {
    origin,
    database: database?.url ?? null,
    printed: () => printed,
    async stop() {
      const ended = new Promise((done) => child.once('exit', done));
      end();
      await ended;
      for (const event of ENDS) process.off(event, end);
      await database?.remove();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export type Person = Omit<SignatarioEntrada, 'funcao'> & { readonly funcao?: SignatarioEntrada['funcao'] };
export type Field = NonNullable<DocumentoEntrada['campos']>[number];
export type Draft = Omit<DocumentoEntrada, 'signatarios' | 'campos' | 'titulo'> & { readonly titulo?: string };

/** One organization, in the sandbox unless it was asked for otherwise. */
export interface Sender {
  readonly origin: string;
  readonly api: Client;
  /** A client without credentials: what a signer's page calls with. */
  readonly anyone: Client;
}

let addresses = 0;

/** An address nobody else in this run uses: limits per address do not add up. */
export function newAddress(): string {
  addresses += 1;
  return `198.51.${100 + Math.floor(addresses / 250)}.${1 + (addresses % 250)}`;
}

/** Opens the link that came to a new account's address, captured by the service or taken by a mail server of the test. */
export async function confirmEmail(origin: string, email: string): Promise<void> {
  const token = await until(async () => {
    const mails = await mailTo({ origin }, email);
    return mails.flatMap(({ texto }) => CONFIRMATION_LINK.exec(texto)?.[1] ?? [])[0];
  });
  const anyone = createClient({ baseUrl: `${origin}/v1`, init: { headers: { 'x-forwarded-for': newAddress() } } });
  await anyone.confirmarEmail({ body: { token } });
}

/** @param ambiente in production messages leave the service, so nothing here can read them */
export async function newSender(
  { origin }: Service,
  marca: object = {},
  ambiente: 'TESTE' | 'PRODUCAO' = 'TESTE',
): Promise<Sender> {
  const address = { 'x-forwarded-for': newAddress() };
  const panel = createClient({ baseUrl: `${origin}/v1`, init: { headers: address } });
  const email = `dona${addresses}.${Date.now()}@exemplo.com.br`;
  const organizacao = { nome: 'Imobiliária Acácia Ltda.', documento: '11222333000181' };
  await panel.cadastrar({ body: { nome: 'Ana Lima', email, senha: PASSWORD, organizacao } });
  await confirmEmail(origin, email);
  const login = await fetch(`${origin}/v1/sessoes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...address },
    body: JSON.stringify({ email, senha: PASSWORD }),
  });
  const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? '';
  const { csrfToken } = (await login.json()) as { csrfToken: string };
  const init = { headers: { ...address, cookie } };
  if (Object.keys(marca).length > 0) {
    const production = createClient({ baseUrl: `${origin}/v1`, init, csrfToken: () => csrfToken });
    await production.alterarOrganizacao({ body: { marca } });
  }
  return {
    origin,
    api: createClient({
      baseUrl: `${origin}/v1${ambiente === 'TESTE' ? '/sandbox' : ''}`,
      init,
      csrfToken: () => csrfToken,
    }),
    anyone: createClient({ baseUrl: `${origin}/v1`, init: { headers: address } }),
  };
}

let people = 0;

/** A person with an address of their own, who gets the link by e-mail unless told otherwise. */
export function person(overrides: Partial<Person> = {}): Person & { readonly email: string; readonly id: string } {
  people += 1;
  const email = `marina${people}.${Date.now()}@exemplo.com.br`;
  return { id: randomUUID(), nome: 'Marina Duarte Leal', email, ...overrides } as Person & {
    readonly email: string;
    readonly id: string;
  };
}

/** Somebody who proves by CPF and birth date and is handed the link: no message is needed, so production serves too. */
export const knownPerson = (overrides: Partial<Person> = {}) =>
  person({ metodoEntrega: 'LINK', fatoresExigidos: ['DADOS_PESSOAIS'], ...PERSONAL, ...overrides });

export const field = (overrides: Partial<Field> = {}): Field => ({
  tipo: 'ASSINATURA',
  pagina: 1,
  x: 0.12,
  y: 0.75,
  largura: 0.36,
  altura: 0.08,
  ...overrides,
});

/** A document sent to people. @returns its id and each person's personal link, once the invitation arrived */
export async function send(
  sender: Sender,
  signatarios: readonly Person[],
  campos: readonly Field[] = [field()],
  draft: Draft = {},
  pdf?: Uint8Array,
): Promise<{ id: string; links: string[] }> {
  const documento = await create(sender, signatarios, campos, draft, pdf);
  await sender.api.enviarDocumento({ params: { documentoId: documento } });
  const invited = draft.ordenado ? signatarios.slice(0, 1) : signatarios;
  return { id: documento, links: await Promise.all(invited.map((one) => linkOf(sender, documento, one))) };
}

export async function create(
  sender: Sender,
  signatarios: readonly Person[],
  campos: readonly Field[],
  draft: Draft = {},
  pdf?: Uint8Array,
): Promise<string> {
  const arquivo = new Blob([Buffer.from(pdf ?? (await readFile(SAMPLE)))], { type: 'application/pdf' });
  const { id } = await sender.api.criarDocumento({
    arquivo,
    dados: {
      titulo: 'Contrato de locação — Rua das Acácias, 120',
      ...draft,
      signatarios: signatarios.map((one) => ({ funcao: 'ASSINAR' as const, ...one })),
      campos: [...campos],
    },
  });
  return id;
}

const SOON_MS = 6_000;

/**
 * A document whose deadline passed before anybody signed. On a machine on which it is over before the document is sent, a
 * later one is chosen.
 * @param one gets the link handed out, which is there before the document is sent
 */
export async function expire(sender: Sender, one: Person, draft: Draft = {}): Promise<{ id: string; link: string }> {
  const documentoId = await create(sender, [one], [field()], draft);
  const link = await linkOf(sender, documentoId, one);
  const params = { documentoId };
  for (let within = SOON_MS; ; within *= 2) {
    const prazoEm = new Date(Date.now() + within).toISOString();
    try {
      await sender.api.alterarDocumento({ params, body: { prazoEm } });
      await sender.api.enviarDocumento({ params });
      break;
    } catch (error) {
      if (Date.now() < Date.parse(prazoEm)) throw error;
    }
  }
  await until(async () => (await sender.api.obterDocumento({ params })).status === 'EXPIRADO');
  return { id: documentoId, link };
}

/** A person's personal link: handed out for LINK, else from the message that carried it. */
export async function linkOf(sender: Sender, documentoId: string, one: Person): Promise<string> {
  if (one.metodoEntrega === 'LINK') {
    const { signatarios } = await sender.api.obterDocumento({ params: { documentoId } });
    return signatarios.find(({ id }) => id === one.id)?.link ?? '';
  }
  return messageTo(
    sender,
    one.metodoEntrega === 'SMS' ? (one.telefone ?? '') : (one.email ?? ''),
    /(http\S+\/assinar\/[\w-]{43})/,
  );
}

/** What the newest message to somebody says, once there is one that says it. @param after how many to leave out */
export async function messageTo(sender: Sender, destino: string, pattern: RegExp, after = 0): Promise<string> {
  return until(async () => {
    const { itens } = await sender.api.listarCaixa({ query: { limite: 100 } });
    const found = itens
      .filter((item) => item.destino === destino)
      .flatMap(({ texto }) => pattern.exec(texto)?.[1] ?? []);
    return found.length > after ? found[0] : undefined;
  });
}

export const CODE_IN_EMAIL = /Seu código é (\d{6})/;
export const CODE_IN_SMS = /(\d{6}) é o seu código/;

export const tokenOf = (link: string): string => link.split('/').pop() ?? '';

/** What `knownPerson` answers when asked. */
const PERSONAL = { cpf: '52998224725', dataNascimento: '1980-05-17' } as const;

/** Takes a person through the API as far as signing. */
export async function signByApi(sender: Sender, link: string): Promise<void> {
  const params = { token: tokenOf(link) };
  const session = await sender.anyone.abrirAssinatura({ params });
  if (session.fatores.some(({ fator, cumprido }) => fator === 'DADOS_PESSOAIS' && !cumprido)) {
    await sender.anyone.autenticarSignatario({ params, body: { fator: 'DADOS_PESSOAIS', ...PERSONAL } });
  }
  for (const { id, paginas } of session.documentos) {
    await sender.anyone.registrarLeitura({ params, body: { documentoId: id, paginasLidas: paginas, segundos: 1 } });
  }
  await sender.anyone.registrarAceite({ params, body: { textoAceiteId: session.textoAceite.textoAceiteId } });
  await sender.anyone.assinar({
    params,
    body: { assinatura: { tipo: 'DIGITADA', texto: 'Outra Pessoa' }, campos: [] },
  });
}
