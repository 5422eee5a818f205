import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer as createHttpServer, request } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { decode, encode, type Answer as Rr } from 'dns-packet';
import { SMTPServer } from 'smtp-server';
import { serveStream } from '../adapters/clamd-peer.ts';

/** What an installation uses, each well or broken as a test says. */

export interface Peer {
  /** `127.0.0.1:port`. */
  readonly at: string;
  stop(): Promise<unknown>;
}

const portOf = (address: AddressInfo | string | null) => (address as AddressInfo).port;
const EPOCH_S = 2_208_988_800;

/** A time server whose clock is this far ahead. @param stratum 0 to refuse */
export async function startTimeServer(aheadMs: number, stratum = 2): Promise<Peer> {
  const socket = createSocket('udp4');
  socket.on('message', (question, { port, address }) => {
    const now = (Date.now() + aheadMs) / 1000 + EPOCH_S;
    const answer = Buffer.alloc(48);
    answer[0] = 0x24;
    answer[1] = stratum;
    if (stratum === 0) answer.write('RATE', 12);
    question.copy(answer, 24, 40, 48);
    for (const at of [32, 40]) {
      answer.writeUInt32BE(Math.floor(now), at);
      answer.writeUInt32BE(Math.floor((now % 1) * 2 ** 32), at + 4);
    }
    // What others send to the same port is not the answer.
    socket.send(Buffer.alloc(48, 0x24), port, address);
    socket.send(answer, port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { at: `127.0.0.1:${socket.address().port}`, stop: async () => socket.close() };
}

/** The records of a zone by type and name: `MX exemplo.com.br`. A name of nothing does not exist. */
export type Zone = Readonly<Record<string, Rr[] | undefined>>;

export async function startNameServer(zone: Zone): Promise<Peer> {
  const socket = createSocket('udp4');
  const names = Object.keys(zone).map((key) => key.split(' ')[1] ?? '');
  socket.on('message', (message, { port, address }) => {
    const { id, questions = [] } = decode(message);
    const [question] = questions;
    const { type, name } = question ?? { type: '', name: '' };
    const answers = zone[`${type} ${name}`] ?? [];
    const exists = names.some((one) => one === name || one.endsWith(`.${name}`));
    // 3: there is no such name.
    const flags = 0x8180 | (exists ? 0 : 3);
    socket.send(encode({ type: 'response', id: id ?? 0, flags, questions, answers }), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { at: `127.0.0.1:${socket.address().port}`, stop: async () => socket.close() };
}

/** A mail server that takes one password, and repeats in its refusal what it was given. */
export async function startLoginServer(password: string): Promise<Peer & { readonly subjects: string[] }> {
  const subjects: string[] = [];
  const server = new SMTPServer({
    logger: false,
    authMethods: ['PLAIN'],
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth({ username = '', password: given }, _session, done) {
      if (given === password) done(null, { user: username });
      else done(new Error(`wrong password ${given}`));
    },
    onData(stream, _session, done) {
      let text = '';
      stream.on('data', (chunk) => {
        text += chunk;
      });
      stream.on('end', () => {
        subjects.push(/^Subject: (.*)$/m.exec(text)?.[1] ?? '');
        done();
      });
    },
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const at = `127.0.0.1:${portOf(server.server.address())}`;
  return { at, subjects, stop: () => new Promise<void>((done) => server.close(done)) };
}

/** A clamd. @param finds whether it knows EICAR @param version what it says to VERSION; null: it says nothing to anything */
export async function startScanner(finds: boolean, version: string | null): Promise<Peer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    if (version === null) return;
    socket.once('data', (first: Buffer) => {
      if (first.toString() === 'zVERSION\0') return void socket.end(`${version}\0`);
      serveStream(socket, (content) =>
        finds && content.includes('EICAR-STANDARD-ANTIVIRUS') ? 'stream: Eicar-Signature FOUND\0' : 'stream: OK\0',
      );
      socket.emit('data', first);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    at: `127.0.0.1:${portOf(server.address())}`,
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** An HTTP server that answers everything with this status; 401 to whoever does not bear the token. */
export async function startHttp(
  status: number,
  token: string | null = null,
): Promise<Peer & { readonly asked: string[] }> {
  const asked: string[] = [];
  const server = createHttpServer((incoming, response) => {
    asked.push(incoming.method ?? '');
    incoming.resume();
    const wrong = token !== null && incoming.headers.authorization !== `Bearer ${token}`;
    response.writeHead(wrong ? 401 : status).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    ...{ at: `127.0.0.1:${portOf(server.address())}`, asked },
    async stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A proxy that passes requests on with these headers, from an address of this machine. */
export async function startProxy(port: number, headers: Record<string, string>, from = '127.0.0.1'): Promise<Peer> {
  const server = createHttpServer((incoming, response) => {
    const passed = request(
      {
        ...{ host: '127.0.0.1', port, localAddress: from, method: incoming.method, path: incoming.url },
        headers: { ...incoming.headers, ...headers },
      },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    passed.once('error', () => response.writeHead(502).end());
    incoming.pipe(passed);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    at: `localhost:${portOf(server.address())}`,
    async stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
