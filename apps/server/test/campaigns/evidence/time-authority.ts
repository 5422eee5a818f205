import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';
import { stampReply, timeAuthority } from '../../../../../packages/pdf/test/authority.ts';

/** How an authority answers a query; null: never. */
export type Answer = (query: Buffer) => Buffer | null;

const identity = timeAuthority('Autoridade do tempo de teste');
/** As RFC 3161 wants it. */
export const honest: Answer = (query) => stampReply(query, identity);
/** The same by a test's clock. */
export const honestBy =
  (clock: { now(): Date }): Answer =>
  (query) =>
    stampReply(query, identity, { at: clock.now() });
export const silent: Answer = () => null;

/** The certificate of the honest one, as TSA_ROOTS takes it, and its SHA-256. */
export const HONEST_PEM = identity.certificate.toString();
export const HONEST_FINGERPRINT = identity.certificate.fingerprint256.replaceAll(':', '').toLowerCase();

/** A time-stamping authority over HTTP that answers as it is told. Closed after the file's tests. */
export async function startTimeAuthority(answer: Answer = honest) {
  const state = { answer, asked: 0 };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    state.asked += 1;
    const reply = state.answer(Buffer.concat(chunks));
    if (reply) response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(reply);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    host: `127.0.0.1:${port}`,
    get asked() {
      return state.asked;
    },
    answerAs(next: Answer) {
      state.answer = next;
    },
  };
}
