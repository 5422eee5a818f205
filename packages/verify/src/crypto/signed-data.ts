import { equal, toHex } from '../bytes.ts';
import { Unreadable } from '../unreadable.ts';
import { checkSignature, type Digest, digest, digestOf, type Verdict } from './algorithms.ts';
import { type Certificate, readCertificate } from './certificate.ts';
import { children, type Element, need, oidOf, readOnly, TAG } from './der.ts';

/** CMS SignedData with one signer (RFC 5652 clause 5): the shape of a seal and of a timestamp token. */

export const OID = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  timestampInfo: '1.2.840.113549.1.9.16.1.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  timestampToken: '1.2.840.113549.1.9.16.2.14',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
} as const;

export interface SignedData {
  readonly raw: Uint8Array;
  readonly contentType: string;
  /** The embedded content; undefined for a detached signature. */
  readonly content: Uint8Array | undefined;
  /** The entire `certificates` field, as encoded. */
  readonly certificatesField: Uint8Array;
  readonly certificates: readonly Certificate[];
  readonly signer: Certificate;
  readonly digest: Digest;
  readonly signatureAlgorithm: Element;
  readonly signature: Uint8Array;
  /** The signed attributes: the bytes that were signed, and the attributes by identifier. */
  readonly signedBytes: Uint8Array;
  readonly attributes: ReadonlyMap<string, Element>;
  /** Unsigned attributes by identifier: the whole attribute and its only value. */
  readonly unsigned: ReadonlyMap<string, { raw: Uint8Array; value: Element }>;
}

const MAX_CERTIFICATES = 16;

/** @throws Unreadable for anything but a SignedData with one signer whose certificate is included */
export function readSignedData(bytes: Uint8Array): SignedData {
  const [type, wrapped] = children(readOnly(bytes, TAG.sequence));
  if (oidOf(type) !== OID.signedData) throw new Unreadable('não é uma assinatura CMS');
  const parts = children(need(children(need(wrapped, 0xa0))[0], TAG.sequence));
  const [, , encapsulated] = parts;
  const [contentType, content] = children(need(encapsulated, TAG.sequence));
  const certificatesField = need(parts.find(({ tag }) => tag === 0xa0));
  const shipped = children(certificatesField);
  if (shipped.length > MAX_CERTIFICATES) throw new Unreadable('a assinatura traz certificados demais');
  const certificates = shipped.map(({ raw }) => readCertificate(raw));
  const signers = children(need(parts.at(-1), TAG.set));
  if (signers.length !== 1) throw new Unreadable(`a assinatura tem ${signers.length} signatários`);
  return {
    raw: bytes,
    contentType: oidOf(contentType),
    content: content && need(children(need(content, 0xa0))[0], TAG.octets).body,
    certificatesField: certificatesField.raw,
    certificates,
    ...readSigner(need(signers[0], TAG.sequence), certificates),
  };
}

type Signer = Omit<SignedData, 'raw' | 'contentType' | 'content' | 'certificatesField' | 'certificates'>;

function readSigner(info: Element, certificates: readonly Certificate[]): Signer {
  const [, id, digestAlgorithm, signed, signatureAlgorithm, signature, unsigned] = children(info);
  const algorithm = digestOf(digestAlgorithm);
  if (!algorithm || algorithm === 'SHA-1') {
    throw new Unreadable('a assinatura usa um resumo que este programa não conhece, ou que já não é seguro');
  }
  // The attributes are signed as a SET but encoded as [0] (clause 5.4).
  const signedBytes = Uint8Array.from(need(signed, 0xa0).raw);
  signedBytes[0] = TAG.set;
  const unsignedList = unsigned ? readAttributes(need(unsigned, 0xa1)) : [];
  return {
    signer: findSigner(need(id), certificates),
    digest: algorithm,
    signatureAlgorithm: need(signatureAlgorithm, TAG.sequence),
    signature: need(signature, TAG.octets).body,
    signedBytes,
    attributes: new Map(readAttributes(need(signed)).map(({ type, value }) => [type, value])),
    unsigned: new Map(unsignedList.map(({ type, raw, value }) => [type, { raw, value }])),
  };
}

function readAttributes(set: Element): { type: string; raw: Uint8Array; value: Element }[] {
  const list = children(set).map((attribute) => {
    const [type, values] = children(need(attribute, TAG.sequence));
    const [value, ...more] = children(need(values, TAG.set));
    if (more.length > 0) throw new Unreadable('um atributo da assinatura tem mais de um valor');
    return { type: oidOf(type), raw: attribute.raw, value: need(value) };
  });
  if (new Set(list.map(({ type }) => type)).size < list.length) {
    throw new Unreadable('um atributo da assinatura aparece duas vezes');
  }
  return list;
}

const SUBJECT_KEY_IDENTIFIER = '2.5.29.14';

/** The certificate that a SignerIdentifier names: by issuer and serial number, or by key identifier. */
function findSigner(id: Element, certificates: readonly Certificate[]): Certificate {
  const found = certificates.find((certificate) => {
    if (id.tag === 0x80) {
      const key = certificate.extensions.get(SUBJECT_KEY_IDENTIFIER);
      return key !== undefined && equal(key.body, id.body);
    }
    const [issuer, serial] = children(need(id, TAG.sequence));
    return equal(need(issuer).raw, certificate.issuer) && equal(need(serial).raw, certificate.serial);
  });
  if (!found) throw new Unreadable('o certificado de quem assinou não está na assinatura');
  return found;
}

/** Computes a digest of certain bytes. */
export type DigestOf = (algorithm: Digest) => Promise<Uint8Array>;

/** Whether the signed digest is that of the content. */
export async function checkDigest(data: SignedData, ofContent: DigestOf): Promise<boolean> {
  const stated = data.attributes.get(OID.messageDigest);
  return stated !== undefined && equal(stated.body, await ofContent(data.digest));
}

/** Whether the signed attributes were signed with the key of the signer's certificate. */
export function checkSigner({
  signer,
  signatureAlgorithm,
  digest,
  signedBytes,
  signature,
}: SignedData): Promise<Verdict> {
  return checkSignature({ key: signer.key, algorithm: signatureAlgorithm, digest, data: signedBytes, signature });
}

/** Whether the signed attributes identify this very certificate (RFC 5035; the original form, RFC 2634, uses SHA-1). */
export async function namesSigner({ attributes, signer }: SignedData): Promise<boolean> {
  const v2 = attributes.get(OID.signingCertificateV2);
  const v1 = attributes.get(OID.signingCertificate);
  const id = need(children(need(children(need(v2 ?? v1))[0]))[0]);
  const [first, second] = children(id);
  const named = v2 && first?.tag === TAG.sequence;
  const algorithm = v2 ? (named ? digestOf(first) : 'SHA-256') : 'SHA-1';
  const hash = need(named ? second : first, TAG.octets).body;
  return algorithm !== undefined && toHex(hash) === toHex(await digest(algorithm, signer.raw));
}
