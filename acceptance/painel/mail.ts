import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { noteMail } from '../../apps/server/test/mailbox.ts';
import { until } from '../browser/world.ts';

/** A mail server on loopback, for what the service sends to people in production. */
export interface Mail {
  readonly env: Record<string, string>;
  /** Waits for a message to an address that fits. @returns what the pattern's group caught in the newest */
  message(to: string, pattern: RegExp): Promise<string>;
  close(): Promise<void>;
}

/** Nobody has an address that begins so: the server refuses it for good. */
export const NOBODY = 'ninguem.';

export async function startMail(): Promise<Mail> {
  const mails: { to: string; text: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo({ address }, _session, done) {
      done(address.startsWith(NOBODY) ? Object.assign(new Error('no such user'), { responseCode: 550 }) : null);
    },
    onData(stream, session, done) {
      simpleParser(stream).then((mail) => {
        for (const { address } of session.envelope.rcptTo) {
          mails.push({ to: address, text: mail.text ?? '' });
          noteMail(address, mail.subject ?? '', mail.text ?? '');
        }
        done();
      }, done);
    },
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Rubrica <nao-responda@exemplo.com.br>' },
    message: (to, pattern) =>
      until(async () => mails.flatMap((mail) => (mail.to === to ? (pattern.exec(mail.text)?.[1] ?? []) : [])).at(-1)),
    close: () => new Promise((done) => server.close(() => done())),
  };
}
