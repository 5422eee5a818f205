import { createHash, type X509Certificate } from 'node:crypto';
import { detailsOf, issued, parseCertificate, signedBy } from './certificate.ts';
import { children, type Element, nothing, octets, oid, oidText, readElement, readTime, sequence, TAG } from './der.ts';

const OID = { sha1: '1.3.14.3.2.26', basicResponse: '1.3.6.1.5.5.7.48.1.1', ocspSigning: '1.3.6.1.5.5.7.3.9' } as const;
/** How far clocks may differ. */
const SKEW_MS = 5 * 60_000;

/** A certificate revoked by its authority. No other source is asked then. */
export class RevokedError extends Error {
  override readonly name = 'RevokedError';
}

/** An authority's statement about one certificate; `until` if it says when the next one comes. */
export type Statement = { der: Buffer; until: Date | undefined };

/** The OCSP request for a certificate (RFC 6960 clause 4.1); identifiers use SHA-1, which every responder supports. */
export function ocspRequest(certificate: X509Certificate, issuer: X509Certificate): Buffer {
  return sequence(sequence(sequence(sequence(certId(certificate, issuer)))));
}

function certId(certificate: X509Certificate, issuer: X509Certificate): Buffer {
  const { subject, publicKey } = detailsOf(issuer);
  const sha1 = (bytes: Buffer): Buffer => octets(createHash('sha1').update(bytes).digest());
  return sequence(sequence(oid(OID.sha1), nothing()), sha1(subject), sha1(publicKey), detailsOf(certificate).serial);
}

/**
 * Checks an OCSP response: for this certificate, current, signed by the issuer or its delegate.
 * @returns the entire response @throws RevokedError; Error saying what is wrong
 */
export function checkOcsp(
  reply: Uint8Array,
  certificate: X509Certificate,
  issuer: X509Certificate,
  at: Date,
): Statement {
  const der = readElement(Buffer.from(reply)).raw;
  const [status, bytes] = children(readElement(der).body);
  if (status?.body.length !== 1 || status.body[0] !== 0 || !bytes) throw new Error('the OCSP responder gave no answer');
  const [type, response] = children(readElement(bytes.body).body);
  if (!type || oidText(type.body) !== OID.basicResponse || !response)
    throw new Error('the OCSP answer is of an unknown kind');
  const [data, algorithm, signature, more] = children(readElement(response.body).body);
  if (!data || !algorithm || !signature) throw new Error('the OCSP answer is damaged');
  const delegates = more ? children(readElement(more.body).body).flatMap(({ raw }) => parseCertificate(raw)) : [];
  const trusted = [
    issuer,
    ...delegates.filter((one) => issued(issuer, one) && one.keyUsage?.includes(OID.ocspSigning)),
  ];
  if (!trusted.some((one) => signedBy(one, data.raw, algorithm, signature.body))) {
    throw new Error('the OCSP answer is not signed by the issuer');
  }
  return { der, until: checkSingle(data, certId(certificate, issuer), at) };
}

function checkSingle(data: Element, wanted: Buffer, at: Date): Date | undefined {
  const responses = children(data.body).find((field) => field.tag === TAG.sequence);
  // The hash algorithm of the identifier may or may not have its empty parameters.
  const identity = (id: Buffer): string =>
    children(readElement(id).body)
      .slice(1)
      .map(({ raw }) => raw.toString('hex'))
      .join();
  const single = (responses ? children(responses.body) : [])
    .map((one) => children(one.body))
    .find(([id]) => id && identity(id.raw) === identity(wanted));
  const [, status, thisUpdate, ...rest] = single ?? [];
  if (!status || !thisUpdate) throw new Error('the OCSP answer is about another certificate');
  if ((status.tag & 0x1f) === 1) throw new RevokedError('the certificate is revoked');
  if ((status.tag & 0x1f) !== 0) throw new Error('the OCSP responder does not know the certificate');
  const next = rest.find((field) => field.tag === 0xa0);
  return inForce(thisUpdate, next && readElement(next.body), at);
}

function inForce(thisUpdate: Element, nextUpdate: Element | undefined, at: Date): Date | undefined {
  const until = nextUpdate && readTime(nextUpdate);
  const now = at.getTime();
  if (readTime(thisUpdate).getTime() > now + SKEW_MS) throw new Error('the statement is of the future');
  if (until && until.getTime() < now - SKEW_MS) throw new Error('the statement is out of date');
  return until;
}

/**
 * Checks a certificate revocation list (RFC 5280 clause 5): the issuer's own, current, without this certificate.
 * @throws RevokedError; Error saying what is wrong
 */
export function checkCrl(list: Uint8Array, certificate: X509Certificate, issuer: X509Certificate, at: Date): Statement {
  const der = readElement(fromPem(Buffer.from(list))).raw;
  const [tbs, algorithm, signature] = children(readElement(der).body);
  if (!tbs || !algorithm || !signature) throw new Error('the CRL is damaged');
  const fields = children(tbs.body);
  const [, name, thisUpdate, ...rest] = fields[0]?.tag === TAG.integer ? fields.slice(1) : fields;
  if (!name?.raw.equals(detailsOf(issuer).subject) || !signedBy(issuer, tbs.raw, algorithm, signature.body)) {
    throw new Error('the CRL is not signed by the issuer');
  }
  if (!thisUpdate) throw new Error('the CRL is damaged');
  const isTime = (field: Element | undefined): boolean =>
    field?.tag === TAG.utcTime || field?.tag === TAG.generalizedTime;
  const until = inForce(thisUpdate, isTime(rest[0]) ? rest[0] : undefined, at);
  const { serial } = detailsOf(certificate);
  const revoked = rest.find((field) => field.tag === TAG.sequence);
  for (const entry of revoked ? children(revoked.body) : []) {
    if (readElement(entry.body).raw.equals(serial)) throw new RevokedError('the certificate is revoked');
  }
  return { der, until };
}

function fromPem(bytes: Buffer): Buffer {
  const body = /-----BEGIN X509 CRL-----([\s\S]+?)-----END/.exec(
    bytes.toString('latin1', 0, bytes[0] === 0x2d ? bytes.length : 0),
  );
  return body?.[1] ? Buffer.from(body[1], 'base64') : bytes;
}
