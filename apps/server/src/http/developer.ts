import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createNetworkCheck, peerOf } from '../core/networks.ts';

/** Headers added by proxies (RFC 7239, RFC 9110 section 7.6.3, and non-standard ones). */
const FORWARDED = new Set(['forwarded', 'via', 'x-real-ip', 'x-client-ip', 'true-client-ip', 'cf-connecting-ip']);

/** Whether a request's headers say that it was forwarded. */
export function isForwarded(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some((name) => FORWARDED.has(name) || name.startsWith('x-forwarded-'));
}

export interface DeveloperCheckOptions {
  readonly local: boolean;
  readonly publicOrigin: string;
  /** Networks whose users are treated as the developer, besides the machine itself (DEV_ALLOW_NETWORKS). */
  readonly devAllowNetworks: readonly string[];
}

export type IsDeveloper = (request: IncomingMessage) => boolean;

/**
 * Decides whether a request comes from the developer's own machine, for everything that is open to nobody else. A
 * stranger's page shown by a browser on this machine does not qualify, because the host name it uses is not the
 * origin's (DNS rebinding); nor does anything forwarded by a proxy.
 */
export function createDeveloperCheck(options: DeveloperCheckOptions): IsDeveloper {
  const { local, publicOrigin, devAllowNetworks } = options;
  if (!local) return () => false;
  const { host } = new URL(publicOrigin);
  const isNear = createNetworkCheck(devAllowNetworks);
  return ({ headers, socket }) => {
    if (headers.host?.toLowerCase() !== host || isForwarded(headers)) return false;
    const peer = peerOf(socket);
    return peer !== null && (peer.range() === 'loopback' || isNear(peer));
  };
}

/** For a route's `onRequest`: for everyone but the developer the route does not exist. */
export function onlyFor(isDeveloper: IsDeveloper) {
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    if (isDeveloper(request.raw)) done();
    else reply.callNotFound();
  };
}
