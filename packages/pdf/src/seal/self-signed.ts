import {
  createCipheriv,
  createHash,
  createHmac,
  generateKeyPairSync,
  pbkdf2Sync,
  randomBytes,
  sign,
} from 'node:crypto';
import { bitString, der, integer, nothing, octets, oid, sequence, TAG, tagged, time, utf8 } from './der.ts';

export type SelfSignedInput = {
  organization: string;
  commonName: string;
  notBefore: Date;
  years: number;
  password: string;
  /**
   * The number of password hash rounds, performed twice when opening the file. Default 100,000, for a password a person
   * chose.
   */
  iterations?: number;
};

/** ecdsa-with-SHA256 (RFC 5758 clause 3.2), which takes no parameters. */
const ALGORITHM = sequence(oid('1.2.840.10045.4.3.2'));
const DEFAULT_ITERATIONS = 100_000;

/**
 * Generates a P-256 key and a self-signed certificate for sealing if an installation has none: at first start, and for
 * test documents.
 * @returns a PKCS#12 file (RFC 7292) under AES-256 that openssl and loadSealKey can open.
 */
export async function createSelfSignedSeal(input: SelfSignedInput): Promise<Uint8Array> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const body = certificateBody(input, spki);
  const certificate = sequence(body, ALGORITHM, bitString(sign('sha256', body, privateKey)));
  return keyFile(certificate, privateKey.export({ type: 'pkcs8', format: 'der' }), input);
}

/** TBSCertificate (RFC 5280 clause 4.1) of an end-entity certificate for signing documents. */
function certificateBody(input: SelfSignedInput, spki: Buffer): Buffer {
  const subject = sequence(
    attribute('2.5.4.6', der(TAG.printableString, Buffer.from('BR'))),
    attribute('2.5.4.10', utf8(input.organization.slice(0, 64))),
    attribute('2.5.4.3', utf8(input.commonName.slice(0, 64))),
  );
  const notAfter = new Date(input.notBefore);
  notAfter.setUTCFullYear(notAfter.getUTCFullYear() + input.years);
  const serial = randomBytes(16);
  serial[0] = ((serial[0] as number) & 0x7f) | 0x40;
  const keyId = createHash('sha1').update(spki).digest();
  const critical = der(TAG.boolean, Buffer.from([0xff]));
  const extensions = sequence(
    sequence(oid('2.5.29.19'), critical, octets(sequence())),
    // digitalSignature and nonRepudiation.
    sequence(oid('2.5.29.15'), critical, octets(bitString(Buffer.from([0xc0]), 6))),
    sequence(oid('2.5.29.14'), octets(octets(keyId))),
  );
  return sequence(
    tagged(0, integer(2)),
    integer(serial),
    ALGORITHM,
    subject,
    sequence(time(input.notBefore), time(notAfter)),
    subject,
    spki,
    tagged(3, extensions),
  );
}

function attribute(type: string, value: Buffer): Buffer {
  return der(TAG.set, sequence(oid(type), value));
}

function keyFile(certificate: Buffer, pkcs8: Buffer, input: SelfSignedInput): Buffer {
  const keyId = octets(createHash('sha1').update(certificate).digest());
  const attributes = der(TAG.set, sequence(oid('1.2.840.113549.1.9.21'), der(TAG.set, keyId)));
  const certBag = sequence(oid('1.2.840.113549.1.9.22.1'), tagged(0, octets(certificate)));
  const certs = sequence(sequence(oid('1.2.840.113549.1.12.10.1.3'), tagged(0, certBag), attributes));
  const { password, iterations = DEFAULT_ITERATIONS } = input;
  const key = encrypted(pkcs8, password, iterations);
  const keys = sequence(
    sequence(oid('1.2.840.113549.1.12.10.1.2'), tagged(0, sequence(key.algorithm, octets(key.data))), attributes),
  );
  const data = (content: Buffer): Buffer => sequence(oid('1.2.840.113549.1.7.1'), tagged(0, octets(content)));
  const safe = sequence(data(certs), data(keys));
  const salt = randomBytes(16);
  const macKey = pkcs12Key(password, salt, iterations);
  const mac = createHmac('sha256', macKey).update(safe).digest();
  const digestInfo = sequence(sequence(oid('2.16.840.1.101.3.4.2.1'), nothing()), octets(mac));
  return sequence(integer(3), data(safe), sequence(digestInfo, octets(salt), integer(iterations)));
}

/** PBES2 with PBKDF2-HMAC-SHA256 and AES-256-CBC (RFC 8018 clause 6.2). */
function encrypted(plain: Buffer, password: string, iterations: number): { algorithm: Buffer; data: Buffer } {
  const salt = randomBytes(16);
  const iv = randomBytes(16);
  const key = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const cipher = createCipheriv('aes-256-cbc', key, iv);
  const prf = sequence(oid('1.2.840.113549.2.9'), nothing());
  const kdf = sequence(oid('1.2.840.113549.1.5.12'), sequence(octets(salt), integer(iterations), prf));
  const scheme = sequence(oid('2.16.840.1.101.3.4.1.42'), octets(iv));
  return {
    algorithm: sequence(oid('1.2.840.113549.1.5.13'), sequence(kdf, scheme)),
    data: Buffer.concat([cipher.update(plain), cipher.final()]),
  };
}

/** The MAC key of RFC 7292 appendix B.2 with SHA-256; one block is all 32 bytes need. */
function pkcs12Key(password: string, salt: Buffer, iterations: number): Buffer {
  const bmp = Buffer.from(`${password}\0`, 'utf16le').swap16();
  const fill = (source: Buffer): Buffer => {
    const out = Buffer.alloc(64 * Math.ceil(source.length / 64));
    for (let i = 0; i < out.length; i++) out[i] = source[i % source.length] as number;
    return out;
  };
  let key = createHash('sha256').update(Buffer.alloc(64, 3)).update(fill(salt)).update(fill(bmp)).digest();
  for (let i = 1; i < iterations; i++) key = createHash('sha256').update(key).digest();
  return key;
}
