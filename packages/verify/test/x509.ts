import { createHash, generateKeyPairSync, type KeyObject, sign, X509Certificate } from 'node:crypto';
import type { SealKey } from '@rubrica/pdf';
import { der, octets, oid, sequence, TAG, tagged } from '../src/crypto/der.ts';

/** Certificates on P-256 of whatever kind a test needs, without any tool. */

export interface Made {
  readonly key: KeyObject;
  readonly certificate: X509Certificate;
}

export interface CertificateWish {
  readonly name: string;
  readonly by?: Made;
  readonly kind: 'authority' | 'signer' | 'stamper';
  /** Purposes of a stamper, and whether they are critical. */
  readonly purposes?: readonly string[];
  readonly critical?: boolean;
  readonly from?: Date;
  readonly to?: Date;
}

export const STAMPING = '1.3.6.1.5.5.7.3.8';
const ECDSA = sequence(oid('1.2.840.10045.4.3.2'));
const TRUE = der(TAG.boolean, Uint8Array.of(0xff));
const bits = (bytes: Uint8Array) => der(TAG.bitString, Uint8Array.of(0), bytes);
const time = (date: Date) =>
  der(TAG.generalizedTime, Buffer.from(`${date.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`));
const nameOf = (text: string) => sequence(der(TAG.set, sequence(oid('2.5.4.3'), der(0x0c, Buffer.from(text)))));

export function makeCertificate(wish: CertificateWish): Made {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const extension = (id: string, critical: boolean, value: Uint8Array) =>
    sequence(oid(id), ...(critical ? [TRUE] : []), octets(value));
  const usage = wish.kind === 'authority' ? Uint8Array.of(2, 0x04) : Uint8Array.of(6, 0xc0);
  const extensions = [
    extension('2.5.29.19', true, sequence(...(wish.kind === 'authority' ? [TRUE] : []))),
    extension('2.5.29.15', true, der(TAG.bitString, usage)),
    ...(wish.kind === 'stamper'
      ? [extension('2.5.29.37', wish.critical ?? true, sequence(...(wish.purposes ?? [STAMPING]).map(oid)))]
      : []),
  ];
  const body = sequence(
    tagged(0, der(TAG.integer, Uint8Array.of(2))),
    der(
      TAG.integer,
      Uint8Array.of(1),
      createHash('sha256')
        .update(publicKey.export({ type: 'spki', format: 'der' }))
        .digest()
        .subarray(0, 8),
    ),
    ECDSA,
    nameOf(wish.by ? (/CN=(.*)/.exec(wish.by.certificate.subject)?.[1] ?? '') : wish.name),
    sequence(time(wish.from ?? new Date('2026-01-01T00:00:00Z')), time(wish.to ?? new Date('2036-01-01T00:00:00Z'))),
    nameOf(wish.name),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(3, sequence(...extensions)),
  );
  const signature = sign('sha256', body, wish.by?.key ?? privateKey);
  return { key: privateKey, certificate: new X509Certificate(sequence(body, ECDSA, bits(signature))) };
}

/** A seal key of a certificate made here. */
export function sealKeyOf({ key, certificate }: Made, ...chain: X509Certificate[]): SealKey {
  const signs = async (data: Uint8Array) => new Uint8Array(sign('sha256', data, key));
  return { certificate, chain, kind: 'EC', digest: 'SHA-256', curve: 'prime256v1', sign: signs };
}
