import type { FastifyInstance } from 'fastify';
import type { Logger } from '../core/log.ts';
import { createNetworkCheck, peerOf } from '../core/networks.ts';
import { isForwarded } from './developer.ts';

/** Forwarded requests of peers that are no trusted proxies, since the process started. */
export interface Unbelieved {
  count(): number;
  /** When the last one was, and of whom. */
  last(): { readonly at: Date; readonly peer: string | null } | null;
}

/**
 * Counts requests with forwarding headers from a peer that is not a trusted proxy, and warns about the first. Either
 * somebody is trying it, or TRUST_PROXY is missing, in which case every signature is recorded with the address of the
 * operator's own proxy.
 */
export function watchForwarding(app: FastifyInstance, trusted: readonly string[], log: Logger): Unbelieved {
  const isTrusted = createNetworkCheck(trusted);
  let unbelieved = 0;
  let last: ReturnType<Unbelieved['last']> = null;
  app.addHook('onRequest', (request, _reply, done) => {
    if (isForwarded(request.headers)) {
      const peer = peerOf(request.raw.socket);
      if (peer === null || !isTrusted(peer)) {
        unbelieved += 1;
        last = { at: new Date(), peer: peer?.toString() ?? null };
        if (unbelieved === 1) {
          log.warn(
            { peer: peer?.toString() ?? null },
            'a request says it was passed on by a peer that TRUST_PROXY does not name: addresses are recorded as that ' +
              "peer's; if it is your proxy, put its address into TRUST_PROXY",
          );
        }
      }
    }
    done();
  });
  return { count: () => unbelieved, last: () => last };
}
