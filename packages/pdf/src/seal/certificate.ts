import { createVerify, X509Certificate } from 'node:crypto';
import { children, type Element, oidText, readElement, TAG } from './der.ts';

const OID = {
  keyUsage: '2.5.29.15',
  authorityInfoAccess: '1.3.6.1.5.5.7.1.1',
  crlDistributionPoints: '2.5.29.31',
  ocsp: '1.3.6.1.5.5.7.48.1',
  caIssuers: '1.3.6.1.5.5.7.48.2',
} as const;

/** Signature algorithms and their digests: PKCS #1 v1.5 and ECDSA (RFC 8017, RFC 5758). */
const DIGESTS: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.1.5': 'sha1',
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
};

/** Where a certificate says that further data is available; HTTP addresses only. */
export type Sources = { ocsp: string[]; issuers: string[]; crls: string[] };

/** Parts of a TBSCertificate that Node does not expose (RFC 5280 clause 4.1). */
export type Details = { issuer: Buffer; serial: Buffer; subject: Buffer; publicKey: Buffer; extensions: Element[] };

/** @throws Error if it is not a certificate */
export function detailsOf(certificate: X509Certificate): Details {
  const tbs = children(readElement(certificate.raw).body)[0];
  const fields = tbs ? children(tbs.body) : [];
  const first = fields[0]?.tag === 0xa0 ? 1 : 0;
  const [serial, , issuer, , subject, key] = fields.slice(first);
  const bits = key && children(key.body)[1];
  if (!serial || !issuer || !subject || !bits) throw new Error('unusual certificate');
  const extensions = fields.find((field) => field.tag === 0xa3);
  return {
    ...{ issuer: issuer.raw, serial: serial.raw, subject: subject.raw, publicKey: bits.body.subarray(1) },
    extensions: extensions ? children(readElement(extensions.body).body) : [],
  };
}

/** The addresses in a certificate's authorityInfoAccess and cRLDistributionPoints (RFC 5280 clauses 4.2.2.1, 4.2.1.13). */
export function sourcesOf(certificate: X509Certificate): Sources {
  const sources: Sources = { ocsp: [], issuers: [], crls: [] };
  for (const { body } of detailsOf(certificate).extensions) {
    const parts = children(body);
    const value = parts.at(-1);
    if (!parts[0] || value?.tag !== TAG.octetString) continue;
    const id = oidText(parts[0].body);
    if (id === OID.crlDistributionPoints) sources.crls.push(...addressesIn(readElement(value.body)));
    if (id !== OID.authorityInfoAccess) continue;
    for (const description of children(readElement(value.body).body)) {
      const [method, location] = children(description.body);
      if (!method || !location) continue;
      const kind = oidText(method.body);
      if (kind === OID.ocsp) sources.ocsp.push(...addressesIn(location));
      else if (kind === OID.caIssuers) sources.issuers.push(...addressesIn(location));
    }
  }
  return sources;
}

/** A GeneralName's uniformResourceIdentifier, [6]. */
const URI = 0x86;

function addressesIn(element: Element): string[] {
  if (element.tag === URI) {
    const address = element.body.toString('latin1');
    return /^https?:\/\//i.test(address) && URL.canParse(address) ? [address] : [];
  }
  // Constructed tags have bit 6 set.
  return element.tag & 0x20 ? children(element.body).flatMap(addressesIn) : [];
}

/** Whether one certificate's key signed another. */
export function issued(issuer: X509Certificate, certificate: X509Certificate): boolean {
  try {
    return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
  } catch {
    return false;
  }
}

/** Whether a certificate is self-signed, whatever its key usage, because sealers need not be authorities. */
export function isSelfSigned(certificate: X509Certificate): boolean {
  const { subject, issuer } = detailsOf(certificate);
  return subject.equals(issuer) && certificate.verify(certificate.publicKey);
}

/**
 * keyUsage (RFC 5280 clause 4.2.1.3): if absent any use is allowed; otherwise digitalSignature or nonRepudiation must
 * be set.
 */
export function maySign(certificate: X509Certificate): boolean {
  for (const { body } of detailsOf(certificate).extensions) {
    const parts = children(body);
    const value = parts.at(-1);
    if (!parts[0] || !value || oidText(parts[0].body) !== OID.keyUsage) continue;
    return ((readElement(value.body).body[1] ?? 0) & 0xc0) !== 0;
  }
  return true;
}

/** Verifies the signature of an OCSP response or a CRL. @param bits the BIT STRING's contents */
export function signedBy(signer: X509Certificate, data: Buffer, algorithm: Element, bits: Buffer): boolean {
  const id = children(algorithm.body)[0];
  const digest = id && DIGESTS[oidText(id.body)];
  if (!digest) return false;
  try {
    return createVerify(digest).update(data).verify(signer.publicKey, bits.subarray(1));
  } catch {
    return false;
  }
}

/** The readable certificates in a CMS SignedData (RFC 5652 clause 5.1). */
export function certificatesOf(cms: Buffer): X509Certificate[] {
  const content = children(readElement(cms).body)[1];
  const signed = content && children(readElement(content.body).body);
  const set = signed?.find((field) => field.tag === 0xa0);
  return (set ? children(set.body) : []).flatMap(({ raw }) => parseCertificate(raw));
}

/** The certificates served at an issuer address: one as DER or PEM, or several as CMS (RFC 5280 4.2.2.1). */
export function readCertificates(bytes: Uint8Array): X509Certificate[] {
  const single = parseCertificate(bytes);
  if (single.length > 0) return single;
  try {
    return certificatesOf(Buffer.from(bytes));
  } catch {
    return [];
  }
}

/** A certificate from DER or PEM, in a list; the list is empty if it is not one. */
export function parseCertificate(bytes: Uint8Array): X509Certificate[] {
  try {
    return [new X509Certificate(bytes)];
  } catch {
    return [];
  }
}
