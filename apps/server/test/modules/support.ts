import { afterAll, beforeAll, expect } from 'vitest';
import type { Tag } from '../../src/core/driver/tag.ts';
import { tinyPdf } from '../adapters/tiny-pdf.ts';
import { type Answer, call, documentForm, newAccount, type Service, startService, until } from '../harness.ts';

export { call, documentForm, type Service, tinyPdf, until };

/** Headers that identify a caller. */
export type Credential = Record<string, string>;

/** One organization in one environment, ready to act. The panel's session has room for many calls a minute. */
export interface Sender {
  readonly service: Service;
  /** Root of the API in the environment. */
  readonly base: string;
  readonly as: Credential;
}

/**
 * A service of a test file's own, started before its tests and stopped after them: for a file that asks for other settings,
 * stops it, breaks what it holds, or counts what is everybody's. @param env may wait for other servers
 */
export function ownService(env: () => Promise<Record<string, string>> = async () => ({})): () => Service {
  let service: Service | undefined;
  beforeAll(async () => {
    service = await startService(await env());
  });
  afterAll(() => service?.stop());
  return () => running(service);
}

let shared: Service | undefined;
/** A clock further ahead than this is a story of its own file, whose service ends with it. */
const AHEAD_MS = 12 * 3600_000;

/**
 * The service that files of a worker share; it ends with the worker. A file makes organizations of its own there, and may
 * move the clock on.
 */
export function sharedService(): () => Service {
  beforeAll(async () => {
    shared ??= await startService();
  });
  afterAll(async () => {
    if (!shared || shared.clock.now().getTime() - Date.now() < AHEAD_MS) return;
    const moved = shared;
    shared = undefined;
    await moved.stop();
  });
  return () => running(shared);
}

function running(service: Service | undefined): Service {
  if (!service) throw new Error('the service is not running yet');
  return service;
}

/** Sets the service's clock to so long before a moment, however long the way there took. */
export const setBefore = ({ clock }: Service, moment: string, ms: number): void =>
  clock.advance(Date.parse(moment) - ms - clock.now().getTime());

/** Whether the service sends mail itself: without its jobs nobody does. */
const mails = ({ app }: Service): boolean => app.config.roles.includes('jobs');

/** A new organization of its own, so that tests of a file do not see each other's documents. */
export async function newSender(service: Service, ambiente: 'PRODUCAO' | 'TESTE' = 'TESTE'): Promise<Sender> {
  // Session routes are counted by address; every test file signs up several organizations from the same one.
  service.clock.advance(60_000);
  const { panel } = await newAccount(service.origin, undefined, mails(service) ? undefined : service.owner);
  return { service, base: `${service.origin}/v1${ambiente === 'TESTE' ? '/sandbox' : ''}`, as: panel };
}

let people = 0;

/** A person with an address of their own who gets a link handed out and confirms an e-mail. */
export function person(overrides: object = {}) {
  people += 1;
  return {
    funcao: 'ASSINAR',
    nome: `Pessoa ${people}`,
    email: `pessoa${people}@exemplo.com.br`,
    metodoEntrega: 'LINK',
    ...overrides,
  };
}

/** A signature field on the first page, or whatever else is asked for. */
export function field(overrides: object = {}) {
  return { tipo: 'ASSINATURA', pagina: 1, x: 0.1, y: 0.7, largura: 0.4, altura: 0.1, ...overrides };
}

/** POST /documentos, whatever comes of it. */
export function postDocument(sender: Sender, dados: object, pdf: Uint8Array = tinyPdf()): Promise<Answer> {
  return call(`${sender.base}/documentos`, 'POST', documentForm(pdf, { titulo: 'Contrato', ...dados }), sender.as);
}

/** A draft, as the creation answers it. */
export async function draft(sender: Sender, dados: object = {}, pdf?: Uint8Array) {
  const created = await postDocument(sender, dados, pdf);
  expect([created.status, created.body?.erros]).toEqual([201, undefined]);
  return created.body;
}

/** Any call about a document, by the rest of its path. */
export function about(sender: Sender, id: string, rest = '', method = 'GET', body?: unknown): Promise<Answer> {
  return call(`${sender.base}/documentos/${id}${rest}`, method, body, sender.as);
}

/** A document created and sent, as sending answers it. */
export async function sent(sender: Sender, dados: object = {}, pdf?: Uint8Array) {
  const { id } = await draft(sender, { signatarios: [person()], campos: [field()], ...dados }, pdf);
  const answer = await about(sender, id, '/enviar', 'POST');
  expect([answer.status, answer.body?.erros]).toEqual([200, undefined]);
  return answer.body;
}

interface Message {
  readonly canal: string;
  readonly destino: string;
  readonly assunto: string | null;
  readonly texto: string;
  readonly html: string | null;
}

/** What was captured for an address or number, oldest first. */
export async function messagesTo(sender: Sender, destino: string): Promise<Message[]> {
  if (!sender.base.endsWith('/sandbox')) {
    return sender.service.owner<Message[]>`
      select canal, destino, assunto, texto, html
        from mensagem_capturada
       where ambiente = 'PRODUCAO' and destino = ${destino}
       order by criado_em, id`;
  }
  const { body } = await call(`${sender.service.origin}/v1/sandbox/caixa?limite=100`, 'GET', undefined, sender.as);
  return body.itens.filter((item: Message) => item.destino === destino).reverse();
}

const CODE = /(?:Seu código é |^\[TESTE\] |^)(\d{6})\b/;
const LINK = /\/assinar\/([\w-]{43})/;

async function capturedOf(sender: Sender, destino: string, pattern: RegExp, which: number): Promise<string> {
  return until(async () => {
    const found = (await messagesTo(sender, destino)).flatMap(({ texto }) => pattern.exec(texto)?.[1] ?? []);
    return found[which - 1];
  });
}

/** The digits of the n-th code sent to an address or number, once it arrived. */
export const codeSentTo = (sender: Sender, destino: string, which = 1) => capturedOf(sender, destino, CODE, which);

/** The token of the n-th link sent to an address or number, once it arrived. */
export const linkSentTo = (sender: Sender, destino: string, which = 1) => capturedOf(sender, destino, LINK, which);

/** The token in a LINK signer's `link`. */
export const tokenOf = (signatario: { link?: string }): string => signatario.link?.split('/').pop() ?? '';

/** The acts of whoever holds a personal link. */
export function signer(base: string, token: string) {
  const path = `${base}/assinatura/${token}`;
  const post = (act: string, body: unknown, headers?: Record<string, string>) =>
    call(`${path}/${act}`, 'POST', body, headers);
  return {
    path,
    open: () => call(path),
    otp: (fator: string) => post('otp', { fator }),
    answer: (fator: string, codigo: string) => post('autenticar', { fator, codigo }),
    personal: (cpf: string, dataNascimento: string) =>
      post('autenticar', { fator: 'DADOS_PESSOAIS', cpf, dataNascimento }),
    read: (paginasLidas = 300, segundos = 5) => post('leitura', { paginasLidas, segundos }),
    accept: async (textoHash?: string) =>
      post('aceite', { textoHash: textoHash ?? (await call(path)).body.textoAceite.textoHash }),
    sign: (body: object = {}, headers?: Record<string, string>) =>
      post('assinar', { assinatura: { tipo: 'DIGITADA', texto: 'Assinatura' }, campos: [], ...body }, headers),
    refuse: (motivo = 'Não é o combinado.', documentoId?: string) =>
      post('recusar', { motivo, ...(documentoId ? { documentoId } : {}) }),
    file: () => call(`${path}/arquivo`),
  };
}

export type Signer = ReturnType<typeof signer>;

/** A LINK signer with the EMAIL factor, taken as far as signing: proved, read, accepted. */
export async function readyToSign(
  sender: Sender,
  signatario: { link?: string; email: string },
  nthCode = 1,
): Promise<Signer> {
  const one = await authenticated(sender, signatario, nthCode);
  expect((await one.read()).status).toBe(200);
  expect((await one.accept()).status).toBe(200);
  return one;
}

/** A LINK signer with the EMAIL factor, who has opened the link and answered with the code. */
export async function authenticated(
  sender: Sender,
  signatario: { link?: string; email: string },
  nthCode = 1,
): Promise<Signer> {
  const one = signer(sender.base, tokenOf(signatario));
  expect((await one.open()).status).toBe(200);
  expect((await one.otp('EMAIL')).status).toBe(200);
  const answered = await one.answer('EMAIL', await codeSentTo(sender, signatario.email, nthCode));
  expect(answered.body).toMatchObject({ autenticado: true });
  return one;
}

/** Status, code and places of a refusal, as tests compare them. */
export const refusal = ({ status, body }: Answer) => [
  status,
  body?.codigo,
  ...(body?.erros ? [body.erros.map(({ campo }: { campo: string }) => campo).sort()] : []),
];

/** What a refused answer says, without what belongs to the one request. */
export function said(answer: Answer | undefined): Record<string, unknown> {
  const { requestId: _, instance: __, tentativasRestantes: ___, ...rest } = answer?.body ?? {};
  return { httpStatus: answer?.status, ...rest };
}

export const retryAfter = ({ headers }: Answer): number => Number(headers.get('retry-after'));

/** Six digits that are not the code. */
export const wrong = (code: string): string => (code === '000000' ? '000001' : '000000');

/** A document out for signature by one person, and that person's link. */
export async function waitingFor(sender: Sender, signatario: object) {
  const documento = await sent(sender, { signatarios: [signatario] });
  return { documento, one: signer(sender.base, tokenOf(documento.signatarios[0])) };
}

/** Every event of a document's trail, oldest first. */
export async function trailOf(sender: Sender, id: string) {
  const { body } = await about(sender, id, '/auditoria?limite=100');
  return body.itens as { acao: string; detalhe: Record<string, unknown> }[];
}

/** POST of the public validation, from one address. */
export const validate = (service: Service, body: unknown, headers: Record<string, string> = {}) =>
  call(`${service.origin}/api/v1/validacao/consultar`, 'POST', body, headers);

/** The same of the sandbox's own. */
export const validateTest = (service: Service, body: unknown, headers: Record<string, string> = {}) =>
  call(`${service.origin}/api/v1/sandbox/validacao/consultar`, 'POST', body, headers);

/** Waits until somebody waits for what this transaction holds. */
export const untilWaitedFor = (transaction: Tag): Promise<true> =>
  until(async () => {
    const waiting = await transaction`
      select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))`;
    return waiting.length > 0;
  });
