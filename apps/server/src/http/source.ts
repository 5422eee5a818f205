import type { IncomingMessage } from 'node:http';
import type { Source } from '../core/actor.ts';
import { createNetworkCheck, parseAddress, peerOf } from '../core/networks.ts';
import type { Geo } from '../core/ports.ts';

type Found = Pick<Source, 'ip' | 'porta' | 'origem'>;

class RequestSource implements Source {
  readonly ip: string;
  readonly porta: number | null;
  readonly origem: Source['origem'];
  readonly agenteUsuario: string | null;
  readonly #geo: Geo;

  constructor({ ip, porta, origem }: Found, agenteUsuario: string | null, geo: Geo) {
    this.ip = ip;
    this.porta = porta;
    this.origem = origem;
    this.agenteUsuario = agenteUsuario;
    this.#geo = geo;
  }

  /** Looked up only where it is used, which is in few requests. */
  get geolocalizacao(): Source['geolocalizacao'] {
    return this.#geo.locate(this.ip);
  }
}

/**
 * Determines where a request came from: the socket's address, unless the peer is a trusted proxy; then the right-most
 * untrusted address in X-Forwarded-For, because the caller may have invented everything left of it.
 * @param trusted CIDR list of proxies
 */
export function createSourceReader(trusted: readonly string[], geo: Geo): (request: IncomingMessage) => Source {
  const isTrusted = createNetworkCheck(trusted);

  function findOut({ socket, headers }: IncomingMessage): Found {
    const peer = peerOf(socket);
    const direct: Found = {
      ip: peer?.toString() ?? 'desconhecido',
      porta: socket.remotePort ?? null,
      origem: 'CONEXAO',
    };
    if (!peer || !isTrusted(peer)) return direct;

    const header = headers['x-forwarded-for'];
    const chain = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',').map((part) => part.trim());
    for (const step of chain.reverse()) {
      const address = parseAddress(step);
      if (!address) break;
      if (isTrusted(address)) continue;
      const port = Number(headers['x-forwarded-client-port']);
      return {
        ip: address.toString(),
        porta: Number.isInteger(port) && port > 0 && port < 65_536 ? port : null,
        origem: 'PROXY_CONFIAVEL',
      };
    }
    return direct;
  }

  return (request) => {
    const agent = request.headers['user-agent']?.slice(0, 1000) ?? null;
    return new RequestSource(findOut(request), agent, geo);
  };
}
