import { createHash, verify, type X509Certificate } from 'node:crypto';
import { children, oidText, readElement, TAG } from './der.ts';

const OID = { messageDigest: '1.2.840.113549.1.9.4' } as const;
const DIGESTS: Readonly<Record<string, string>> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};

/**
 * Whether the first seal of a file of our own making covers the file as it is, and is by this certificate: for a trial of a
 * key. Whatever others hand in is for `@rubrica/verify`.
 */
export function sealHolds(bytes: Uint8Array, certificate: X509Certificate): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [, ...range] = /\/ByteRange \[(\d+) +(\d+) +(\d+) +(\d+) *\]/.exec(file.toString('latin1')) ?? [];
  const [from = 0, length = 0, second = 0, rest = 0] = range.map(Number);
  if (range.length === 0 || from !== 0 || second + rest !== file.length) return false;
  const covered = Buffer.concat([file.subarray(0, length), file.subarray(second)]);
  // Between the two parts stands the CMS in hexadecimal, in angle brackets, filled up with zeros.
  const cms = Buffer.from(file.toString('latin1', length + 1, second - 1), 'hex');
  const [, wrapped] = children(readElement(cms).body);
  const [signer] = children(children(readElement(wrapped?.body ?? cms).body).at(-1)?.body ?? cms);
  const [, , digest, attributes, , signature] = children(signer?.body ?? cms);
  const name = digest && DIGESTS[oidText(children(digest.body)[0]?.body ?? cms)];
  if (!name || !attributes || !signature) return false;
  const stated = children(attributes.body)
    .map(({ body }) => children(body))
    .find(([id]) => id && oidText(id.body) === OID.messageDigest)?.[1];
  const hash = createHash(name).update(covered).digest();
  if (!stated || !readElement(stated.body).body.equals(hash)) return false;
  // The attributes are signed as a SET but encoded as [0] (RFC 5652 clause 5.4).
  const signed = Buffer.concat([Buffer.from([TAG.set]), attributes.raw.subarray(1)]);
  return verify(name, signed, certificate.publicKey, signature.body);
}
