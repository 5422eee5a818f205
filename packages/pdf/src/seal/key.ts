import { verify, X509Certificate } from 'node:crypto';
import { type KeyFile, openKeyFile } from '../libpdf/pkcs12.ts';
import { maySign } from './certificate.ts';

export type SealKeyProblem =
  | 'UNREADABLE'
  | 'WRONG_PASSWORD'
  | 'NO_KEY'
  | 'EXPIRED'
  | 'NOT_YET_VALID'
  | 'REVOKED'
  | 'CANNOT_SIGN';

/** A key file that cannot seal, with the reason. */
export class SealKeyError extends Error {
  override readonly name = 'SealKeyError';
  readonly problem: SealKeyProblem;
  constructor(problem: SealKeyProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}

export type Digest = 'SHA-256' | 'SHA-384' | 'SHA-512';

/** A key ready to seal with: its certificate first, then the chain that came with it. */
export type SealKey = {
  readonly certificate: X509Certificate;
  readonly chain: readonly X509Certificate[];
  readonly kind: 'RSA' | 'EC';
  readonly digest: Digest;
  readonly curve: string | undefined;
  sign(data: Uint8Array): Promise<Uint8Array>;
};

export type SealKeyView = {
  subject: string;
  issuer: string;
  serial: string;
  /** SHA-256 of the certificate, 64 hexadecimal characters. */
  fingerprint: string;
  notBefore: Date;
  notAfter: Date;
  algorithm: string;
  /** The certificate and those above it in the key file, as PEM. Nothing secret. */
  pem: string;
};

/**
 * Opens the institution's key file, finds the certificate that belongs to the key, and verifies with a trial signature
 * that they match.
 * @throws SealKeyError; dates are checked by `checkSealKey`, which knows the time.
 */
export async function loadSealKey(p12: Uint8Array, password: string): Promise<SealKey> {
  const file = await open(p12, password);
  for (const bytes of file.certificates) {
    const certificate = new X509Certificate(bytes);
    const kind = certificate.publicKey.asymmetricKeyType;
    if (kind !== 'rsa' && kind !== 'ec') continue;
    const curve = certificate.publicKey.asymmetricKeyDetails?.namedCurve;
    const digest = digestFor(curve);
    if (!belongs(file, certificate, digest)) continue;
    if (!maySign(certificate)) {
      throw new SealKeyError('CANNOT_SIGN', 'the certificate is not for signing (keyUsage without digitalSignature)');
    }
    const others = file.certificates.filter((other) => other !== bytes).map((other) => new X509Certificate(other));
    return {
      certificate,
      chain: orderChain(certificate, others),
      kind: kind === 'rsa' ? 'RSA' : 'EC',
      digest,
      curve,
      sign: async (data) => file.sign(data, digest),
    };
  }
  throw new SealKeyError('CANNOT_SIGN', 'no RSA or EC certificate in the file belongs to its private key');
}

/** Whether the certificate's key verifies what the file's key signs. */
function belongs(file: KeyFile, { publicKey }: X509Certificate, digest: Digest): boolean {
  const trial = Buffer.from('rubrica');
  try {
    return verify(digest, trial, publicKey, file.sign(trial, digest));
  } catch {
    return false;
  }
}

async function open(p12: Uint8Array, password: string): Promise<KeyFile> {
  try {
    return await openKeyFile(p12, password);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (/password|integrity/i.test(message))
      throw new SealKeyError('WRONG_PASSWORD', 'the password does not open the key file');
    if (/No private key|No certificates/.test(message)) {
      throw new SealKeyError('NO_KEY', 'the key file lacks a private key or its certificate');
    }
    throw new SealKeyError('UNREADABLE', `the key file cannot be read: ${message}`);
  }
}

/**
 * Rejects a key outside its certificate's validity period.
 * @throws SealKeyError EXPIRED or NOT_YET_VALID.
 */
export function checkSealKey(key: SealKey, at: Date): void {
  const { validFromDate: notBefore, validToDate: notAfter } = key.certificate;
  if (at > notAfter) throw new SealKeyError('EXPIRED', `the seal certificate expired on ${notAfter.toISOString()}`);
  if (at < notBefore) {
    throw new SealKeyError('NOT_YET_VALID', `the seal certificate is valid only from ${notBefore.toISOString()}`);
  }
}

/** The certificate's details, for the log, the startup check and readers. */
export function describeSealKey(key: SealKey): SealKeyView {
  const { certificate } = key;
  const size = certificate.publicKey.asymmetricKeyDetails?.modulusLength;
  return {
    subject: certificate.subject.replaceAll('\n', ', '),
    issuer: certificate.issuer.replaceAll('\n', ', '),
    serial: certificate.serialNumber,
    fingerprint: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
    notBefore: certificate.validFromDate,
    notAfter: certificate.validToDate,
    algorithm: key.kind === 'RSA' ? `RSA ${size ?? ''}`.trim() : `EC ${key.curve ?? ''}`.trim(),
    pem: [certificate, ...key.chain].map(String).join(''),
  };
}

/** The digest that matches the strength of the key (NIST SP 800-57 part 1 table 2). */
function digestFor(curve: string | undefined): Digest {
  if (curve === 'secp384r1') return 'SHA-384';
  return curve === 'secp521r1' ? 'SHA-512' : 'SHA-256';
}

/** Issuers in order from the certificate up; certificates outside the chain are left out. */
function orderChain(certificate: X509Certificate, others: X509Certificate[]): X509Certificate[] {
  const chain: X509Certificate[] = [];
  let current = certificate;
  for (;;) {
    const issuer = others.find((other) => !chain.includes(other) && current.checkIssued(other));
    if (!issuer) return chain;
    chain.push(issuer);
    current = issuer;
  }
}
