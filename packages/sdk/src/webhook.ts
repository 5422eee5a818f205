import type { EventoWebhookEnvelope } from '@rubrica/contract';

/** The header that signs each delivery. */
export const SIGNATURE_HEADER = 'X-Service-Signature';

/** How far a delivery's timestamp may be from the receiver's clock. */
export const DEFAULT_TOLERANCE_SECONDS = 300;

/** The delivery is not what the service sent, or is too old to trust; answer 401. */
export class WebhookSignatureError extends Error {
  override readonly name = 'WebhookSignatureError';
}

export interface VerifyWebhookOptions {
  /** The body exactly as it arrived. A string must be the unmodified text, never re-serialized JSON. */
  readonly payload: Uint8Array<ArrayBuffer> | string;
  /** The value of `X-Service-Signature`. */
  readonly header: string | null | undefined;
  /** The webhook's `segredo`, the whole string. */
  readonly secret: string;
  readonly toleranceSeconds?: number;
  /** The receiver's clock, in milliseconds. */
  readonly now?: () => number;
}

interface Signature {
  readonly timestamp: string;
  readonly digests: Uint8Array<ArrayBuffer>[];
}

const fromHex = (hex: string) =>
  Uint8Array.from({ length: hex.length / 2 }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16));

/** Pairs of other versions are ignored, so that a future scheme can be sent beside this one. */
function parseHeader(header: string): Signature {
  const pairs = header.split(',').map((pair) => pair.trim().split('=', 2));
  const timestamps = pairs.filter(([name]) => name === 't').map(([, value = '']) => value);
  const digests = pairs.filter(([name, value = '']) => name === 'v1' && /^[0-9a-f]{64}$/.test(value));
  const [timestamp] = timestamps;
  if (timestamps.length !== 1 || timestamp === undefined || !/^\d{1,12}$/.test(timestamp)) {
    throw new WebhookSignatureError('the signature header has no single timestamp');
  }
  if (digests.length === 0) throw new WebhookSignatureError('the signature header has no v1 pair');
  return { timestamp, digests: digests.map(([, value = '']) => fromHex(value)) };
}

function joinBytes(timestamp: string, payload: Uint8Array): Uint8Array<ArrayBuffer> {
  const prefix = new TextEncoder().encode(`${timestamp}.`);
  const bytes = new Uint8Array(prefix.length + payload.length);
  bytes.set(prefix);
  bytes.set(payload, prefix.length);
  return bytes;
}

/**
 * Verifies a delivery before interpreting any of it and returns the event. While a secret is being rotated the header
 * carries one v1 pair for each; one match is enough. Deduplicate by `eventoId`.
 * @throws {WebhookSignatureError} if the header is malformed, the clock is too far off or no signature matches.
 */
export async function verifyWebhook(options: VerifyWebhookOptions): Promise<EventoWebhookEnvelope> {
  const { payload, header, secret, toleranceSeconds = DEFAULT_TOLERANCE_SECONDS, now = Date.now } = options;
  if (header === null || header === undefined) throw new WebhookSignatureError(`${SIGNATURE_HEADER} is missing`);
  const { timestamp, digests } = parseHeader(header);
  if (Math.abs(now() / 1000 - Number(timestamp)) > toleranceSeconds) {
    throw new WebhookSignatureError('the timestamp is outside the tolerance');
  }

  const bytes = typeof payload === 'string' ? new TextEncoder().encode(payload) : payload;
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const { subtle } = globalThis.crypto;
  const key = await subtle.importKey('raw', new TextEncoder().encode(secret), algorithm, false, ['verify']);
  const signed = joinBytes(timestamp, bytes);
  // `subtle.verify` compares in constant time (Web Cryptography API, HMAC verify).
  const matches = await Promise.all(digests.map((digest) => subtle.verify('HMAC', key, digest, signed)));
  if (!matches.includes(true)) throw new WebhookSignatureError('no v1 signature matches');
  return JSON.parse(new TextDecoder().decode(bytes)) as EventoWebhookEnvelope;
}
