import { equal, latin1 } from '../bytes.ts';
import { Unreadable } from '../unreadable.ts';
import { checkSignature, type Verdict } from './algorithms.ts';
import { children, type Element, need, oidOf, readOnly, TAG, timeOf } from './der.ts';
import { sha256Hex } from './sha256.ts';

/** An X.509 certificate (RFC 5280), as far as a seal's check needs it. */
export interface Certificate {
  readonly raw: Uint8Array;
  /** SHA-256 of the certificate, in hexadecimal. */
  readonly fingerprint: string;
  /** Names and serial number as the certificate spells them. */
  readonly issuer: Uint8Array;
  readonly subject: Uint8Array;
  readonly serial: Uint8Array;
  readonly issuerText: string;
  readonly subjectText: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly key: Uint8Array;
  readonly selfIssued: boolean;
  /** Contents of an extension by its identifier. */
  readonly extensions: ReadonlyMap<string, Element>;
  readonly signed: { readonly data: Uint8Array; readonly algorithm: Element; readonly signature: Uint8Array };
}

/** @throws Unreadable */
export function readCertificate(raw: Uint8Array): Certificate {
  const [body, algorithm, bits] = children(readOnly(raw, TAG.sequence));
  const fields = children(need(body, TAG.sequence));
  if (fields[0]?.tag === 0xa0) fields.shift();
  const [serial, , issuer, validity, subject, key, ...rest] = fields;
  const [from, to] = children(need(validity, TAG.sequence));
  const names = { issuer: need(issuer, TAG.sequence), subject: need(subject, TAG.sequence) };
  return {
    raw,
    fingerprint: sha256Hex(raw),
    issuer: names.issuer.raw,
    subject: names.subject.raw,
    serial: need(serial, TAG.integer).raw,
    issuerText: nameText(names.issuer),
    subjectText: nameText(names.subject),
    notBefore: timeOf(from),
    notAfter: timeOf(to),
    key: need(key, TAG.sequence).raw,
    selfIssued: equal(names.issuer.raw, names.subject.raw),
    extensions: extensionsOf(rest.find(({ tag }) => tag === 0xa3)),
    signed: {
      data: need(body).raw,
      algorithm: need(algorithm, TAG.sequence),
      signature: need(bits, TAG.bitString).body.subarray(1),
    },
  };
}

function extensionsOf(field: Element | undefined): Map<string, Element> {
  const list = field ? children(need(children(field)[0], TAG.sequence)) : [];
  return new Map(
    list.map((extension) => {
      const parts = children(extension);
      return [oidOf(parts[0]), readOnly(need(parts.at(-1), TAG.octets).body)];
    }),
  );
}

const ATTRIBUTES: Readonly<Record<string, string>> = {
  '2.5.4.3': 'CN',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
};
const BMP_STRING = 0x1e;
const UTF8_STRING = 0x0c;

function nameText(name: Element): string {
  const parts = children(name).flatMap((set) =>
    children(set).map((attribute) => {
      const [type, value] = children(attribute);
      const id = oidOf(type);
      return `${ATTRIBUTES[id] ?? id}=${textOf(need(value))}`;
    }),
  );
  return parts.join(', ');
}

function textOf({ tag, body }: Element): string {
  if (tag === BMP_STRING) return new TextDecoder('utf-16be').decode(body);
  return tag === UTF8_STRING ? new TextDecoder().decode(body) : latin1(body);
}

const EXTENSION = { basicConstraints: '2.5.29.19', keyUsage: '2.5.29.15', extendedKeyUsage: '2.5.29.37' } as const;
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
/** digitalSignature and nonRepudiation, the first two bits of keyUsage. */
const SIGNS = 0xc0;

/** Whether keyUsage lets the key sign documents; without the extension every use is allowed (clause 4.2.1.3). */
export function maySign({ extensions }: Certificate): boolean {
  const usage = extensions.get(EXTENSION.keyUsage);
  return !usage || ((usage.body[1] ?? 0) & SIGNS) !== 0;
}

/** Whether the certificate is for time stamping (RFC 3161 clause 2.3). */
export function mayTimestamp({ extensions }: Certificate): boolean {
  const usage = extensions.get(EXTENSION.extendedKeyUsage);
  return usage !== undefined && children(usage).some((purpose) => oidOf(purpose) === TIME_STAMPING);
}

function mayIssue({ extensions }: Certificate): boolean {
  const constraints = extensions.get(EXTENSION.basicConstraints);
  const [authority] = constraints ? children(constraints) : [];
  return authority?.tag === TAG.boolean && authority.body[0] === 0xff;
}

export const validAt = ({ notBefore, notAfter }: Certificate, at: Date): boolean => notBefore <= at && at <= notAfter;

/** How far up a certificate could be followed. */
export interface Chain {
  /** From the certificate itself to the last one found. */
  readonly path: readonly Certificate[];
  /** The last one signed itself: nothing above it. */
  readonly complete: boolean;
}

/**
 * Follows a certificate up through those shipped with it, checking each signature and date.
 * @param at the moment all of them must have been valid
 * @throws Unreadable saying which link does not hold
 */
export async function followChain(leaf: Certificate, shipped: readonly Certificate[], at: Date): Promise<Chain> {
  const path = [leaf];
  for (let current = leaf; ; ) {
    if (!validAt(current, at)) throw new Unreadable(`“${current.subjectText}” não era válido nesse momento`);
    if (current.selfIssued) {
      refuse(await signedBy(current, current), current);
      return { path, complete: true };
    }
    const { issuer } = current;
    const above = shipped.find((other) => !path.includes(other) && equal(other.subject, issuer));
    if (!above) return { path, complete: false };
    if (!mayIssue(above)) throw new Unreadable(`“${above.subjectText}” não pode emitir certificados`);
    refuse(await signedBy(current, above), current);
    path.push(above);
    current = above;
  }
}

function signedBy({ signed }: Certificate, issuer: Certificate): Promise<Verdict> {
  return checkSignature({ key: issuer.key, ...signed });
}

function refuse(verdict: Verdict, { subjectText, issuerText }: Certificate): void {
  if (verdict === 'valid') return;
  const why = verdict === 'invalid' ? 'não confere' : 'usa um algoritmo que este programa não conhece';
  throw new Unreadable(`a assinatura de “${issuerText}” no certificado “${subjectText}” ${why}`);
}
