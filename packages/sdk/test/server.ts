import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the server saw it. */
export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** The server's next response. */
export interface Reply {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: string | Uint8Array;
  /** The connection ends where the body does, before the response is whole. */
  readonly cut?: true;
  /** Nothing ever comes. */
  readonly silent?: true;
}

/** A real HTTP server that gives a list of responses in order and records the requests. */
export class TestServer {
  readonly seen: Seen[] = [];
  readonly #replies: Reply[] = [];
  readonly #server: Server;

  constructor() {
    this.#server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { method = '', url = '', headers } = request;
      this.seen.push({ method, url, headers, body: Buffer.concat(chunks) });
      const reply = this.#replies.shift() ?? { status: 500 };
      if (reply.silent) return;
      if (reply.cut && reply.body === undefined) return void request.socket.destroy();
      response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers });
      if (reply.cut) response.write(reply.body, () => request.socket.destroy());
      else response.end(reply.body);
    });
  }

  /** Starts on a free port and gives the origin. */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  reply(...replies: Reply[]): void {
    this.#replies.push(...replies);
  }

  json(value: unknown, reply: Reply = {}): void {
    this.reply({ ...reply, body: JSON.stringify(value) });
  }

  get last(): Seen {
    const request = this.seen.at(-1);
    if (request === undefined) throw new Error('nothing was asked');
    return request;
  }
}
