import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
  readonly at: number;
}

/** What a receiver does with a request; without an answer the caller is left waiting. */
export type Reaction = (request: Received, response: ServerResponse, index: number) => void;

export const answer =
  (status: number, headers: Record<string, string> = {}): Reaction =>
  (_request, response) =>
    void response.writeHead(status, headers).end('corpo da resposta');

export const silence: Reaction = () => {};

/** As long as the house's `until`. */
const PATIENCE_MS = 40_000;

/** Answers with each status in turn, then with the last for ever. */
export const statuses =
  (...list: number[]): Reaction =>
  (request, response, index) =>
    answer(list[Math.min(index, list.length - 1)] ?? 500)(request, response, index);

export interface Receiver {
  readonly url: string;
  readonly requests: readonly Received[];
  /** Resolves once `count` requests have come. */
  received(count: number, withinMs?: number): Promise<readonly Received[]>;
  close(): Promise<void>;
}

/** A client's endpoint: a real HTTP server on loopback that keeps the raw bytes of what it gets. */
export async function startReceiver(react: Reaction): Promise<Receiver> {
  const requests: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const received = {
        path: request.url ?? '',
        headers: request.headers as Record<string, string>,
        body: Buffer.concat(chunks),
        at: Date.now(),
      };
      requests.push(received);
      react(received, response, requests.length - 1);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/eventos`,
    requests,
    async received(count, withinMs = PATIENCE_MS) {
      await until(() => requests.length >= count, withinMs, `${count} requests (got ${requests.length})`);
      return requests;
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

export async function until(
  condition: () => boolean | Promise<boolean>,
  withinMs = PATIENCE_MS,
  what = 'condition',
): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`not within ${withinMs} ms: ${what}`);
    await new Promise((done) => setTimeout(done, 20));
  }
}

/** A receiver's own check of the header, written from the contract's words and sharing nothing with the product. */
export function verifies(request: Received, segredo: string, nowMs = Date.now()): boolean {
  const pairs = (request.headers['x-service-signature'] ?? '').split(',').map((pair) => pair.split('=', 2));
  const t = Number(pairs.find(([name]) => name === 't')?.[1]);
  if (!(Math.abs(nowMs / 1000 - t) <= 300)) return false;
  const expected = createHmac('sha256', Buffer.from(segredo, 'utf8'))
    .update(Buffer.concat([Buffer.from(`${t}.`), request.body]))
    .digest();
  return pairs
    .filter(([name, value]) => name === 'v1' && /^[0-9a-f]{64}$/.test(value ?? ''))
    .some(([, value]) => timingSafeEqual(Buffer.from(value ?? '', 'hex'), expected));
}
