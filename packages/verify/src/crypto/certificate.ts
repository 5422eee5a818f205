import { equal, latin1 } from '../bytes.ts';
import { Unreadable } from '../unreadable.ts';
import { checkSignature, usesSha1, type Verdict } from './algorithms.ts';
import { children, type Element, need, oidOf, readOnly, TAG, timeOf } from './der.ts';
import { sha256Hex } from './sha256.ts';

/** An X.509 certificate (RFC 5280), as far as checking a seal needs it. */
export interface Certificate {
  readonly raw: Uint8Array;
  /** SHA-256 of the certificate, in hexadecimal. */
  readonly fingerprint: string;
  /** Names and serial number as encoded in the certificate. */
  readonly issuer: Uint8Array;
  readonly subject: Uint8Array;
  readonly serial: Uint8Array;
  readonly issuerText: string;
  readonly subjectText: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly key: Uint8Array;
  readonly selfIssued: boolean;
  /** Extension contents by identifier, and the identifiers of critical extensions. */
  readonly extensions: ReadonlyMap<string, Element>;
  readonly critical: ReadonlySet<string>;
  readonly signed: { readonly data: Uint8Array; readonly algorithm: Element; readonly signature: Uint8Array };
}

/** No real certificate is larger: those of ICP-Brasil have two or three thousand bytes. */
const MAX_CERTIFICATE = 32 * 1024;

/** @throws Unreadable */
export function readCertificate(raw: Uint8Array): Certificate {
  if (raw.length > MAX_CERTIFICATE) throw new Unreadable('um certificado digital é grande demais');
  const [body, algorithm, bits, ...more] = children(readOnly(raw, TAG.sequence));
  const fields = children(need(body, TAG.sequence));
  if (fields[0]?.tag === 0xa0) fields.shift();
  const [serial, told, issuer, validity, subject, key, ...rest] = fields;
  // The algorithm outside the signed part must repeat the one inside (RFC 5280 clause 4.1.1.2).
  const spare = need(bits, TAG.bitString).body[0];
  if (more.length > 0 || spare !== 0 || !equal(need(told).raw, need(algorithm).raw)) {
    throw new Unreadable('um certificado digital está danificado');
  }
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
    ...extensionsOf(rest.find(({ tag }) => tag === 0xa3)),
    signed: {
      data: need(body).raw,
      algorithm: need(algorithm, TAG.sequence),
      signature: need(bits, TAG.bitString).body.subarray(1),
    },
  };
}

function extensionsOf(field: Element | undefined): Pick<Certificate, 'extensions' | 'critical'> {
  const list = field ? children(need(children(field)[0], TAG.sequence)) : [];
  const extensions = new Map<string, Element>();
  const critical = new Set<string>();
  for (const extension of list) {
    const [id, flag, ...rest] = children(need(extension, TAG.sequence));
    const name = oidOf(id);
    if (extensions.has(name)) throw new Unreadable('um certificado digital repete uma extensão');
    extensions.set(name, readOnly(need(rest[0] ?? flag, TAG.octets).body));
    if (rest.length > 0 && need(flag, TAG.boolean).body[0] === 0xff) critical.add(name);
  }
  return { extensions, critical };
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
/** keyCertSign, the sixth. */
const ISSUES = 0x04;

/** Whether keyUsage allows the key to sign documents; without the extension every use is allowed (clause 4.2.1.3). */
export function maySign({ extensions }: Certificate): boolean {
  const usage = extensions.get(EXTENSION.keyUsage);
  return !usage || ((usage.body[1] ?? 0) & SIGNS) !== 0;
}

/** Whether the certificate is only for time stamping, in a critical extension (RFC 3161 clause 2.3). */
export function mayTimestamp(certificate: Certificate): boolean {
  const usage = certificate.extensions.get(EXTENSION.extendedKeyUsage);
  const purposes = usage ? children(usage).map(oidOf) : [];
  const alone = purposes.length === 1 && purposes[0] === TIME_STAMPING;
  return alone && certificate.critical.has(EXTENSION.extendedKeyUsage) && maySign(certificate);
}

/** Whether a certificate may issue others, with `below` certificates between it and the one in question. */
function mayIssue({ extensions }: Certificate, below = 0): boolean {
  const constraints = extensions.get(EXTENSION.basicConstraints);
  const [authority, longest] = constraints ? children(constraints) : [];
  const usage = extensions.get(EXTENSION.keyUsage);
  const issues = !usage || ((usage.body[1] ?? 0) & ISSUES) !== 0;
  const reach = longest ? longest.body.reduce((value, byte) => value * 256 + byte, 0) : Number.POSITIVE_INFINITY;
  return authority?.tag === TAG.boolean && authority.body[0] === 0xff && issues && below <= reach;
}

export const validAt = ({ notBefore, notAfter }: Certificate, at: Date): boolean => notBefore <= at && at <= notAfter;

/** How far up a certificate's chain could be followed. */
export interface Chain {
  /** From the certificate itself to the last one found. */
  readonly path: readonly Certificate[];
  /** The last one is self-signed, so nothing is above it. */
  readonly complete: boolean;
}

const MAX_PATH = 10;

/**
 * Follows a certificate up through the included ones, checking each signature and date.
 * @param at the moment at which all of them must have been valid
 * @throws Unreadable naming the link that does not hold
 */
export async function followChain(leaf: Certificate, shipped: readonly Certificate[], at: Date): Promise<Chain> {
  const path = [leaf];
  for (let current = leaf; path.length <= MAX_PATH; ) {
    if (!validAt(current, at)) throw new Unreadable(`“${current.subjectText}” não era válido nesse momento`);
    if (current.selfIssued) {
      refuse(await signedBy(current, current), current);
      return { path, complete: true };
    }
    const { issuer } = current;
    const above = shipped.find((other) => !path.includes(other) && equal(other.subject, issuer));
    if (!above) return { path, complete: false };
    if (!mayIssue(above, path.length - 1)) throw new Unreadable(`“${above.subjectText}” não pode emitir certificados`);
    refuse(await signedBy(current, above), current);
    path.push(above);
    current = above;
  }
  throw new Unreadable('a cadeia de certificados é longa demais');
}

/** Extensions that may be critical in a chain: all of them are checked or make no difference here. */
const UNDERSTOOD = new Set<string>([...Object.values(EXTENSION), '2.5.29.32']);

/**
 * Whether a certificate chains up to one of the given roots, through any of the other certificates.
 * @param roots trusted because the user said so; one may be the certificate itself or above it
 * @returns the root, or undefined
 */
export async function rootOf(
  leaf: Certificate,
  others: readonly Certificate[],
  roots: readonly Certificate[],
  at: Date,
): Promise<Certificate | undefined> {
  const path = [leaf];
  for (let current = leaf; path.length <= MAX_PATH; ) {
    const { issuer, fingerprint } = current;
    const itself = roots.find((root) => root.fingerprint === fingerprint);
    if (itself) return itself;
    if (path.length > 1 && [...current.critical].some((id) => !UNDERSTOOD.has(id))) return undefined;
    const above = async (candidates: readonly Certificate[]) => {
      for (const other of candidates) {
        const fits = !path.includes(other) && equal(other.subject, issuer) && validAt(other, at);
        if (fits && mayIssue(other, path.length - 1) && (await signedBy(current, other)) === 'valid') return other;
      }
      return undefined;
    };
    const root = await above(roots);
    if (root) return root;
    const next = await above(others);
    if (!next) return undefined;
    path.push(next);
    current = next;
  }
  return undefined;
}

/** Whether one of these signed a certificate. */
export async function signedByOneOf(certificate: Certificate, others: readonly Certificate[]): Promise<boolean> {
  for (const other of others) {
    if (equal(other.subject, certificate.issuer) && (await signedBy(certificate, other)) === 'valid') return true;
  }
  return false;
}

/**
 * Signatures of certificates on certificates that were checked, by the SHA-256 of both: the two files of a pair bring
 * the same ones, and all that a service seals in a year.
 */
const checked = new Map<string, Promise<Verdict>>();
const MAX_CHECKED = 256;

async function signedBy({ fingerprint, signed, selfIssued }: Certificate, issuer: Certificate): Promise<Verdict> {
  // Two contents with the same SHA-1 can be made; only a root's signature on itself does not matter.
  if (!selfIssued && usesSha1(signed.algorithm)) return 'invalid';
  const both = `${fingerprint} ${issuer.fingerprint}`;
  const verdict = checked.get(both) ?? checkSignature({ key: issuer.key, ...signed });
  if (checked.size >= MAX_CHECKED) checked.clear();
  checked.set(both, verdict);
  return verdict;
}

function refuse(verdict: Verdict, { subjectText, issuerText }: Certificate): void {
  if (verdict === 'valid') return;
  const why = verdict === 'invalid' ? 'não confere' : 'usa um algoritmo que este programa não conhece';
  throw new Unreadable(`a assinatura de “${issuerText}” no certificado “${subjectText}” ${why}`);
}
