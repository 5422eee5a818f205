import type { EventoWebhookEnvelope } from '../generated/schemas.ts';
import { RubricaError } from './error.ts';

/** How far a delivery's timestamp may be from the receiver's clock. */
const TOLERANCE_S = 300;

/** The delivery is not what the service sent, or is too old to trust; answer 401. */
export class WebhookSignatureError extends RubricaError {
  override readonly name = 'WebhookSignatureError';
}

/** The headers of a request as servers give them, in any letter case. */
export type WebhookHeaders =
  | { get(name: string): string | null | undefined }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** How far the delivery's time may be from now; 300 by default. */
  readonly toleranceSeconds?: number | undefined;
  /** The receiver's clock, in milliseconds. */
  readonly now?: (() => number) | undefined;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** What is signed, under which key, and the signatures of it that came. */
interface Signed {
  readonly key: Bytes;
  readonly time: string;
  /** Before the body in what is signed. */
  readonly prefix: string;
  readonly digests: readonly Bytes[];
}

const PREFIX = /^whsec_/;

const utf8 = (text: string) => new TextEncoder().encode(text);

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (typeof headers.get === 'function') return headers.get(name) ?? undefined;
  const entry = Object.entries(headers).find(([key]) => key.toLowerCase() === name);
  return entry && [entry[1]].flat().join(',');
}

const fromHex = (hex: string): Bytes =>
  Uint8Array.from({ length: hex.length / 2 }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16));

function fromBase64(text: string): Bytes | undefined {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** `X-Service-Signature`. Pairs of other versions are ignored, so that a future scheme can be sent beside this one. */
function ownScheme(header: string, secret: string): Signed {
  const pairs = header.split(',').map((pair) => pair.trim().split('=', 2));
  const times = pairs.filter(([name]) => name === 't').map(([, value = '']) => value);
  const digests = pairs.filter(([name, value = '']) => name === 'v1' && /^[0-9a-f]{64}$/.test(value));
  const [time = ''] = times;
  if (times.length !== 1) throw new WebhookSignatureError('the signature header has no single timestamp');
  return { key: utf8(secret), time, prefix: `${time}.`, digests: digests.map(([, hex = '']) => fromHex(hex)) };
}

/** Standard Webhooks 1.0 (https://www.standardwebhooks.com): the secret is base64 after its prefix. */
function standardScheme(headers: WebhookHeaders, secret: string): Signed {
  const id = headerOf(headers, 'webhook-id');
  const time = headerOf(headers, 'webhook-timestamp') ?? '';
  const signatures = headerOf(headers, 'webhook-signature');
  if (!id || !signatures) throw new WebhookSignatureError('there is no signature header');
  const key = fromBase64(secret.replace(PREFIX, ''));
  if (!key) throw new WebhookSignatureError('the secret is not of Standard Webhooks');
  const digests = signatures
    .split(' ')
    .map((one) => one.split(',', 2))
    .flatMap(([version, digest = '']) => (version === 'v1' ? (fromBase64(digest) ?? []) : []));
  return { key, time, prefix: `${id}.${time}.`, digests };
}

/** What frameworks make of a body by themselves, an object, can no longer be verified: that is told by itself. */
function bytesOf(body: string | Uint8Array | ArrayBuffer): Bytes {
  if (typeof body === 'string') return utf8(body);
  if (ArrayBuffer.isView(body) || body instanceof ArrayBuffer) return new Uint8Array(body);
  throw new WebhookSignatureError('the body must be the text or the bytes that arrived, before JSON is read');
}

/**
 * Verifies a delivery before interpreting any of it, and returns the event. Deduplicate by `eventoId`. While a secret is
 * being rotated the header carries one signature for each; one match is enough. `X-Service-Signature` decides where it is
 * there, else the headers of Standard Webhooks.
 * @param body the body exactly as it arrived; a text must be the unmodified one, never JSON written anew
 * @param segredo the webhook's `segredo`, the whole text
 * @throws {WebhookSignatureError} if a header is malformed, the clock is too far off or no signature matches; if the secret
 *   is empty, under which anybody could sign, or the body is no longer what arrived
 */
export async function verificar(
  body: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  segredo: string,
  { toleranceSeconds = TOLERANCE_S, now = Date.now }: VerifyOptions = {},
): Promise<EventoWebhookEnvelope> {
  if (!segredo?.replace(PREFIX, '')) throw new WebhookSignatureError('the secret is empty');
  const own = headerOf(headers, 'x-service-signature');
  const { key, time, prefix, digests } = own === undefined ? standardScheme(headers, segredo) : ownScheme(own, segredo);
  if (!/^\d{1,12}$/.test(time)) throw new WebhookSignatureError('the timestamp is no number of seconds');
  if (Math.abs(now() / 1000 - Number(time)) > toleranceSeconds) {
    throw new WebhookSignatureError('the timestamp is outside the tolerance');
  }
  const bytes = bytesOf(body);
  const signed = utf8(prefix + ' '.repeat(bytes.length));
  signed.set(bytes, signed.length - bytes.length);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const { subtle } = globalThis.crypto;
  const imported = await subtle.importKey('raw', key, algorithm, false, ['verify']);
  // `subtle.verify` compares in constant time (Web Cryptography API, HMAC verify).
  const matches = await Promise.all(digests.map((digest) => subtle.verify('HMAC', imported, digest, signed)));
  if (!matches.includes(true)) throw new WebhookSignatureError('no signature matches');
  return JSON.parse(new TextDecoder().decode(bytes)) as EventoWebhookEnvelope;
}
