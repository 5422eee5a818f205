import type { Ambiente, MembroEntrada, Papel, SessaoIniciada } from '@rubrica/contract';
import { type Client, createClient } from '@rubrica/sdk/client';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { DESKTOP, type Watch, watched } from '../browser/browser.ts';
import { confirmEmail, newAddress, PASSWORD, type Sender, type Service, until } from '../browser/world.ts';

export { newAddress };

/** Organizations and their people, each from an address of their own: an address may sign in ten times a minute. */

export interface Member {
  readonly origin: string;
  readonly nome: string;
  readonly email: string;
  readonly senha: string;
  readonly papel: Papel;
  /** The address all calls of this person come from. */
  readonly ip: string;
  readonly cookie: string;
  readonly session: SessaoIniciada;
  readonly production: Client;
  readonly sandbox: Client;
}

let people = 0;

export const newEmail = (who = 'ana'): string => {
  people += 1;
  return `${who}${people}.${Date.now()}@exemplo.com.br`;
};

/** The browser a login by the API says it is. */
const AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0 Safari/537.36';

/** Enters by the API. */
export async function enter(origin: string, email: string, ip: string, senha = PASSWORD): Promise<Member> {
  const answer = await fetch(`${origin}/v1/sessoes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': ip, 'user-agent': AGENT },
    body: JSON.stringify({ email, senha }),
  });
  if (!answer.ok) throw new Error(`login: ${answer.status} ${await answer.text()}`);
  return memberOf(origin, ip, answer, senha);
}

async function memberOf(origin: string, ip: string, answer: Response, senha: string): Promise<Member> {
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  const session = (await answer.json()) as SessaoIniciada;
  const init = { headers: { 'x-forwarded-for': ip, cookie } };
  const client = (path: string) =>
    createClient({ baseUrl: `${origin}${path}`, init, csrfToken: () => session.csrfToken, retries: 2 });
  const { nome, email } = session.usuario;
  const people = { nome, email, senha, papel: session.papel };
  return { origin, ip, cookie, session, ...people, production: client('/v1'), sandbox: client('/v1/sandbox') };
}

/** A new organization and its owner, whose address is confirmed. */
export async function newOwner(
  { origin }: Pick<Service, 'origin'>,
  nome = 'Imobiliária Acácia Ltda.',
): Promise<Member> {
  const ip = newAddress();
  const email = newEmail();
  const anyone = createClient({ baseUrl: `${origin}/v1`, init: { headers: { 'x-forwarded-for': ip } } });
  const organizacao = { nome, documento: '11222333000181' };
  await anyone.cadastrar({ body: { nome: 'Ana Lima', email, senha: PASSWORD, organizacao } });
  await confirmEmail(origin, email);
  return enter(origin, email, ip);
}

/** The token of an invitation, sent through the sandbox, whose mailbox shows it. */
export async function invite(owner: Member, email: string, papel: MembroEntrada['papel']): Promise<string> {
  await owner.sandbox.convidarMembro({ body: { email, papel } });
  return until(async () => {
    const { itens } = await owner.sandbox.listarCaixa({ query: { limite: 100 } });
    const text = itens.find(({ destino }) => destino === email)?.texto ?? '';
    return /\/painel\/convite\/([\w-]+)/.exec(text)?.[1];
  });
}

/** Somebody who joined an organization in a role. */
export async function newMember(owner: Member, papel: MembroEntrada['papel'], nome = 'Paulo Tavares'): Promise<Member> {
  return accept(owner.origin, await invite(owner, newEmail('paulo'), papel), newAddress(), nome);
}

/** Accepts an invitation of the sandbox by the API, and confirms the address. */
export async function accept(origin: string, token: string, ip: string, nome = 'Paulo Tavares'): Promise<Member> {
  const answer = await fetch(`${origin}/v1/autenticacao/convites/${token}/aceitar`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
    body: JSON.stringify({ nome, senha: PASSWORD }),
  });
  if (!answer.ok) throw new Error(`invitation: ${answer.status} ${await answer.text()}`);
  const member = await memberOf(origin, ip, answer, PASSWORD);
  const { usuario } = member.session;
  if (usuario.emailConfirmadoEm !== null) return member;
  await confirmEmail(origin, usuario.email);
  const session = { ...member.session, usuario: { ...usuario, emailConfirmadoEm: new Date().toISOString() } };
  return { ...member, session };
}

/** A member as the sender that `browser/world.ts` makes documents with, in the sandbox. */
export const senderOf = (member: Member): Sender => ({
  origin: member.origin,
  api: member.sandbox,
  anyone: createClient({ baseUrl: `${member.origin}/v1`, init: { headers: { 'x-forwarded-for': member.ip } } }),
});

export interface Opened {
  readonly context: BrowserContext;
  readonly watch: Watch;
  readonly page: Page;
}

/** A browser of somebody who has not entered. */
export async function openAsStranger(browser: Browser, options: BrowserContextOptions = DESKTOP): Promise<Opened> {
  const { context, watch } = await watched(browser, {
    extraHTTPHeaders: { 'x-forwarded-for': newAddress() },
    ...options,
  });
  return { context, watch, page: await context.newPage() };
}

/** A browser in which a member has entered, with the panel's storage as a login leaves it. */
export async function openAs(
  browser: Browser,
  member: Member,
  options: BrowserContextOptions = DESKTOP,
): Promise<Opened> {
  const { csrfToken, usuario, organizacao } = member.session;
  const [name = '', ...value] = member.cookie.split('=');
  const { hostname } = new URL(member.origin);
  const cookie = { name, value: value.join('='), domain: hostname, path: '/', expires: -1 };
  const kept = JSON.stringify({ csrfToken, usuario, organizacaoId: organizacao.id });
  return openAsStranger(browser, {
    ...options,
    extraHTTPHeaders: { 'x-forwarded-for': member.ip },
    storageState: {
      cookies: [{ ...cookie, httpOnly: true, secure: false, sameSite: 'Lax' }],
      origins: [{ origin: member.origin, localStorage: [{ name: 'rubrica.painel.sessao', value: kept }] }],
    },
  });
}

/** An address of the panel. @param path relative to the environment's root, `/documentos` */
export const panelUrl = (origin: string, path = '', ambiente: Ambiente = 'TESTE'): string =>
  `${origin}/painel${ambiente === 'TESTE' ? '/sandbox' : ''}${path}`;

/** A browser in which a member has entered, at a screen of the panel that is drawn. @param path as `panelUrl` takes it */
export async function openAt(
  browser: Browser,
  member: Member,
  path: string,
  options?: BrowserContextOptions,
): Promise<Opened> {
  const opened = await openAs(browser, member, options);
  await opened.page.goto(panelUrl(member.origin, path));
  await opened.page.locator('main h1').waitFor();
  return opened;
}
