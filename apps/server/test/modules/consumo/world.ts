import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TipoMedicao } from '@rubrica/contract';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect } from 'vitest';
import { tinyPdf } from '../../adapters/tiny-pdf.ts';
import {
  type Account,
  type Answer,
  call,
  documentForm,
  login,
  newAccount,
  type Service,
  startService,
  until,
} from '../../harness.ts';
import { noteMail } from '../../mailbox.ts';

export { call, documentForm, tinyPdf, until };

/** Recipients a mail server or carrier refuses for good. */
export const REFUSED_EMAIL = 'ninguem@recusado.exemplo.com.br';
export const REFUSED_PHONE = '+5511900000000';

export interface World {
  readonly service: Service;
  /** What the mail server accepted. */
  readonly mails: readonly ParsedMail[];
  /** What the carrier accepted. */
  readonly sms: readonly { para: string; texto: string }[];
}

/** The service with a real mail server and SMS gateway, started before a file's tests and stopped after them. */
export function sharedWorld(env: Record<string, string> = {}): () => World {
  let world: World | undefined;
  const closing: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    const mails: ParsedMail[] = [];
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      onRcptTo({ address }, _session, done) {
        done(address === REFUSED_EMAIL ? Object.assign(new Error('no such mailbox'), { responseCode: 550 }) : null);
      },
      onData(stream, session, done) {
        simpleParser(stream).then((mail) => {
          for (const { address } of session.envelope.rcptTo) noteMail(address, mail.subject ?? '', mail.text ?? '');
          mails.push(mail);
          done();
        }, done);
      },
    });
    smtp.on('error', () => {});
    smtp.listen(0, '127.0.0.1');
    await once(smtp.server, 'listening');
    closing.push(() => new Promise<void>((done) => smtp.close(done)));

    const sms: { para: string; texto: string }[] = [];
    const gateway = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const message = JSON.parse(Buffer.concat(chunks).toString());
      const refused = message.para === REFUSED_PHONE;
      if (!refused) sms.push(message);
      response.writeHead(refused ? 400 : 202).end();
    }).listen(0, '127.0.0.1');
    await once(gateway, 'listening');
    closing.push(() => new Promise((done) => gateway.close(done).closeAllConnections()));

    const service = await startService({
      SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
      SMS_GATEWAY_URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/sms`,
      ...env,
    });
    closing.push(() => service.stop());
    world = { service, mails, sms };
  });
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });
  return () => {
    if (!world) throw new Error('the service is not running yet');
    return world;
  };
}

/** An organization in one environment, calling by its panel session, which has room for many calls a minute. */
export interface Sender {
  readonly service: Service;
  readonly account: Account;
  readonly base: string;
  as: Record<string, string>;
  api(path: string, method?: string, body?: unknown): Promise<Answer>;
  /** Sets the clock forward and logs in again: a session that rests for eight hours is over. */
  advance(ms: number): Promise<void>;
}

const HOUR_MS = 3600_000;

/**
 * Sets a clock past the turn of the hour where that is near: hours, days and months of the consumption, which all turn with
 * an hour of the clock, do not turn between an act and its count.
 */
export function leaveTurnBehind({ clock }: Service): void {
  const left = HOUR_MS - (clock.now().getTime() % HOUR_MS);
  if (left < HOUR_MS / 4) clock.advance(left + 60_000);
}

export async function newSender(service: Service, ambiente: 'PRODUCAO' | 'TESTE' = 'PRODUCAO'): Promise<Sender> {
  leaveTurnBehind(service);
  const account = await newAccount(service.origin);
  const base = `${service.origin}/v1${ambiente === 'TESTE' ? '/sandbox' : ''}`;
  const sender: Sender = {
    service,
    account,
    base,
    as: { ...account.panel },
    api: (path, method = 'GET', body) => call(`${base}${path}`, method, body, sender.as),
    async advance(ms) {
      service.clock.advance(ms);
      sender.as = { ...(await login(service.origin, account.email, account.senha)) };
    },
  };
  return sender;
}

export interface Medicao {
  tipo: TipoMedicao;
  quantidade: number;
  franquia: number | null;
  excedente: number;
  valorExcedenteCentavos: number;
}

export async function medicaoOf(sender: Sender, tipo: TipoMedicao): Promise<Medicao> {
  const { status, body } = await sender.api('/consumo');
  expect(status).toBe(200);
  return body.medicoes.find((medicao: Medicao) => medicao.tipo === tipo);
}

export const quantidadeOf = async (sender: Sender, tipo: TipoMedicao) => (await medicaoOf(sender, tipo)).quantidade;

/** How much an act adds to a counter. Whatever the act leaves to a job has to be over when it resolves. */
export async function added(sender: Sender, tipo: TipoMedicao, act: () => Promise<unknown>): Promise<number> {
  const before = await quantidadeOf(sender, tipo);
  await act();
  return (await quantidadeOf(sender, tipo)) - before;
}

/** Waits until a counter stands at so much. */
export const reaches = (sender: Sender, tipo: TipoMedicao, quantidade: number) =>
  until(async () => (await quantidadeOf(sender, tipo)) === quantidade);

const PERSONAL = { cpf: '52998224725', dataNascimento: '1980-05-17' };

/** A signer who gets a link handed out and proves who they are by personal data: no message leaves. */
export function person(overrides: object = {}) {
  return {
    funcao: 'ASSINAR',
    nome: 'João da Silva',
    metodoEntrega: 'LINK',
    fatoresExigidos: ['DADOS_PESSOAIS'],
    ...PERSONAL,
    ...overrides,
  };
}

const FIELD = { tipo: 'ASSINATURA', pagina: 1, x: 0.1, y: 0.7, largura: 0.4, altura: 0.1 };

/** A draft that is ready to be sent. @param more of DocumentoEntrada */
export async function draft(sender: Sender, more: object = {}, pdf: Uint8Array = tinyPdf()): Promise<string> {
  const dados = {
    titulo: 'Contrato',
    fatoresExigidos: ['DADOS_PESSOAIS'],
    signatarios: [person()],
    campos: [FIELD],
    ...more,
  };
  const created = await sender.api('/documentos', 'POST', documentForm(pdf, dados));
  expect([created.status, created.body?.erros]).toEqual([201, undefined]);
  return created.body.id;
}

export async function send(sender: Sender, id: string): Promise<void> {
  const { status, body } = await sender.api(`/documentos/${id}/enviar`, 'POST');
  expect([status, body.codigo]).toEqual([200, undefined]);
}

export async function sent(sender: Sender, more: object = {}, pdf?: Uint8Array): Promise<string> {
  const id = await draft(sender, more, pdf);
  await send(sender, id);
  return id;
}

/** Where a handed-out link's acts are. */
export async function linkOf(sender: Sender, id: string, index = 0): Promise<string> {
  const { body } = await sender.api(`/documentos/${id}`);
  return `${sender.base}/assinatura/${body.signatarios[index].link.split('/').pop()}`;
}

/** Takes a signer by personal data as far as signing. */
export async function prepareToSign(path: string): Promise<void> {
  expect((await call(`${path}/autenticar`, 'POST', { fator: 'DADOS_PESSOAIS', ...PERSONAL })).status).toBe(200);
  expect((await call(`${path}/leitura`, 'POST', { paginasLidas: 300, segundos: 5 })).status).toBe(200);
  const { textoHash } = (await call(path)).body.textoAceite;
  expect((await call(`${path}/aceite`, 'POST', { textoHash })).status).toBe(200);
}

export async function sign(path: string): Promise<void> {
  await prepareToSign(path);
  const body = { assinatura: { tipo: 'DIGITADA', texto: 'João' }, campos: [] };
  const signed = await call(`${path}/assinar`, 'POST', body);
  expect([signed.status, signed.body.status]).toEqual([200, 'ASSINADO']);
}
