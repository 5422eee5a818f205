import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Deliveries that arrived, and milliseconds from the event to its arrival. */
export interface Received {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
}

export interface Receiver {
  readonly url: string;
  restart(): void;
  told(): Received;
  close(): Promise<void>;
}

/** Takes webhooks, and notes how long after their event they came. */
export async function startReceiver(): Promise<Receiver> {
  let delays: number[] = [];
  const server: Server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      delays.push(Date.now() - Date.parse(JSON.parse(text).ocorridoEm));
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    restart() {
      delays = [];
    },
    told: () => ({ count: delays.length, ...quantiles(delays) }),
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** Of times in any order; NaN of none. */
export function quantiles(times: readonly number[]): { p50: number; p95: number; p99: number } {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}
