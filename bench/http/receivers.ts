import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Receivers of webhooks on ports of loopback, in a process of their own. They verify nothing: each request is noted with
 * its `webhook-id` and the time it was read whole, and answered 204.
 */

/** Which request came, and when: milliseconds of this machine's clock. */
export type Arrival = readonly [id: string, at: number];

/** Hands over what came, once that many requests have. */
export interface Awaiting {
  readonly awaiting: number;
}

const [count] = process.argv.slice(2);
const LIMIT_MS = 120_000;

let arrivals: Arrival[] = [];
let noticed: () => void = () => {};

const servers = Array.from({ length: Number(count) }, () =>
  createServer((request, response) => {
    request.resume().once('end', () => {
      arrivals.push([String(request.headers['webhook-id']), Date.now()]);
      response.writeHead(204).end();
      noticed();
    });
  }),
);

process.on('message', ({ awaiting }: Awaiting) => {
  const late = setTimeout(() => {
    process.stderr.write(`${arrivals.length} of ${awaiting} webhooks came\n`);
    process.exit(1);
  }, LIMIT_MS);
  noticed = () => {
    if (arrivals.length < awaiting) return;
    clearTimeout(late);
    noticed = () => {};
    process.send?.(arrivals);
    arrivals = [];
  };
  noticed();
});

const ports = await Promise.all(
  servers.map(
    (server) =>
      new Promise<number>((done) => {
        server.listen(0, '127.0.0.1', () => done((server.address() as AddressInfo).port));
      }),
  ),
);
process.send?.(ports);
process.once('disconnect', () => process.exit(0));
