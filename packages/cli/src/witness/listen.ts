import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Answer } from './witness.ts';

/** The longest body that is read. */
const MAX_BODY = 64 * 1024;
const REQUEST_WITHIN_MS = 10_000;
const MOST_CONNECTIONS = 256;
/** How long answers under way may still take once the witness is to end. */
const LEAVE_WITHIN_MS = 5_000;

const TEXT = 'text/plain; charset=utf-8';

interface Service {
  readonly key: string;
  readonly addCheckpoint: (body: Uint8Array) => Promise<Answer>;
  /** What went wrong here, and not on the caller's side. */
  readonly onFailure: (error: unknown) => void;
}

/** A request's body, or null as soon as it is longer than any submission. */
const bodyOf = (request: IncomingMessage): Promise<Buffer | null> =>
  new Promise((done, failed) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= MAX_BODY) chunks.push(chunk);
      else {
        request.pause();
        done(null);
      }
    });
    request.once('end', () => done(Buffer.concat(chunks)));
    request.once('error', failed);
    request.once('close', () => failed(new Error('the request broke off')));
  });

async function answerOf(request: IncomingMessage, service: Service): Promise<Answer> {
  const [path] = (request.url ?? '').split('?');
  const isKey = path === '/chave.vkey';
  if (!isKey && path !== '/add-checkpoint') return { status: 404, body: 'não há nada aqui\n', type: TEXT };
  if (isKey && (request.method === 'GET' || request.method === 'HEAD'))
    return { status: 200, body: `${service.key}\n`, type: TEXT };
  if (isKey || request.method !== 'POST') return { status: 405, body: 'não com este método\n', type: TEXT };
  const body = await bodyOf(request);
  if (body === null) return { status: 413, body: 'o corpo é grande demais\n', type: TEXT };
  return service.addCheckpoint(body);
}

async function handle(request: IncomingMessage, response: ServerResponse, service: Service): Promise<void> {
  let answer: Answer;
  try {
    answer = await answerOf(request, service);
  } catch (error) {
    // Whoever hung up waits for nothing.
    if (request.destroyed && !request.complete) return;
    service.onFailure(error);
    answer = { status: 500, body: 'a testemunha falhou\n', type: TEXT };
  }
  const { status, body, type } = answer;
  // What was not read of the body would be taken for the next request.
  const close = request.complete ? {} : { connection: 'close' };
  response.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...close,
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Listens for submissions. @returns the server, and the port it got */
export async function listen(port: number, host: string, service: Service): Promise<{ server: Server; port: number }> {
  const server = createServer({ requestTimeout: REQUEST_WITHIN_MS, headersTimeout: REQUEST_WITHIN_MS }, (req, res) => {
    void handle(req, res, service);
  });
  server.maxConnections = MOST_CONNECTIONS;
  await new Promise<void>((done, failed) => {
    server.once('error', failed);
    server.listen(port, host, done);
  });
  return { server, port: (server.address() as AddressInfo).port };
}

/** Ends a server once what it is answering is answered. */
export async function leave(server: Server): Promise<void> {
  const timer = setTimeout(() => server.closeAllConnections(), LEAVE_WITHIN_MS);
  await new Promise<void>((done) => server.close(() => done()));
  clearTimeout(timer);
}
