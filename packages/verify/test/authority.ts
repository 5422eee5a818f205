import { createHash, type KeyObject, sign, type X509Certificate } from 'node:crypto';
import { der, octets, oid, sequence, setOf, TAG, tagged } from '../src/crypto/der.ts';

/** A time-stamp authority that can make every possible mistake (RFC 3161). */

export interface Authority {
  readonly key: KeyObject;
  readonly certificate: X509Certificate;
  /** Certificates it adds to its tokens. */
  readonly chain?: readonly X509Certificate[];
}

export interface TokenFaults {
  readonly time?: Date;
  /** Stamps this instead of what was requested. */
  readonly imprint?: Uint8Array;
  /** Signs with a key other than the certificate's. */
  readonly key?: KeyObject;
  /** Names another certificate in the signed attributes. */
  readonly names?: X509Certificate;
  /** Names it by SHA-1, as RFC 3161 did before RFC 5816. */
  readonly older?: boolean;
  /** Changes the content after it was signed. */
  readonly spoil?: boolean;
  readonly version?: number;
  /** Leaves out the certificates that are not its own. */
  readonly alone?: boolean;
  readonly unsigned?: Uint8Array;
}

const ID = {
  sha256: '2.16.840.1.101.3.4.2.1',
  info: '1.2.840.113549.1.9.16.1.4',
  ecdsa: '1.2.840.10045.4.3.2',
  rsa: '1.2.840.113549.1.1.1',
};
const sha256 = (data: Uint8Array) => createHash('sha256').update(data).digest();
const attribute = (id: string, value: Uint8Array) => sequence(oid(id), der(TAG.set, value));
const int = (n: number) => der(TAG.integer, Uint8Array.of(n));

/** A token over the SHA-256 of something. */
export function token(
  { key, certificate, chain = [] }: Authority,
  stamped: Uint8Array,
  faults: TokenFaults = {},
): Buffer {
  const time = faults.time ?? new Date();
  const imprint = sequence(sequence(oid(ID.sha256)), octets(faults.imprint ?? stamped));
  const text = `${time.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`;
  const stampedAt = der(TAG.generalizedTime, Buffer.from(text));
  const content = sequence(int(faults.version ?? 1), oid('1.2.3.4'), imprint, int(7), stampedAt);
  const named = faults.names ?? certificate;
  const ess = faults.older
    ? attribute(
        '1.2.840.113549.1.9.16.2.12',
        sequence(sequence(sequence(octets(createHash('sha1').update(named.raw).digest())))),
      )
    : attribute('1.2.840.113549.1.9.16.2.47', sequence(sequence(sequence(octets(sha256(named.raw))))));
  const attributes = setOf(
    attribute('1.2.840.113549.1.9.3', oid(ID.info)),
    attribute('1.2.840.113549.1.9.4', octets(sha256(content))),
    ess,
  );
  const rsa = certificate.publicKey.asymmetricKeyType === 'rsa';
  const algorithm = rsa ? sequence(oid(ID.rsa), der(TAG.null)) : sequence(oid(ID.ecdsa));
  const info = sequence(
    int(1),
    issuerAndSerial(certificate),
    sequence(oid(ID.sha256)),
    Buffer.concat([Buffer.from([0xa0]), attributes.subarray(1)]),
    algorithm,
    octets(sign('sha256', attributes, faults.key ?? key)),
    ...(faults.unsigned ? [tagged(1, faults.unsigned)] : []),
  );
  const shown = faults.spoil ? Buffer.from(content).fill(1, content.length - 3, content.length - 2) : content;
  const shipped = [certificate, ...(faults.alone ? [] : chain)].map(({ raw }) => raw);
  const body = sequence(
    int(3),
    der(TAG.set, sequence(oid(ID.sha256))),
    sequence(oid(ID.info), tagged(0, octets(shown))),
    tagged(0, ...shipped),
    der(TAG.set, info),
  );
  return Buffer.from(sequence(oid('1.2.840.113549.1.7.2'), tagged(0, body)));
}

function issuerAndSerial(certificate: X509Certificate): Uint8Array {
  const read = (bytes: Uint8Array): [Uint8Array, number, number] => {
    const long = (bytes[1] as number) & 0x80 ? (bytes[1] as number) & 0x7f : 0;
    let length = bytes[1] as number;
    if (long > 0) length = bytes.subarray(2, 2 + long).reduce((n, byte) => n * 256 + byte, 0);
    return [bytes.subarray(0, 2 + long + length), 2 + long, length];
  };
  const whole = read(certificate.raw);
  const body = certificate.raw.subarray(whole[1]);
  const tbs = read(body);
  let rest = body.subarray(tbs[1]);
  const fields: Uint8Array[] = [];
  for (let i = 0; i < 4; i++) {
    const [field] = read(rest);
    if (field[0] !== 0xa0) fields.push(field);
    rest = rest.subarray(field.length);
  }
  return sequence(fields[2] as Uint8Array, fields[0] as Uint8Array);
}
