import { X509Certificate } from 'node:crypto';
import type { TimestampAuthority } from '@rubrica/pdf';
import { boundedBody } from './bounded-reply.ts';

/**
 * After an authority used up its whole time it is not asked again for this long; the next attempt comes later than
 * that.
 */
const REST_MS = 25_000;
/** A token with its whole chain takes some 8 kB. */
const REPLY_MAX_BYTES = 64 * 1024;

/** The authorities for one seal, which may take this many milliseconds in all. */
export type TimeAuthoritiesFor = (budgetMs: number) => TimestampAuthority[];

/**
 * Clients of time-stamping authorities (RFC 3161, section 3.4: over HTTP), asked in this order. A seal's remaining time
 * is divided among those that have not failed yet, so that a silent one leaves time for the next.
 */
export function createTimeAuthorities(urls: readonly string[]): TimeAuthoritiesFor {
  const clients = urls.map((url) => ({ name: new URL(url).host, ask: createTsaClient(url) }));
  return (budgetMs) => {
    const end = performance.now() + budgetMs;
    let failed = 0;
    return clients.map(({ name, ask }) => ({
      name,
      async send(query) {
        try {
          return await ask(query, (end - performance.now()) / Math.max(1, clients.length - failed));
        } catch (error) {
          failed += 1;
          throw error;
        }
      },
    }));
  };
}

/**
 * A client of one time-stamping authority. User and password in the address are sent as Basic authentication. The
 * function throws if there is no usable response within the given time, and immediately for a while after such a
 * timeout.
 */
function createTsaClient(url: string): (query: Uint8Array, withinMs: number) => Promise<Uint8Array> {
  const address = new URL(url);
  const { username, password } = address;
  address.username = '';
  address.password = '';
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
  const authorization = username === '' ? {} : { authorization: `Basic ${credentials}` };
  const headers = { 'content-type': 'application/timestamp-query', ...authorization };
  let restUntil = 0;
  return async (query, withinMs) => {
    if (performance.now() < restUntil) throw new Error('the timestamp authority was silent a moment ago');
    if (withinMs < 1) throw new Error('no time is left to ask the timestamp authority');
    const signal = AbortSignal.timeout(Math.ceil(withinMs));
    try {
      const body = Buffer.from(query);
      return await read(await fetch(address, { method: 'POST', headers, body, signal, redirect: 'error' }));
    } catch (error) {
      if (signal.aborted) restUntil = performance.now() + REST_MS;
      throw error;
    }
  };
}

async function read(reply: Response): Promise<Uint8Array> {
  const body = await boundedBody(reply, REPLY_MAX_BYTES, 'the timestamp authority');
  if (!reply.ok) throw new Error(`the timestamp authority answered HTTP ${reply.status}`);
  return body;
}

/** The certificates of a PEM file. @throws Error if one of them cannot be read */
export function readRoots(pem: string): X509Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  return blocks.map((block) => new X509Certificate(block));
}
