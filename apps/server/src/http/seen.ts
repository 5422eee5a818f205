import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Source } from '../core/actor.ts';
import { createNetworkCheck, peerOf } from '../core/networks.ts';
import type { Secrets } from '../core/ports.ts';
import { isForwarded } from './developer.ts';
import type { Unbelieved } from './forwarding.ts';

/** How the process that answers saw a request, and what it saw of others' since it started. */
export interface Seen {
  /** What a signature of this caller would be recorded with. */
  readonly ip: string;
  readonly port: number | null;
  readonly origin: Source['origem'];
  /** Who was at the other end of the connection, and whether TRUST_PROXY names it. */
  readonly peer: string;
  readonly trusted: boolean;
  readonly forwarded: boolean;
  readonly unbelieved: { readonly total: number; readonly lastAt: string | null; readonly lastPeer: string | null };
  readonly since: string;
}

export const SEEN_PATH = '/doutor/visto';
const PURPOSE = 'doutor';
const SCHEME = 'Doutor';
/** How far the clocks of the two may be apart. */
const WINDOW_MS = 5 * 60_000;

const proofOf = (key: KeyObject, at: string): Buffer =>
  createHmac('sha256', key).update(`${SEEN_PATH}\n${at}`).digest();

/** What a request to SEEN_PATH carries as `Authorization`: proof that the caller has the master key, and not the key. */
export function seenAuthorization(secrets: Secrets, now: Date): string {
  const at = String(now.getTime());
  return `${SCHEME} ${at}.${proofOf(secrets.derive(PURPOSE), at).toString('base64url')}`;
}

/**
 * Tells whoever has the master key how its own request was seen: the one way to know, before anybody signs, whether the
 * proxy in front passes addresses on and TRUST_PROXY names it. For everyone else the route does not exist.
 */
export function addSeen(
  app: FastifyInstance,
  deps: {
    readonly secrets: Secrets;
    readonly readSource: (request: IncomingMessage) => Source;
    readonly trustProxy: readonly string[];
    readonly unbelieved: Unbelieved;
  },
): void {
  const isTrusted = createNetworkCheck(deps.trustProxy);
  const since = new Date().toISOString();
  app.get(SEEN_PATH, async (request, reply) => {
    if (!isProven(deps.secrets, request.headers.authorization, Date.now())) return reply.callNotFound();
    const { ip, porta, origem } = deps.readSource(request.raw);
    const last = deps.unbelieved.last();
    const peer = peerOf(request.raw.socket);
    const seen: Seen = {
      ...{ ip, port: porta, origin: origem, forwarded: isForwarded(request.headers), since },
      peer: peer?.toString() ?? 'desconhecido',
      trusted: peer !== null && isTrusted(peer),
      unbelieved: {
        total: deps.unbelieved.count(),
        lastAt: last?.at.toISOString() ?? null,
        lastPeer: last?.peer ?? null,
      },
    };
    return reply.header('cache-control', 'no-store').send(seen);
  });
}

function isProven(secrets: Secrets, authorization: string | undefined, now: number): boolean {
  const [, at = '', given = ''] = new RegExp(`^${SCHEME} (\\d{13})\\.([\\w-]{43})$`).exec(authorization ?? '') ?? [];
  if (at === '' || Math.abs(now - Number(at)) > WINDOW_MS) return false;
  const proof = Buffer.from(given, 'base64url');
  return secrets.deriveAll(PURPOSE).some((key) => timingSafeEqual(proofOf(key, at), proof));
}
