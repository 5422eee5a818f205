import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { noteMail } from '../mailbox.ts';

export interface TestMailServer {
  readonly url: string;
  readonly received: readonly ParsedMail[];
  /** While false, every message is turned away for now, as a server in trouble does. */
  accepting: boolean;
  stop(): Promise<void>;
}

/** A mail server that keeps what it takes. */
export async function startMailServer(): Promise<TestMailServer> {
  const received: ParsedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onMailFrom(_address, _session, done) {
      done(state.accepting ? null : Object.assign(new Error('try later'), { responseCode: 451 }));
    },
    onData(stream, session, done) {
      simpleParser(stream, { skipImageLinks: true }).then((mail) => {
        for (const { address } of session.envelope.rcptTo) noteMail(address, mail.subject ?? '', mail.text ?? '');
        received.push(mail);
        done();
      }, done);
    },
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const state: TestMailServer = {
    url: `smtp://127.0.0.1:${port}`,
    received,
    accepting: true,
    stop: () => new Promise<void>((done) => server.close(done)),
  };
  return state;
}
