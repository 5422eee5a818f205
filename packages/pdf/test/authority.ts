import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign, X509Certificate } from 'node:crypto';
import {
  bitString,
  children,
  der,
  integer,
  nothing,
  octets,
  oid,
  readElement,
  sequence,
  setOf,
  TAG,
  tagged,
  time,
  utf8,
} from '../src/seal/der.ts';

/** A time-stamping authority for tests (RFC 3161) that can also make every possible mistake. */

const DAY_MS = 86_400_000;
const ECDSA = sequence(oid('1.2.840.10045.4.3.2'));
const SHA256 = sequence(oid('2.16.840.1.101.3.4.2.1'));
const CRITICAL = der(TAG.boolean, Buffer.from([0xff]));

export interface Identity {
  readonly certificate: X509Certificate;
  readonly key: KeyObject;
}

const nameOf = (text: string) => sequence(der(TAG.set, sequence(oid('2.5.4.3'), utf8(text))));

export interface CertificateOptions {
  readonly issuer?: Identity;
  readonly ca?: boolean;
  /** Object identifiers of extendedKeyUsage; if absent, none. */
  readonly purposes?: readonly string[];
  readonly purposesCritical?: boolean;
  /** Validity in days from now. */
  readonly from?: number;
  readonly to?: number;
}

export const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';

/** A P-256 key with its certificate, self-signed if there is no issuer. */
export function identity(name: string, options: CertificateOptions = {}): Identity {
  const { issuer, ca = false, purposes, purposesCritical = true, from = -1, to = 300 } = options;
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const usage = ca ? bitString(Buffer.from([0x06]), 1) : bitString(Buffer.from([0xc0]), 6);
  const extensions = [
    sequence(oid('2.5.29.19'), CRITICAL, octets(ca ? sequence(CRITICAL) : sequence())),
    sequence(oid('2.5.29.15'), CRITICAL, octets(usage)),
    ...(purposes
      ? [sequence(oid('2.5.29.37'), ...(purposesCritical ? [CRITICAL] : []), octets(sequence(...purposes.map(oid))))]
      : []),
  ];
  const body = sequence(
    tagged(0, integer(2)),
    integer(Buffer.concat([Buffer.of(0x41), randomBytes(7)])),
    ECDSA,
    issuer ? subjectOf(issuer.certificate) : nameOf(name),
    sequence(time(new Date(Date.now() + from * DAY_MS)), time(new Date(Date.now() + to * DAY_MS))),
    nameOf(name),
    spki,
    tagged(3, sequence(...extensions)),
  );
  const signature = sign('sha256', body, issuer?.key ?? privateKey);
  return { certificate: new X509Certificate(sequence(body, ECDSA, bitString(signature))), key: privateKey };
}

const fieldsOf = ({ raw }: X509Certificate) => children(children(readElement(raw).body)[0]?.body ?? Buffer.alloc(0));
const subjectOf = (certificate: X509Certificate) => fieldsOf(certificate)[5]?.raw ?? Buffer.alloc(0);

/** How an authority deviates from the request. */
export interface Falsehood {
  /** PKIStatus. */
  readonly status?: number;
  readonly at?: Date;
  readonly imprint?: Buffer;
  readonly nonce?: Buffer | null;
  /** Signs instead of the certificate's key. */
  readonly key?: KeyObject;
  readonly brokenSignature?: boolean;
  readonly changedContent?: boolean;
  /** How the certificate is named in the signed attributes. */
  readonly ess?: 'v1' | 'v2' | 'none' | 'foreign';
  readonly withoutCertificate?: boolean;
}

/** Answers an RFC 3161 request in the name of an authority. */
export function stampReply(
  query: Uint8Array,
  { certificate, key }: Identity,
  falsehood: Falsehood = {},
  more: readonly X509Certificate[] = [],
): Buffer {
  const [, imprint, ...rest] = children(readElement(Buffer.from(query)).body);
  const asked = rest.find(({ tag }) => tag === TAG.integer)?.raw;
  const nonce = falsehood.nonce === undefined ? asked : falsehood.nonce && integer(falsehood.nonce);
  const digits = (falsehood.at ?? new Date()).toISOString().replace(/[-:T]|\.\d+/g, '');
  const info = sequence(
    integer(1),
    oid('1.2.3.4'),
    falsehood.imprint
      ? sequence(sequence(oid('2.16.840.1.101.3.4.2.1'), nothing()), octets(falsehood.imprint))
      : (imprint?.raw ?? Buffer.alloc(0)),
    integer(randomBytes(4)),
    der(TAG.generalizedTime, Buffer.from(digits)),
    ...(nonce ? [nonce] : []),
  );
  const attributes = signedAttributes(info, certificate, falsehood.ess ?? 'v2');
  const signature = sign('sha256', attributes, falsehood.key ?? key);
  if (falsehood.brokenSignature) signature[signature.length - 1] = (signature.at(-1) ?? 0) ^ 1;
  const carried = Buffer.from(info);
  if (falsehood.changedContent) carried[carried.length - 1] = (carried.at(-1) ?? 0) ^ 1;
  const fields = fieldsOf(certificate);
  const signer = sequence(
    integer(1),
    sequence(fields[3]?.raw ?? Buffer.alloc(0), fields[1]?.raw ?? Buffer.alloc(0)),
    SHA256,
    Buffer.concat([Buffer.from([0xa0]), attributes.subarray(1)]),
    ECDSA,
    octets(signature),
  );
  const certificates = falsehood.withoutCertificate ? more : [certificate, ...more];
  const signed = sequence(
    integer(3),
    der(TAG.set, SHA256),
    sequence(oid('1.2.840.113549.1.9.16.1.4'), tagged(0, octets(carried))),
    ...(certificates.length > 0 ? [tagged(0, ...certificates.map(({ raw }) => raw))] : []),
    der(TAG.set, signer),
  );
  const token = sequence(oid('1.2.840.113549.1.7.2'), tagged(0, signed));
  const status = falsehood.status ?? 0;
  return sequence(sequence(integer(status)), ...(status < 2 ? [token] : []));
}

function signedAttributes(info: Buffer, certificate: X509Certificate, ess: Falsehood['ess']): Buffer {
  const attribute = (id: string, value: Buffer) => sequence(oid(id), der(TAG.set, value));
  const named = ess === 'foreign' ? Buffer.from('another') : certificate.raw;
  const hash = (algorithm: string) => octets(createHash(algorithm).update(named).digest());
  const naming =
    ess === 'v1'
      ? [attribute('1.2.840.113549.1.9.16.2.12', sequence(sequence(sequence(hash('sha1')))))]
      : ess === 'none'
        ? []
        : [attribute('1.2.840.113549.1.9.16.2.47', sequence(sequence(sequence(hash('sha256')))))];
  return setOf(
    attribute('1.2.840.113549.1.9.3', oid('1.2.840.113549.1.9.16.1.4')),
    attribute('1.2.840.113549.1.9.4', octets(createHash('sha256').update(info).digest())),
    ...naming,
  );
}

/** An authority that may stamp. */
export const timeAuthority = (name = 'Autoridade do tempo', options: CertificateOptions = {}): Identity =>
  identity(name, { purposes: [TIME_STAMPING], ...options });

/** Every mistake an authority can make, with its response; none may end up in a file. */
export const FALSE_STAMPS: Readonly<Record<string, (query: Uint8Array) => Buffer>> = {
  'has a broken signature': (query) => stampReply(query, honest(), { brokenSignature: true }),
  'signs with a foreign key': (query) => stampReply(query, honest(), { key: identity('outra').key }),
  'changes the time after signing': (query) => stampReply(query, honest(), { changedContent: true }),
  'has a certificate that may not stamp': (query) => stampReply(query, identity('sem uso')),
  'may do something else too': (query) =>
    stampReply(query, identity('dois usos', { purposes: [TIME_STAMPING, '1.3.6.1.5.5.7.3.3'] })),
  'may stamp, but not critically': (query) => stampReply(query, timeAuthority('x', { purposesCritical: false })),
  'has a certificate that is over': (query) => stampReply(query, timeAuthority('vencida', { from: -20, to: -10 })),
  'is 200 days ahead': (query) => stampReply(query, honest(), { at: new Date(Date.now() + 200 * DAY_MS) }),
  'is two minutes behind': (query) => stampReply(query, honest(), { at: new Date(Date.now() - 120_000) }),
  'stamps something else': (query) => stampReply(query, honest(), { imprint: randomBytes(32) }),
  'answers another request': (query) => stampReply(query, honest(), { nonce: Buffer.of(0x41, 1, 2, 3) }),
  'leaves the nonce out': (query) => stampReply(query, honest(), { nonce: null }),
  'names no certificate': (query) => stampReply(query, honest(), { ess: 'none' }),
  'names another certificate': (query) => stampReply(query, honest(), { ess: 'foreign' }),
  'does not bring its certificate': (query) => stampReply(query, honest(), { withoutCertificate: true }),
  refuses: (query) => stampReply(query, honest(), { status: 2 }),
};

let authority: Identity | undefined;
function honest(): Identity {
  authority ??= timeAuthority();
  return authority;
}
