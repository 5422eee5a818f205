import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** Where a request's line breaks: on its way there, or in the middle of the answer. */
export type Broken = 'request' | 'answer';

/** A line between a browser and everything it asks for, that can be broken: a browser's own cache works as it does over any other. */
export interface Line {
  /** For `proxy` of a browser context. */
  readonly proxy: { readonly server: string };
  /** What was asked for, as `POST /v1/assinatura/…/otp`; of files the name without its hash. */
  readonly asked: string[];
  /** Breaks the line once, at the n-th request of that name, counted from 0. */
  breakAt(name: string, nth: number, where: Broken): void;
  /** Whether it broke. */
  readonly broke: boolean;
  close(): Promise<void>;
}

const nameOf = ({ method, url = '' }: IncomingMessage): string =>
  `${method} ${new URL(url).pathname.replace(/[\w-]{43}/, '…').replace(/-[\w-]{8}(?=\.\w+$)/, '')}`;

/** Half of it arrives, so that it was begun: of what was not, a browser may ask again by itself. */
async function breakOff(answer: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const body = await buffer(answer);
  outgoing.write(body.subarray(0, body.length >> 1), () => outgoing.destroy());
}

export async function openLine(): Promise<Line> {
  const asked: string[] = [];
  let trap: { name: string; nth: number; where: Broken } | null = null;
  let broke = false;
  const isTrapped = (name: string) =>
    trap?.name === name && asked.filter((one) => one === name).length === trap.nth + 1;
  const server = createServer((incoming: IncomingMessage, outgoing: ServerResponse) => {
    const name = nameOf(incoming);
    asked.push(name);
    const where = isTrapped(name) ? trap?.where : undefined;
    if (where) broke = true;
    if (where === 'request') {
      incoming.socket.destroy();
      return;
    }
    // On a connection that was used before, a browser asks again by itself.
    outgoing.shouldKeepAlive = false;
    const { method, headers } = incoming;
    const onward = request(incoming.url ?? '', { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      if (where === 'answer') void breakOff(answer, outgoing);
      else answer.pipe(outgoing);
    });
    onward.once('error', () => incoming.socket.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    proxy: { server: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    asked,
    breakAt: (name, nth, where) => {
      trap = { name, nth, where };
    },
    get broke() {
      return broke;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
