import { promises as dns, type LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { type Rule, type RuleName, rule } from '@rubrica/contract';
import ipaddr from 'ipaddr.js';
import { buildConnector, Client } from 'undici';
import { createNetworkCheck, type NetworkCheck } from '../core/networks.ts';
import type { Scope } from '../core/scope.ts';
import { addressRefusal } from './network-policy.ts';

export interface DoorOptions {
  /** CIDRs that may be reached although they are not public. */
  readonly allowNetworks: readonly string[];
  /** All addresses of a host name; the system's resolver by default. */
  readonly resolve?: (host: string) => Promise<readonly LookupAddress[]>;
}

/** A connection to an address that was checked; a new one is not made before the first request. */
export interface Opened {
  readonly address: URL;
  readonly client: Client;
  /** Somebody kept it: its peer may have closed it meanwhile, without having read what is sent now. */
  readonly kept: boolean;
  /** Not awaited by anybody: a peer that does not close is cut off. */
  close(): void;
  /** Leaves it, for a few seconds, to whoever goes to the same place next; only after an answer that was read whole. */
  keep(): void;
}

/** A receiver that is told of several events in a row connects, and agrees on keys, once; Node's own servers wait for 5 s. */
const KEPT_MS = 4_000;
const MOST_KEPT = 200;

interface Connection {
  readonly client: Client;
  readonly origin: string;
  /** Of its socket, once connected. */
  peer: string | null;
}

/**
 * The only way out to addresses that callers name. Host names are resolved once per call, every resulting address is
 * checked, and the connection can only go to one of those: what the name resolves to a moment later (DNS rebinding) does
 * not matter. The connected socket's actual peer address is checked once more, and again by each call that takes a kept
 * connection.
 */
export interface Door {
  /** @throws Refused, or whatever resolving the name throws */
  open(url: string, timeoutMs: number, signal: AbortSignal): Promise<Opened>;
  /** The same without a connection. */
  check(url: string, signal: AbortSignal): Promise<URL>;
  close(): Promise<void>;
}

/** A reason for whoever named the address; `ruleOf` makes one of any other exception. */
export class Refused extends Error {
  readonly rule: Rule;

  constructor(said: Rule) {
    super(said.regra);
    this.rule = said;
  }
}

export function createDoor({ allowNetworks, resolve = lookup }: DoorOptions): Door {
  const connections = new Set<Connection>();
  /** The longest kept first. */
  const idle = new Set<Connection>();
  const excepted = createNetworkCheck(allowNetworks);
  const target = (url: string, signal: AbortSignal) => checkedTarget(url, signal, resolve, excepted);

  function end(connection: Connection): void {
    connections.delete(connection);
    idle.delete(connection);
    connection.client.destroy().catch(() => {});
  }

  function begin(origin: string, addresses: readonly LookupAddress[], timeoutMs: number): Connection {
    const connect = pinned(addresses, timeoutMs, (peer) => {
      connection.peer = peer;
    });
    const keeping = { keepAliveTimeout: KEPT_MS, keepAliveMaxTimeout: KEPT_MS };
    const client = new Client(origin, { connect, allowH2: false, pipelining: 1, ...keeping });
    const connection: Connection = { client, origin, peer: null };
    client.on('disconnect', () => end(connection));
    connections.add(connection);
    return connection;
  }

  function takeKept(origin: string, addresses: readonly LookupAddress[]): Connection | undefined {
    const checked = canonical(addresses);
    for (const connection of idle) {
      if (connection.origin !== origin || connection.peer === null || !checked.has(connection.peer)) continue;
      idle.delete(connection);
      return connection;
    }
    return undefined;
  }

  function keep(connection: Connection): void {
    if (!connections.has(connection)) return;
    idle.add(connection);
    const [longest] = idle;
    if (longest !== undefined && idle.size > MOST_KEPT) end(longest);
  }

  return {
    async open(url, timeoutMs, signal) {
      const { address, addresses } = await target(url, signal);
      const kept = takeKept(address.origin, addresses);
      const connection = kept ?? begin(address.origin, addresses, timeoutMs);
      return {
        address,
        client: connection.client,
        kept: kept !== undefined,
        close: () => end(connection),
        keep: () => keep(connection),
      };
    },
    check: async (url, signal) => (await target(url, signal)).address,
    async close() {
      await Promise.all([...connections].map(({ client }) => client.destroy()));
    },
  };
}

const lookup = (host: string) => dns.lookup(host, { all: true, verbatim: true });

/** Production takes https only; the sandbox, and an installation that is not in production, http too. */
export function schemeRefusal(address: URL, scope: Scope, production: boolean): Rule | null {
  const plainAllowed = scope.ambiente === 'TESTE' || !production;
  return address.protocol === 'https:' || plainAllowed ? null : rule('urlHttps');
}

async function checkedTarget(
  url: string,
  signal: AbortSignal,
  resolve: NonNullable<DoorOptions['resolve']>,
  excepted: NetworkCheck,
): Promise<{ address: URL; addresses: readonly LookupAddress[] }> {
  const address = URL.parse(url);
  if (address === null) throw new Refused(rule('urlBroken'));
  if (address.protocol !== 'https:' && address.protocol !== 'http:') throw new Refused(rule('urlScheme'));
  if (address.username || address.password) throw new Refused(rule('urlUser'));
  const host = address.hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  if (family === 4 && !url.toLowerCase().includes(`//${host}`)) {
    throw new Refused(rule('ipSpelled', { endereco: host }));
  }
  const addresses = family !== 0 ? [{ address: host, family }] : await resolved(host, resolve, signal);
  for (const { address: ip } of addresses) {
    const refusal = addressRefusal(ip, excepted);
    if (refusal !== null) throw new Refused(refusal);
  }
  return { address, addresses };
}

async function resolved(
  host: string,
  resolve: NonNullable<DoorOptions['resolve']>,
  signal: AbortSignal,
): Promise<readonly LookupAddress[]> {
  // getaddrinfo cannot be cancelled, so it is left to finish on its own.
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    const addresses = await Promise.race([resolve(host), aborted]);
    if (addresses.length === 0) throw new Refused(rule('hostEmpty', { nome: host }));
    return addresses;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

const canonical = (addresses: readonly LookupAddress[]): ReadonlySet<string> =>
  new Set(addresses.map(({ address }) => ipaddr.process(address).toString()));

/**
 * Connects only to the checked addresses, whatever name is being connected to, and only once: what was checked for one
 * call says nothing about a later one.
 * @param connected is told the peer's address
 */
function pinned(
  addresses: readonly LookupAddress[],
  timeoutMs: number,
  connected: (peer: string) => void,
): buildConnector.connector {
  const connect = buildConnector({
    allowH2: false,
    timeout: timeoutMs,
    autoSelectFamily: true,
    lookup: (_host, { all }, done) => {
      const [first] = addresses;
      if (all) done(null, [...addresses]);
      else done(null, first?.address ?? '', first?.family);
    },
  });
  const checked = canonical(addresses);
  let begun = false;
  return (target, done) => {
    if (begun) return done(new ConnectionOver(), null);
    begun = true;
    connect(target, (error, socket) => {
      if (error !== null) return done(error, null);
      const peer = socket.remoteAddress && ipaddr.process(socket.remoteAddress).toString();
      if (peer !== undefined && checked.has(peer)) {
        connected(peer);
        return done(null, socket);
      }
      socket.destroy();
      done(new Refused(rule('unchecked')), null);
    });
  };
}

/** A connection that was kept is not there any more. */
class ConnectionOver extends Error {
  readonly code = 'ECONNRESET';
}

/** The meaning of error codes from Node, its TLS and undici. */
const TRANSPORT = {
  ENOTFOUND: 'hostUnknown',
  EAI_AGAIN: 'hostLater',
  ECONNREFUSED: 'connectionRefused',
  ECONNRESET: 'connectionClosed',
  EPIPE: 'connectionClosed',
  UND_ERR_SOCKET: 'connectionClosed',
  UND_ERR_CLOSED: 'connectionClosed',
  UND_ERR_DESTROYED: 'connectionClosed',
  ETIMEDOUT: 'connectionLate',
  UND_ERR_CONNECT_TIMEOUT: 'connectionLate',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  UND_ERR_HEADERS_OVERFLOW: 'headersTooLarge',
  CERT_HAS_EXPIRED: 'tlsExpired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'tlsOtherName',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tlsUnknown',
  SELF_SIGNED_CERT_IN_CHAIN: 'tlsUnknown',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tlsUnknown',
} as const satisfies Record<string, RuleName>;

const isTransport = (code: string): code is keyof typeof TRANSPORT => Object.hasOwn(TRANSPORT, code);

/** What went wrong with a call, for whoever named its address. @param other the rule where no code of ours fits */
export function ruleOf(
  thrown: unknown,
  signal: AbortSignal,
  timeoutMs: number,
  other: 'deliveryFailed' | 'fetchFailed',
): Rule {
  if (thrown instanceof Refused) return thrown.rule;
  if (signal.aborted) return rule('tooSlow', { n: timeoutMs / 1000 });
  return transportRule(thrown) ?? rule(other, { codigo: codeOf(thrown) });
}

/** What a failed connection says, to whatever end it was made; null for what is no failed connection. */
export function transportRule(thrown: unknown): Rule | null {
  const code = codeOf(thrown);
  return isTransport(code) ? rule(TRANSPORT[code]) : null;
}

function codeOf(thrown: unknown): string {
  const error = thrown as NodeJS.ErrnoException & { errors?: NodeJS.ErrnoException[]; cause?: NodeJS.ErrnoException };
  return error.code ?? error.errors?.[0]?.code ?? error.cause?.code ?? error.name;
}
