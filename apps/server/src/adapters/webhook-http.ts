import { promises as dns, type LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { type Rule, type RuleName, rule, WEBHOOK_RESPONSE_MAX_BYTES } from '@rubrica/contract';
import ipaddr from 'ipaddr.js';
import { buildConnector, Client } from 'undici';
import type { WebhookHttp, WebhookResponse } from '../core/ports.ts';
import type { Scope } from '../core/scope.ts';
import { addressRefusal } from './network-policy.ts';

export interface WebhookHttpOptions {
  readonly production: boolean;
  /** CIDRs that may be reached although they are not public. */
  readonly allowNetworks: readonly string[];
  /** All addresses of a host name; the system's resolver by default. */
  readonly resolve?: (host: string) => Promise<readonly LookupAddress[]>;
}

/** A reason for the webhook's owner; any other exception is converted to one in `explain`. */
class Refused extends Error {
  readonly rule: Rule;

  constructor(said: Rule) {
    super(said.regra);
    this.rule = said;
  }
}

const RESOLVE_MS = 10_000;

/**
 * Sends webhooks. Host names are resolved once per call, every resulting address is checked, and the connection can
 * only go to one of those: what the name resolves to a moment later (DNS rebinding) does not matter. The connected
 * socket's actual peer address is checked once more.
 *
 * `post` enforces these rules itself; that production accepts only https depends on the scope and is checked by
 * `refusal`.
 */
export function createWebhookHttp(options: WebhookHttpOptions): WebhookHttp {
  const resolve = options.resolve ?? ((host: string) => dns.lookup(host, { all: true, verbatim: true }));
  const open = new Set<Client>();
  const target = (url: string, signal: AbortSignal) => checkedTarget(url, signal, resolve, options.allowNetworks);
  return {
    async post(url, headers, body, timeoutMs) {
      const began = performance.now();
      const signal = AbortSignal.timeout(timeoutMs);
      const answer = { status: null as number | null, body: '' };
      let error: Rule | null = null;
      let client: Client | null = null;
      try {
        const { address, addresses } = await target(url, signal);
        client = new Client(address.origin, { connect: pinned(addresses, timeoutMs), allowH2: false, pipelining: 1 });
        open.add(client);
        await exchange(client, address, { headers, body, signal }, answer);
        if (answer.status !== null && answer.status >= 300 && answer.status < 400) {
          error = rule('redirected');
        }
      } catch (thrown) {
        error = explain(thrown, signal, timeoutMs);
      } finally {
        if (client !== null) {
          open.delete(client);
          // Not awaited: a peer that does not close is cut off.
          client.destroy().catch(() => {});
        }
      }
      const durationMs = Math.round(performance.now() - began);
      // PostgreSQL cannot store NUL in a text.
      return { ...answer, body: answer.body.replaceAll('\0', '\uFFFD'), durationMs, error } satisfies WebhookResponse;
    },
    async refusal(url, scope) {
      const signal = AbortSignal.timeout(RESOLVE_MS);
      try {
        const { address } = await target(url, signal);
        return schemeRefusal(address, scope, options.production);
      } catch (thrown) {
        return explain(thrown, signal, RESOLVE_MS);
      }
    },
    async close() {
      await Promise.all([...open].map((client) => client.destroy()));
    },
  };
}

function schemeRefusal(address: URL, scope: Scope, production: boolean): Rule | null {
  const plainAllowed = scope.ambiente === 'TESTE' || !production;
  return address.protocol === 'https:' || plainAllowed ? null : rule('urlHttps');
}

async function checkedTarget(
  url: string,
  signal: AbortSignal,
  resolve: NonNullable<WebhookHttpOptions['resolve']>,
  networks: readonly string[],
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
    const refusal = addressRefusal(ip, networks);
    if (refusal !== null) throw new Refused(refusal);
  }
  return { address, addresses };
}

async function resolved(
  host: string,
  resolve: NonNullable<WebhookHttpOptions['resolve']>,
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

/** Connects only to the checked addresses, whatever name is being connected to. */
function pinned(addresses: readonly LookupAddress[], timeoutMs: number): buildConnector.connector {
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
  const checked = new Set(addresses.map(({ address }) => ipaddr.process(address).toString()));
  return (target, done) => {
    connect(target, (error, socket) => {
      if (error !== null) return done(error, null);
      const peer = socket.remoteAddress;
      if (peer !== undefined && checked.has(ipaddr.process(peer).toString())) return done(null, socket);
      socket.destroy();
      done(new Refused(rule('unchecked')), null);
    });
  };
}

/** Fills `answer` as data arrives, so that a body cut off by the deadline does not lose the status. */
async function exchange(
  client: Client,
  address: URL,
  request: { headers: Record<string, string>; body: Uint8Array; signal: AbortSignal },
  answer: { status: number | null; body: string },
): Promise<void> {
  const path = `${address.pathname}${address.search}`;
  const response = await client.request({ method: 'POST', path, ...request });
  answer.status = response.statusCode;
  const chunks: Buffer[] = [];
  let room = WEBHOOK_RESPONSE_MAX_BYTES;
  try {
    for await (const chunk of response.body) {
      chunks.push(chunk.subarray(0, room));
      room -= chunk.length;
      if (room <= 0) break;
    }
  } finally {
    answer.body = Buffer.concat(chunks).toString('utf8');
  }
}

/** The meaning of error codes from Node, its TLS and undici. */
const TRANSPORT = {
  ENOTFOUND: 'hostUnknown',
  EAI_AGAIN: 'hostLater',
  ECONNREFUSED: 'connectionRefused',
  ECONNRESET: 'connectionClosed',
  UND_ERR_SOCKET: 'connectionClosed',
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

function explain(thrown: unknown, signal: AbortSignal, timeoutMs: number): Rule {
  if (thrown instanceof Refused) return thrown.rule;
  if (signal.aborted) return rule('tooSlow', { n: timeoutMs / 1000 });
  const error = thrown as NodeJS.ErrnoException & { errors?: NodeJS.ErrnoException[]; cause?: NodeJS.ErrnoException };
  const code = error.code ?? error.errors?.[0]?.code ?? error.cause?.code ?? error.name;
  return isTransport(code) ? rule(TRANSPORT[code]) : rule('deliveryFailed', { codigo: code });
}
