import { createHash } from 'node:crypto';
import { children, der, integer, nothing, octets, oid, readElement, sequence, TAG } from './der.ts';

const SHA256 = '2.16.840.1.101.3.4.2.1';

/** Sends an RFC 3161 request and gives back the reply's bytes; network and time-outs are the caller's. */
export type TimestampClient = (request: Uint8Array) => Promise<Uint8Array>;

/**
 * Has a signature value timestamped (RFC 3161; ETSI EN 319 142-1 clause 5.3).
 * @returns the token. @throws Error where the reply refuses, or answers another request.
 */
export async function timestampToken(signature: Uint8Array, send: TimestampClient): Promise<Buffer> {
  const digest = createHash('sha256').update(signature).digest();
  // The nonce may follow from what is stamped: it only has to differ between signatures.
  const nonce = createHash('sha256').update(digest).digest().subarray(0, 8);
  nonce[0] = ((nonce[0] as number) & 0x7f) | 0x40;
  const imprint = sequence(sequence(oid(SHA256), nothing()), octets(digest));
  const request = sequence(integer(1), imprint, integer(nonce), der(TAG.boolean, Buffer.from([0xff])));
  return readReply(Buffer.from(await send(request)), digest, nonce);
}

function readReply(reply: Buffer, digest: Buffer, nonce: Buffer): Buffer {
  const [status, token] = children(readElement(reply).body);
  const code = status && children(status.body)[0]?.body;
  const granted = code?.length === 1 && (code[0] === 0 || code[0] === 1);
  if (!granted || !token)
    throw new Error(`the timestamp authority refused (status ${code?.toString('hex') ?? 'none'})`);
  const info = tstInfo(token.raw);
  const fields = children(readElement(info).body);
  const stamped = fields[2] && children(fields[2].body)[1]?.body;
  if (!stamped?.equals(digest)) throw new Error('the timestamp is of other data');
  const answered = fields.find((field, i) => i > 3 && field.tag === TAG.integer)?.body;
  if (!answered?.equals(nonce)) throw new Error('the timestamp answers another request');
  return Buffer.from(token.raw);
}

/** TSTInfo inside the token: ContentInfo, SignedData, encapContentInfo, its octets. */
function tstInfo(token: Buffer): Buffer {
  const content = children(readElement(token).body)[1];
  const signed = content && children(readElement(content.body).body);
  const encapsulated = signed?.[2] && children(signed[2].body)[1];
  if (!encapsulated) throw new Error('the timestamp token is damaged');
  return readElement(encapsulated.body).body;
}
