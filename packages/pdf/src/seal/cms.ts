import { createHash } from 'node:crypto';
import { children, der, integer, nothing, octets, oid, readElement, sequence, setOf, TAG, tagged } from './der.ts';
import type { Digest, SealKey } from './key.ts';

const OID = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  timestampToken: '1.2.840.113549.1.9.16.2.14',
  /** Our own, under a UUID (ITU-T X.667): ff1dd0d6-a4f6-4172-a245-f8476f79f245. */
  checksum: '2.25.339107951281128641622483636782611690053',
  rsa: '1.2.840.113549.1.1.1',
  'SHA-256': '2.16.840.1.101.3.4.2.1',
  'SHA-384': '2.16.840.1.101.3.4.2.2',
  'SHA-512': '2.16.840.1.101.3.4.2.3',
} as const;

const ECDSA: Record<Digest, string> = {
  'SHA-256': '1.2.840.10045.4.3.2',
  'SHA-384': '1.2.840.10045.4.3.3',
  'SHA-512': '1.2.840.10045.4.3.4',
};

/** A signature over a digest, not yet in its CMS envelope. */
export type Signed = { attributes: Buffer; signature: Uint8Array };

/**
 * Signs a document's digest as required by PAdES baseline (ETSI EN 319 142-1 clause 6.3): contentType, messageDigest
 * and signing-certificate-v2 as signed attributes, and no signing-time, which belongs in the signature dictionary's /M.
 */
export async function signDigest(key: SealKey, documentDigest: Uint8Array): Promise<Signed> {
  const attribute = (id: string, value: Uint8Array): Buffer => sequence(oid(id), der(TAG.set, value));
  const attributes = setOf(
    attribute(OID.contentType, oid(OID.data)),
    attribute(OID.messageDigest, octets(documentDigest)),
    attribute(OID.signingCertificateV2, signingCertificate(key)),
  );
  return { attributes, signature: await key.sign(attributes) };
}

/** ESSCertIDv2 (RFC 5035 clause 4): binds the signature to this particular certificate. */
function signingCertificate(key: SealKey): Buffer {
  const hash = createHash(key.digest.replace('-', '')).update(key.certificate.raw).digest();
  const { issuer, serial } = issuerAndSerial(key.certificate.raw);
  const issuerSerial = sequence(sequence(tagged(4, issuer)), serial);
  const algorithm = key.digest === 'SHA-256' ? [] : [sequence(oid(OID[key.digest]))];
  return sequence(sequence(sequence(...algorithm, octets(hash), issuerSerial)));
}

/** The issuer name and serial number of a certificate, as encoded in it (RFC 5280 clause 4.1). */
function issuerAndSerial(certificate: Buffer): { issuer: Buffer; serial: Buffer } {
  const tbs = children(readElement(certificate).body)[0];
  const fields = tbs ? children(tbs.body) : [];
  const first = fields[0]?.tag === 0xa0 ? 1 : 0;
  const serial = fields[first]?.raw;
  const issuer = fields[first + 2]?.raw;
  if (!serial || !issuer) throw new Error('unusual certificate');
  return { issuer, serial };
}

/** The CMS SignedData (RFC 5652 clause 5) of a detached signature, with a timestamp token if there is one. */
export function signedData(key: SealKey, signed: Signed, timestamp?: Uint8Array): Buffer {
  const digest = sequence(oid(OID[key.digest]));
  const { issuer, serial } = issuerAndSerial(key.certificate.raw);
  const algorithm = key.kind === 'RSA' ? sequence(oid(OID.rsa), nothing()) : sequence(oid(ECDSA[key.digest]));
  const certificates = tagged(0, ...[key.certificate, ...key.chain].map((certificate) => certificate.raw));
  const unsigned = unsignedAttributes(key, certificates, timestamp);
  const signer = sequence(
    integer(1),
    sequence(issuer, serial),
    digest,
    // The attributes are signed as a SET but encoded as [0] (clause 5.4).
    Buffer.concat([Buffer.from([0xa0]), signed.attributes.subarray(1)]),
    algorithm,
    octets(signed.signature),
    ...(unsigned.length > 0 ? [Buffer.concat([Buffer.from([0xa1]), setOf(...unsigned).subarray(1)])] : []),
  );
  const content = sequence(
    integer(1),
    der(TAG.set, digest),
    sequence(oid(OID.data)),
    certificates,
    der(TAG.set, signer),
  );
  return sequence(oid(OID.signedData), tagged(0, content));
}

/**
 * The timestamp token, and a checksum of what neither the seal nor, with certainty, anything else signs: the
 * certificates above the sealer's own and the whole token. No viewer needs it; it makes a changed byte detectable (ADR
 * 0013).
 */
function unsignedAttributes(key: SealKey, certificates: Buffer, timestamp: Uint8Array | undefined): Buffer[] {
  const attribute = (id: string, value: Uint8Array): Buffer => sequence(oid(id), der(TAG.set, value));
  const token = timestamp ? [attribute(OID.timestampToken, timestamp)] : [];
  if (token.length === 0 && key.chain.length === 0) return [];
  const checksum = createHash('sha256').update(certificates);
  for (const part of token) checksum.update(part);
  return [...token, attribute(OID.checksum, octets(checksum.digest()))];
}
