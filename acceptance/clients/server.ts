import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What is answered to a request, or that none comes. */
export type Answer =
  | { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string }
  | { readonly failure: 'timeout' | 'disconnect' };

/** A request as it came. `target` is the method with path and query below the root of its case. */
export interface Request {
  readonly target: string;
  readonly idempotencyKey: string | null;
}

export interface Server {
  readonly origin: string;
  /** What came for a case, in order. */
  requestsOf(part: string, number: number): readonly Request[];
  close(): Promise<void>;
}

/** Path of a case: `/retries/3/v1/documentos`, or below the public host `/retries/3/api/v1/validacao/consultar`. */
const CASE = /^\/(\w+)\/(\d+)(?:\/api)?\/v1(\/.*)$/;

/**
 * A server that gives, for each case of each part, the answers of a table in their order. One that a table does not have is
 * 599, which nobody expects.
 */
export async function startServer(
  parts: Readonly<Record<string, readonly { readonly answers: readonly Answer[] }[]>>,
): Promise<Server> {
  const seen = new Map<string, Request[]>();
  const take = ({ method, url = '', headers }: IncomingMessage): Answer | undefined => {
    const [, part = '', number = '', path = ''] = CASE.exec(url) ?? [];
    const requests = seen.get(`${part}/${number}`) ?? [];
    seen.set(`${part}/${number}`, requests);
    requests.push({ target: `${method} ${path}`, idempotencyKey: headers['idempotency-key']?.toString() ?? null });
    return parts[part]?.[Number(number)]?.answers[requests.length - 1];
  };
  const server = createServer(async (request, response) => {
    await request.toArray();
    const answer = take(request) ?? { status: 599, headers: {}, body: '' };
    if (!('failure' in answer)) response.writeHead(answer.status, answer.headers).end(answer.body);
    else if (answer.failure === 'disconnect') request.socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    requestsOf: (part, number) => seen.get(`${part}/${number}`) ?? [],
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
