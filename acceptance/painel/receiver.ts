import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a receiver of webhooks got. */
export interface Received {
  readonly signature: string;
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
}

export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** What it answers from now on. */
  answer(status: number, body?: string): void;
  close(): Promise<void>;
}

/** A receiver of webhooks on loopback. It answers 204 until told otherwise. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let status = 204;
  let text = '';
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    received.push({
      signature: String(request.headers['x-service-signature'] ?? ''),
      body: Buffer.concat(chunks).toString('utf8'),
      headers: request.headers,
    });
    response.writeHead(status).end(text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/rubrica`,
    received,
    answer(next, body = '') {
      status = next;
      text = body;
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
