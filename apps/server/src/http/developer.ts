import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createNetworkCheck, parseAddress } from '../core/networks.ts';

/** What a proxy on the way adds (RFC 7239, RFC 9110 section 7.6.3, and the customs before and beside them). */
const FORWARDED = new Set(['forwarded', 'via', 'x-real-ip', 'x-client-ip', 'true-client-ip', 'cf-connecting-ip']);

/** Whether a request says of itself that somebody passed it on. */
export function isForwarded(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some((name) => FORWARDED.has(name) || name.startsWith('x-forwarded-'));
}

export interface DeveloperCheckOptions {
  readonly local: boolean;
  readonly publicOrigin: string;
  /** Networks beside the machine's own whose people are taken for the developer (DEV_ALLOW_NETWORKS). */
  readonly devAllowNetworks: readonly string[];
}

export type IsDeveloper = (request: IncomingMessage) => boolean;

/**
 * Answers whether a request comes from the developer's own machine, for everything that is open to nobody else. A page of
 * a stranger that a browser on this machine shows cannot pass for it: the name it calls by is not the origin's (DNS
 * rebinding), and neither can what a proxy passes on.
 */
export function createDeveloperCheck(options: DeveloperCheckOptions): IsDeveloper {
  const { local, publicOrigin, devAllowNetworks } = options;
  if (!local) return () => false;
  const { host } = new URL(publicOrigin);
  const isNear = createNetworkCheck(devAllowNetworks);
  return ({ headers, socket }) => {
    if (headers.host?.toLowerCase() !== host || isForwarded(headers)) return false;
    const peer = parseAddress(socket.remoteAddress ?? '');
    return peer !== null && (peer.range() === 'loopback' || isNear(peer));
  };
}

/** For `onRequest` of a route: to everybody but the developer there is no such route. */
export function onlyFor(isDeveloper: IsDeveloper) {
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    if (isDeveloper(request.raw)) done();
    else reply.callNotFound();
  };
}
