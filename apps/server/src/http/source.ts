import type { IncomingMessage } from 'node:http';
import type { Source } from '../core/actor.ts';
import { createNetworkCheck, parseAddress, peerOf } from '../core/networks.ts';
import type { Geo } from '../core/ports.ts';

/**
 * Determines where a request came from: the socket's address, unless the peer is a trusted proxy; then the right-most
 * untrusted address in X-Forwarded-For, because the caller may have invented everything left of it.
 * @param trusted CIDR list of proxies
 */
export function createSourceReader(trusted: readonly string[], geo: Geo): (request: IncomingMessage) => Source {
  const isTrusted = createNetworkCheck(trusted);

  return (request) => {
    const peer = peerOf(request.socket);
    const agenteUsuario = request.headers['user-agent']?.slice(0, 1000) ?? null;
    const socketIp = peer?.toString() ?? 'desconhecido';
    const direct: Source = {
      ip: socketIp,
      porta: request.socket.remotePort ?? null,
      origem: 'CONEXAO',
      agenteUsuario,
      // Looked up only where it is used, which is in few requests.
      get geolocalizacao() {
        return geo.locate(socketIp);
      },
    };
    if (!peer || !isTrusted(peer)) return direct;

    const header = request.headers['x-forwarded-for'];
    const chain = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',').map((part) => part.trim());
    for (const hop of chain.reverse()) {
      const address = parseAddress(hop);
      if (!address) break;
      if (isTrusted(address)) continue;
      const ip = address.toString();
      const port = Number(request.headers['x-forwarded-client-port']);
      return {
        ip,
        porta: Number.isInteger(port) && port > 0 && port < 65_536 ? port : null,
        origem: 'PROXY_CONFIAVEL',
        agenteUsuario,
        get geolocalizacao() {
          return geo.locate(ip);
        },
      };
    }
    return direct;
  };
}
