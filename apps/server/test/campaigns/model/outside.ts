import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { until } from '../../harness.ts';
import { noteMail } from '../../mailbox.ts';

/** A message as its recipient has it. */
export interface Message {
  readonly to: string;
  readonly text: string;
}

/** An event as a webhook receiver has it. */
export interface ReceivedEvent {
  readonly eventoId: string;
  readonly evento: string;
  readonly ocorridoEm: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what came
  readonly dados: any;
}

/** Everything the service speaks to: a mail server, an SMS gateway and receivers of webhooks, all real, on loopback. */
export interface Outside {
  readonly env: Record<string, string>;
  readonly mails: readonly Message[];
  readonly texts: readonly Message[];
  /** Address of a receiver of its own for each name. */
  hook(name: string): string;
  /** What a receiver got, repeated deliveries of one event once. */
  eventsOf(name: string): ReceivedEvent[];
  /** Waits until `count` messages that fit the pattern came to an address. @returns what the last one's group caught */
  message(to: string, pattern: RegExp, count?: number): Promise<string>;
  close(): Promise<void>;
}

/** @param smtpPort where the mail server answers; any free port unless a test told the service another one before */
export async function startOutside(smtpPort = 0): Promise<Outside> {
  const mails: Message[] = [];
  const texts: Message[] = [];
  const received = new Map<string, Map<string, ReceivedEvent>>();
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
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
  smtp.on('error', () => {});
  smtp.listen(smtpPort, '127.0.0.1');
  await once(smtp.server, 'listening');
  const http = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString());
    const name = request.url?.slice('/eventos/'.length) ?? '';
    if (request.url === '/sms') texts.push({ to: body.para, text: body.texto });
    else received.set(name, (received.get(name) ?? new Map()).set(body.eventoId, body));
    response.writeHead(200).end();
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return {
    env: {
      SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
      SMS_GATEWAY_URL: `${origin}/sms`,
    },
    mails,
    texts,
    hook: (name) => `${origin}/eventos/${name}`,
    eventsOf: (name) => [...(received.get(name)?.values() ?? [])],
    message: (to, pattern, count = 1) =>
      until(async () => {
        const found = [...mails, ...texts].filter((message) => message.to === to && pattern.test(message.text));
        return found.length >= count && pattern.exec(found.at(-1)?.text ?? '')?.[1];
      }),
    async close() {
      http.closeAllConnections();
      await new Promise((done) => http.close(done));
      await new Promise<void>((done) => smtp.close(done));
    },
  };
}
