import { constants, createHash, type VerifyKeyObjectInput, verify, type X509Certificate } from 'node:crypto';
import { certificatesOf, detailsOf, isSelfSigned, issued, maySign } from './certificate.ts';
import { children, type Element, oidText, readElement, readTime, TAG } from './der.ts';

/** A verified time stamp and who issued it. */
export type Stamp = {
  token: Buffer;
  /** The time it attests, to the second. */
  at: Date;
  /** The certificate of the authority that signed it, and the others included with it. */
  signer: X509Certificate;
  others: X509Certificate[];
};

/** What was requested, and how to check the response. */
export type StampQuestion = {
  /** SHA-256 of what is stamped. */
  imprint: Buffer;
  nonce: Buffer;
  now: Date;
  /** Certificates, one of which the authority's chain must reach; with an empty list any authority is accepted. */
  roots: readonly X509Certificate[];
};

/** How far two clocks may differ. */
const SKEW_MS = 60_000;
const MAX_CHAIN = 8;

const OID = {
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  tstInfo: '1.2.840.113549.1.9.16.1.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  extendedKeyUsage: '2.5.29.37',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  subjectKeyIdentifier: '2.5.29.14',
  rsa: '1.2.840.113549.1.1.1',
  pss: '1.2.840.113549.1.1.10',
  sha1: '1.3.14.3.2.26',
} as const;

/** Digests without known collisions; SHA-1 may only identify a certificate (RFC 5816 clause 1). */
const DIGESTS: Readonly<Record<string, string>> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};
/** Signature algorithms that name their digest: PKCS #1 v1.5 and ECDSA (RFC 8017, RFC 5758). */
const SIGNATURES: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
};

const fail = (what: string): never => {
  throw new Error(`the timestamp ${what}`);
};
const need = <T>(value: T | undefined, what: string): T => value ?? fail(what);
const idOf = (element: Element | undefined): string => {
  const id = element?.tag === TAG.sequence ? children(element.body)[0] : element;
  return id?.tag === TAG.oid ? oidText(id.body) : '';
};

/**
 * Checks a time-stamping authority's response completely (RFC 3161 clauses 2.4.2 and 2.3, RFC 5816): granted, for what
 * was requested, signed by the certificate it names, which may do nothing else, at the current time, under one of the
 * roots.
 * @throws Error saying what is wrong
 */
export function checkReply(reply: Buffer, question: StampQuestion): Stamp {
  const [status, token] = children(readElement(reply).body);
  const code = status && children(status.body)[0]?.body;
  const granted = code?.length === 1 && (code[0] === 0 || code[0] === 1);
  if (!granted || !token) {
    throw new Error(`the timestamp authority refused (status ${code?.toString('hex') ?? 'none'})`);
  }
  const signed = readToken(token.raw);
  const at = checkContent(signed.content, question);
  const signer = checkSignature(signed, certificatesOf(token.raw));
  if (!mayStamp(signer)) fail('is by a certificate that may not stamp');
  if (at < new Date(signer.validFrom) || at > new Date(signer.validTo)) fail('is by a certificate not in force');
  const others = certificatesOf(token.raw).filter(({ raw }) => !raw.equals(signer.raw));
  if (question.roots.length > 0 && !reaches(signer, others, question.roots, at))
    fail('leads to none of the roots given');
  return { token: Buffer.from(token.raw), at, signer, others };
}

/** The parts of a token's SignedData (RFC 5652 clause 5.1) that are used. */
type Signed = {
  /** The entire TSTInfo. */
  content: Buffer;
  /** Issuer and serial number, or [0] key identifier. */
  signer: Element;
  digest: string;
  attributes: Element;
  algorithm: Element;
  signature: Buffer;
};

function readToken(token: Buffer): Signed {
  const damaged = 'token is damaged';
  const wrapped = children(readElement(token).body)[1];
  const [, , encapsulated, ...rest] = children(readElement(need(wrapped, damaged).body).body);
  const [type, octets] = children(need(encapsulated, damaged).body);
  if (idOf(type) !== OID.tstInfo) fail('token is of another kind');
  const infos = children(need(rest.at(-1), damaged).body);
  if (infos.length !== 1) fail('token is signed by other than one');
  const [, signer, digest, attributes, algorithm, signature] = children((infos[0] as Element).body);
  if (attributes?.tag !== 0xa0 || !algorithm || !signature) fail(damaged);
  return {
    content: readElement(need(octets, damaged).body).body,
    signer: need(signer, damaged),
    digest: need(DIGESTS[idOf(digest)], 'token uses an unknown digest'),
    attributes: attributes as Element,
    algorithm: algorithm as Element,
    signature: (signature as Element).body,
  };
}

/** TSTInfo (RFC 3161 clause 2.4.2). @returns its time */
function checkContent(content: Buffer, { imprint, nonce, now }: StampQuestion): Date {
  const fields = children(readElement(content).body);
  const [algorithm, stamped] = children(need(fields[2], 'token is damaged').body);
  if (DIGESTS[idOf(algorithm)] !== 'sha256' || !stamped?.body.equals(imprint)) fail('is of other data');
  const answered = fields.find((field, i) => i > 4 && field.tag === TAG.integer);
  if (!answered?.body.equals(nonce)) fail('answers another request');
  const at = readTime(need(fields[4], 'token is damaged'));
  const apart = Math.abs(at.getTime() - now.getTime());
  if (apart > SKEW_MS) fail(`is ${Math.round(apart / 1000)} s away from our own time`);
  return at;
}

function checkSignature(signed: Signed, certificates: readonly X509Certificate[]): X509Certificate {
  const signer = need(
    certificates.find((certificate) => isNamed(certificate, signed.signer)),
    'does not bring the certificate of its authority',
  );
  const attribute = (id: string): Element[] =>
    children(signed.attributes.body)
      .map(({ body }) => children(body))
      .filter(([type]) => idOf(type) === id)
      .flatMap(([, values]) => children(need(values, 'token is damaged').body));
  const [type] = attribute(OID.contentType);
  const [digest] = attribute(OID.messageDigest);
  const hash = createHash(signed.digest).update(signed.content).digest();
  if (idOf(type) !== OID.tstInfo || !digest?.body.equals(hash)) fail('was changed after it was signed');
  // The attributes are signed as a SET but encoded as [0] (RFC 5652 clause 5.4).
  const bytes = Buffer.concat([Buffer.from([TAG.set]), signed.attributes.raw.subarray(1)]);
  const { algorithm, options } = verification(signed.algorithm, signed.digest);
  if (!verifies(algorithm, bytes, { key: signer.publicKey, ...options }, signed.signature)) {
    fail('has a signature that does not hold');
  }
  const [first] = attribute(OID.signingCertificateV2);
  const [older] = attribute(OID.signingCertificate);
  if (!(first ? namesV2(first, signer) : older && namesV1(older, signer))) fail('names another certificate');
  return signer;
}

function verifies(algorithm: string, data: Buffer, key: VerifyKeyObjectInput, signature: Buffer): boolean {
  try {
    return verify(algorithm, data, key, signature);
  } catch {
    return false;
  }
}

function verification(
  algorithm: Element,
  digest: string,
): { algorithm: string; options: Omit<VerifyKeyObjectInput, 'key'> } {
  const id = idOf(algorithm);
  if (id === OID.rsa) return { algorithm: digest, options: {} };
  if (id === OID.pss) {
    const options = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO };
    return { algorithm: digest, options };
  }
  return { algorithm: need(SIGNATURES[id], 'token uses an unknown signature'), options: {} };
}

function isNamed(certificate: X509Certificate, identifier: Element): boolean {
  const { issuer, serial, extensions } = detailsOf(certificate);
  if (identifier.tag === TAG.sequence) return identifier.body.equals(Buffer.concat([issuer, serial]));
  const value = extensions.map(({ body }) => children(body)).find(([id]) => idOf(id) === OID.subjectKeyIdentifier);
  const held = value?.at(-1);
  return identifier.tag === 0x80 && held !== undefined && readElement(held.body).body.equals(identifier.body);
}

/** SigningCertificateV2: the first ESSCertIDv2 is the signer's, its digest SHA-256 unless it names another (RFC 5035). */
function namesV2(value: Element, signer: X509Certificate): boolean {
  const fields = essFields(value);
  const named = fields[0]?.tag === TAG.sequence;
  const digest = named ? DIGESTS[idOf(fields[0])] : 'sha256';
  return digest !== undefined && isHash(fields[named ? 1 : 0], digest, signer);
}

/** SigningCertificate: ESSCertID, always SHA-1 (RFC 2634 clause 5.4). */
const namesV1 = (value: Element, signer: X509Certificate): boolean => isHash(essFields(value)[0], 'sha1', signer);

function essFields(value: Element): Element[] {
  const list = children(value.body)[0];
  const first = list && children(list.body)[0];
  return first ? children(first.body) : [];
}

const isHash = (field: Element | undefined, digest: string, { raw }: X509Certificate): boolean =>
  field?.tag === TAG.octetString && field.body.equals(createHash(digest).update(raw).digest());

/** A critical extendedKeyUsage with only timeStamping (RFC 3161 clause 2.3), and a key that may sign. */
function mayStamp(certificate: X509Certificate): boolean {
  const usage = detailsOf(certificate)
    .extensions.map(({ body }) => children(body))
    .find(([id]) => idOf(id) === OID.extendedKeyUsage);
  const [, critical, value] = usage ?? [];
  if (critical?.tag !== TAG.boolean || critical.body[0] !== 0xff || !value) return false;
  const purposes = children(readElement(value.body).body).map(idOf);
  return purposes.length === 1 && purposes[0] === OID.timeStamping && maySign(certificate);
}

/** Whether a chain of currently valid certificates leads from one to one of the roots, or starts with it. */
function reaches(
  leaf: X509Certificate,
  pool: readonly X509Certificate[],
  roots: readonly X509Certificate[],
  at: Date,
): boolean {
  const isRoot = ({ raw }: X509Certificate) => roots.some((root) => root.raw.equals(raw));
  const inForce = ({ validFrom, validTo }: X509Certificate) => new Date(validFrom) <= at && at <= new Date(validTo);
  let current = leaf;
  for (let length = 1; length <= MAX_CHAIN && inForce(current); length++) {
    if (isRoot(current)) return true;
    if (isSelfSigned(current)) return false;
    const next = [...roots, ...pool].find((one) => one.ca && issued(one, current));
    if (!next) return false;
    current = next;
  }
  return false;
}
