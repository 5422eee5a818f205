import { connect, type Socket } from 'node:net';

/** One request ready to be sent: its head may differ from the next one's, its body rarely does. */
export interface Request {
  readonly head: Buffer;
  readonly body?: Buffer;
}

export interface Outcome {
  readonly perSecond: number;
  /** Median and 99th percentile of one request, milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

export interface LoadOptions {
  readonly origin: string;
  readonly connections: number;
  readonly seconds: number;
  readonly status: number;
  readonly next: () => Request;
  /** Ends the load early. */
  readonly until?: () => boolean;
}

/**
 * Keeps `connections` requests in progress for `seconds` and counts the responses. We use our own small client, because
 * its cost comes out of the same processors as what it measures.
 * @throws at the first response with another status: a benchmark of refusals measures nothing
 */
export async function load(options: LoadOptions): Promise<Outcome> {
  const { port } = new URL(options.origin);
  const times: number[] = [];
  const begun = performance.now();
  const end = begun + options.seconds * 1000;
  await Promise.all(
    Array.from({ length: options.connections }, () => oneConnection(Number(port), end, options, times)),
  );
  const elapsed = (performance.now() - begun) / 1000;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { perSecond: times.length / elapsed, p50: at(0.5), p99: at(0.99) };
}

function oneConnection(
  port: number,
  end: number,
  { status, next, until }: LoadOptions,
  times: number[],
): Promise<void> {
  return new Promise((done, fail) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let sent = 0;
    const send = () => {
      sent = performance.now();
      write(socket, next());
    };
    const reader = new AnswerReader();
    socket.on('connect', send);
    socket.on('error', fail);
    socket.on('close', () => fail(new Error('the connection was closed under load')));
    socket.on('data', (chunk) => {
      const answer = reader.push(chunk);
      if (answer === null) return;
      const now = performance.now();
      times.push(now - sent);
      if (answer.status !== status) {
        socket.destroy();
        fail(new Error(`answered ${answer.status} instead of ${status}: ${answer.text}`));
      } else if (now < end && !until?.()) {
        send();
      } else {
        socket.removeAllListeners('close');
        socket.end();
        done();
      }
    });
  });
}

function write(socket: Socket, { head, body }: Request): void {
  if (!body) {
    socket.write(head);
    return;
  }
  socket.cork();
  socket.write(head);
  socket.write(body);
  socket.uncork();
}

const END_OF_HEAD = Buffer.from('\r\n\r\n');

/** Finds the end of a response by its Content-Length; at most one is in progress. */
class AnswerReader {
  #pending: Buffer | null = null;

  push(chunk: Buffer): { status: number; text: string } | null {
    const bytes = this.#pending === null ? chunk : Buffer.concat([this.#pending, chunk]);
    this.#pending = bytes;
    const headEnd = bytes.indexOf(END_OF_HEAD);
    if (headEnd < 0) return null;
    const head = bytes.toString('latin1', 0, headEnd);
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    if (length === undefined) throw new Error('an answer without a length');
    if (bytes.length < headEnd + 4 + Number(length)) return null;
    this.#pending = null;
    const status = Number(head.slice(9, 12));
    return { status, text: status < 400 ? '' : bytes.toString('utf8', headEnd + 4) };
  }
}

/** Keys in use at the same time. */
const WINDOW = 200;
/** Out of the 60 requests a minute that a key may make. */
const USES = 55;

/**
 * Requests that differ only in their key. Real load comes from many keys, each well below its limit: two hundred take
 * turns until each was used 55 times, followed by the next two hundred.
 */
export function rotating(keys: readonly string[], request: (key: string) => Request): () => Request {
  let count = 0;
  return () => {
    const group = Math.floor(count / (WINDOW * USES)) * WINDOW;
    const key = keys[(group + (count % WINDOW)) % keys.length] as string;
    count++;
    return request(key);
  };
}
