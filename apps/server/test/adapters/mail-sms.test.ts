import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { createSmtpMail } from '../../src/adapters/mail-smtp.ts';
import { createSmsGateway } from '../../src/adapters/sms-gateway.ts';
import { DeliveryRefused, Unavailable } from '../../src/core/ports.ts';

const cleanups: Array<() => Promise<unknown> | unknown> = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const from = { name: 'Rubrica', address: 'nao-responda@rubrica.exemplo' };
const message = {
  to: 'maria@exemplo.com.br',
  subject: 'Documento para assinar: “Contrato”',
  text: 'Olá, Maria',
  html: '<p>Olá, <b>Maria</b></p>',
  messageId: 'c0ffee',
};

async function smtp(options: SMTPServerOptions = {}) {
  const received: ParsedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, _session, done) {
      simpleParser(stream).then((mail) => {
        received.push(mail);
        done();
      }, done);
    },
    ...options,
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  cleanups.push(() => new Promise<void>((done) => server.close(done)));
  const { port } = server.server.address() as AddressInfo;
  return { received, url: (credentials = '', query = '') => `smtp://${credentials}127.0.0.1:${port}${query}` };
}

function mailTo(url: string) {
  const mail = createSmtpMail(url, from);
  cleanups.push(() => mail.close());
  return mail;
}

const refusal = (code: number) => Object.assign(new Error('no'), { responseCode: code });

describe('mail by SMTP', () => {
  it('arrives as it was written', async () => {
    const server = await smtp();
    const mail = mailTo(server.url());
    await mail.send({ ...message, fromName: 'Imobiliária Ação', replyTo: 'contato@acao.exemplo' });
    const [got] = server.received;
    expect(got).toMatchObject({
      subject: message.subject,
      html: expect.stringContaining('<b>Maria</b>'),
      messageId: '<c0ffee@rubrica.exemplo>',
    });
    expect(got?.text?.trim()).toBe(message.text);
    expect(got?.from?.value).toEqual([{ name: 'Imobiliária Ação', address: from.address }]);
    expect(got?.to).toMatchObject({ value: [{ address: message.to }] });
    expect(got?.replyTo?.value).toMatchObject([{ address: 'contato@acao.exemplo' }]);
    expect(got?.headers.get('auto-submitted')).toBe('auto-generated');
  });

  it('lets nothing in the fields become a header or another recipient', async () => {
    const server = await smtp();
    const mail = mailTo(server.url());
    await mail.send({ ...message, subject: 'a\r\nBcc: x@y.z', fromName: 'n"\r\nBcc: x@y.z' });
    expect(server.received[0]?.bcc).toBeUndefined();
    await mail.send({ ...message, to: 'maria@exemplo.com.br, outra@exemplo.com.br' }).catch(() => {});
    for (const { to } of server.received) expect(to).not.toMatchObject({ value: [{}, {}] });
  });

  it('logs in with what the address says, percent-decoded', async () => {
    let login = '';
    const server = await smtp({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth(auth, _session, done) {
        login = `${auth.username}:${auth.password}`;
        done(null, { user: 'u' });
      },
    });
    await mailTo(server.url('u%40x:p%2Fw%3A@')).send(message);
    expect(login).toBe('u@x:p/w:');
  });

  it.each([550, 553])('is refused for good when the recipient is refused with %i', async (code) => {
    const server = await smtp({ onRcptTo: (_address, _session, done) => done(refusal(code)) });
    await expect(mailTo(server.url()).send(message)).rejects.toBeInstanceOf(DeliveryRefused);
  });

  it('is refused for good when the message is refused with 554', async () => {
    const server = await smtp({
      onData: (stream, _session, done) => stream.resume().on('end', () => done(refusal(554))),
    });
    await expect(mailTo(server.url()).send(message)).rejects.toBeInstanceOf(DeliveryRefused);
  });

  it('is refused for good when the address is none', async () => {
    const server = await smtp();
    await expect(mailTo(server.url()).send({ ...message, to: '' })).rejects.toBeInstanceOf(DeliveryRefused);
  });

  it.each([
    ['the recipient gets a 450', { onRcptTo: (_a, _s, done) => done(refusal(450)) }],
    ['the sender is refused', { onMailFrom: (_a, _s, done) => done(refusal(550)) }],
    ['the server is busy', { onConnect: (_s, done) => done(refusal(421)) }],
  ] satisfies Array<[string, SMTPServerOptions]>)('can go later when %s', async (_, options) => {
    const server = await smtp(options);
    await expect(mailTo(server.url()).send(message)).rejects.toBeInstanceOf(Unavailable);
  });

  it('can go later when the login is refused, nobody listens, or nobody answers', async () => {
    const locked = await smtp({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_a, _s, done) => done(new Error('no')),
    });
    await expect(mailTo(locked.url('u:p@')).send(message)).rejects.toBeInstanceOf(Unavailable);
    await expect(mailTo('smtp://127.0.0.1:1').send(message)).rejects.toBeInstanceOf(Unavailable);
    const silent = createTcpServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    cleanups.push(() => silent.close());
    const url = `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}?greetingTimeout=200`;
    await expect(mailTo(url).send(message)).rejects.toBeInstanceOf(Unavailable);
  });
});

describe('SMS by gateway', () => {
  async function gateway(status: number) {
    const received: Array<{ headers: IncomingHttpHeaders; body: string; method: string | undefined }> = [];
    const server = createHttpServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      received.push({ headers: request.headers, body, method: request.method });
      response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end('{}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    cleanups.push(() => new Promise((done) => server.close(done).closeAllConnections()));
    return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sms` };
  }
  const sms = { to: '+5511999990000', text: 'Código: 123456 — não compartilhe', messageId: 'id-1' };

  it('posts { para, texto } with the token', async () => {
    const { received, url } = await gateway(202);
    await createSmsGateway({ url, token: 'segredo' }).send(sms);
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({
      method: 'POST',
      headers: { authorization: 'Bearer segredo', 'content-type': 'application/json', 'idempotency-key': 'id-1' },
    });
    expect(JSON.parse(received[0]?.body ?? '')).toEqual({ para: sms.to, texto: sms.text });
  });

  it('goes without a token, or with the user of the address', async () => {
    const { received, url } = await gateway(200);
    await createSmsGateway({ url, token: null }).send(sms);
    await createSmsGateway({ url: url.replace('//', '//u:p%40@'), token: null }).send(sms);
    expect(received.map(({ headers }) => headers.authorization)).toEqual([
      undefined,
      `Basic ${Buffer.from('u:p@').toString('base64')}`,
    ]);
  });

  it.each([400, 404, 422])('is refused by the carrier with %i', async (status) => {
    const { url } = await gateway(status);
    await expect(createSmsGateway({ url, token: null }).send(sms)).rejects.toBeInstanceOf(DeliveryRefused);
  });

  it.each([500, 503, 429, 302])('can go later after %i', async (status) => {
    const { url } = await gateway(status);
    await expect(createSmsGateway({ url, token: null }).send(sms)).rejects.toBeInstanceOf(Unavailable);
  });

  it('can go later when nobody listens', async () => {
    await expect(createSmsGateway({ url: 'http://127.0.0.1:1/', token: null }).send(sms)).rejects.toBeInstanceOf(
      Unavailable,
    );
  });
});
