import { compare, concat, equal } from '../bytes.ts';
import { type Digest, ECDSA_WITH, RSA } from '../crypto/algorithms.ts';
import { children, der, octets, oid, oidOf, readOnly, sequence, setOf, TAG, tagged } from '../crypto/der.ts';
import { newSha256 } from '../crypto/sha256.ts';
import { OID, type SignedData } from '../crypto/signed-data.ts';

/**
 * Rebuilds a seal's CMS from its parts, in the one form the service writes. A signature covers only part of its own
 * envelope; comparing the rest byte by byte reveals a change anywhere in it.
 */

/** Covers what no signature covers: the included certificates and the timestamp (see packages/pdf/src/seal/cms.ts). */
export const CHECKSUM = '2.25.339107951281128641622483636782611690053';

const DIGEST_IDS: Readonly<Record<Digest, string>> = {
  'SHA-1': '1.3.14.3.2.26',
  'SHA-256': '2.16.840.1.101.3.4.2.1',
  'SHA-384': '2.16.840.1.101.3.4.2.2',
  'SHA-512': '2.16.840.1.101.3.4.2.3',
};
const INTEGER_ONE = Uint8Array.of(TAG.integer, 1, 1);
const NOTHING = Uint8Array.of(TAG.null, 0);

export function rebuild(data: SignedData): Uint8Array {
  const { signer, certificates } = data;
  const algorithm = sequence(oid(DIGEST_IDS[data.digest]));
  const unsigned = [...unsignedAttributes(data)].sort(compare);
  const info = sequence(
    INTEGER_ONE,
    sequence(signer.issuer, signer.serial),
    algorithm,
    retag(0xa0, data.signedBytes),
    signatureAlgorithm(data),
    octets(data.signature),
    ...(unsigned.length > 0 ? [retag(0xa1, setOf(...unsigned))] : []),
  );
  const content = sequence(
    INTEGER_ONE,
    setOf(algorithm),
    sequence(oid(OID.data)),
    tagged(0, ...certificates.map(({ raw }) => raw)),
    setOf(info),
  );
  return sequence(oid(OID.signedData), tagged(0, content));
}

const retag = (tag: number, element: Uint8Array) => concat(Uint8Array.of(tag), element.subarray(1));
const attribute = (id: string, value: Uint8Array) => sequence(oid(id), der(TAG.set, value));

function* unsignedAttributes({ certificates, certificatesField, unsigned }: SignedData): Generator<Uint8Array> {
  const token = unsigned.get(OID.timestampToken);
  const stamp = token && attribute(OID.timestampToken, token.value.raw);
  if (stamp) yield stamp;
  if (stamp || certificates.length > 1) {
    const sum = newSha256()
      .update(certificatesField)
      .update(stamp ?? new Uint8Array());
    yield attribute(CHECKSUM, octets(sum.digest()));
  }
}

function signatureAlgorithm({ digest, signatureAlgorithm, signer }: SignedData): Uint8Array {
  const [identifier] = children(readOnly(signer.key));
  const [key] = identifier ? children(identifier) : [];
  if (oidOf(key) === RSA) return sequence(oid(RSA), NOTHING);
  const id = Object.keys(ECDSA_WITH).find((name) => ECDSA_WITH[name] === digest);
  return id ? sequence(oid(id)) : signatureAlgorithm.raw;
}

/** Whether the CMS is byte for byte what the service writes. */
export const hasOwnForm = (cms: Uint8Array, data: SignedData): boolean => equal(cms, rebuild(data));
