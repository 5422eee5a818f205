import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { afterAll } from 'vitest';
import { noteMail } from '../mailbox.ts';

const refusal = (code: number) => Object.assign(new Error('recusado'), { responseCode: code });

/** Accepts or refuses: the SMTP reply code, or 250. @param attempt counted for each recipient, from 1 */
export type Verdict = (recipient: string, attempt: number) => number;

/**
 * A mail server that takes messages without login, and refuses recipients and messages as it is told. Closed after the
 * file's tests.
 */
export async function startMailServer(verdicts: { recipient: Verdict; message: Verdict }) {
  const received: ParsedMail[] = [];
  /** Every message as offered, those refused after their last line included. */
  const offered: ParsedMail[] = [];
  const counts = new Map<string, number>();
  const next = (stage: string, recipient: string) => {
    const key = `${stage} ${recipient}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return counts.get(key) ?? 1;
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo({ address }, _session, done) {
      const code = verdicts.recipient(address, next('RCPT', address));
      done(code === 250 ? null : refusal(code));
    },
    onData(stream, session, done) {
      const recipient = session.envelope.rcptTo[0]?.address ?? '';
      simpleParser(stream).then((mail) => {
        offered.push(mail);
        const code = verdicts.message(recipient, next('DATA', recipient));
        if (code === 250) {
          received.push(mail);
          noteMail(recipient, mail.subject ?? '', mail.text ?? '');
        }
        done(code === 250 ? null : refusal(code));
      }, done);
    },
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  afterAll(() => new Promise<void>((done) => server.close(done)));
  const to = (mails: ParsedMail[], address: string) =>
    mails.filter((mail) => [mail.to].flat().some((to) => to?.value.some((entry) => entry.address === address)));
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    receivedBy: (address: string) => to(received, address),
    offeredTo: (address: string) => to(offered, address),
  };
}

export interface ReceivedSms {
  readonly headers: IncomingHttpHeaders;
  readonly para: string;
  readonly texto: string;
  /** What it was answered; 0 for silence. */
  readonly status: number;
}

/**
 * An SMS gateway of the protocol that the service speaks. It answers as it is told, and 0 means never: the connection
 * stays open. Closed after the file's tests.
 */
export async function startSmsGateway(verdict: (telephone: string, attempt: number) => number) {
  const received: ReceivedSms[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { para, texto } = JSON.parse(body);
    const status = verdict(para, received.filter((sms) => sms.para === para).length + 1);
    received.push({ headers: request.headers, para, texto, status });
    if (status !== 0) response.writeHead(status).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => new Promise((done) => server.close(done).closeAllConnections()));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sms`,
    offeredTo: (telephone: string) => received.filter(({ para }) => para === telephone),
    receivedBy: (telephone: string) =>
      received.filter(({ para, status }) => para === telephone && status >= 200 && status < 300),
  };
}
