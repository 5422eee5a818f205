import { compare, concat } from '../bytes.ts';
import { Unreadable } from '../unreadable.ts';

/** Reading and writing DER (ITU-T X.690). */

export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octets: 0x04,
  null: 0x05,
  oid: 0x06,
  sequence: 0x30,
  set: 0x31,
  utcTime: 0x17,
  generalizedTime: 0x18,
} as const;

/** One element: `raw` is all of it, `body` its contents. */
export interface Element {
  readonly tag: number;
  readonly raw: Uint8Array;
  readonly body: Uint8Array;
}

const damaged = () => new Unreadable('a estrutura da assinatura está danificada');

/**
 * The structures in a seal or a time stamp are small. A file that claims otherwise was made to keep this program busy,
 * and is refused before the work begins: for example, decoding an identifier takes time quadratic in its length.
 */
const MAX_CHILDREN = 1024;
const MAX_OID_BYTES = 40;
const MAX_TIME_BYTES = 32;

/** The element at the start of the bytes. @throws Unreadable if it is malformed */
export function readElement(bytes: Uint8Array): Element {
  const [tag, first] = bytes;
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) throw damaged();
  let length = first;
  let start = 2;
  if (first >= 0x80) {
    const size = first & 0x7f;
    if (size < 1 || size > 4 || bytes.length < 2 + size) throw damaged();
    length = 0;
    for (; start < 2 + size; start++) length = length * 256 + (bytes[start] as number);
  }
  if (start + length > bytes.length) throw damaged();
  return { tag, raw: bytes.subarray(0, start + length), body: bytes.subarray(start, start + length) };
}

/** The only element in the bytes, with the expected tag. */
export function readOnly(bytes: Uint8Array, tag?: number): Element {
  const element = readElement(bytes);
  if (element.raw.length !== bytes.length || (tag !== undefined && element.tag !== tag)) throw damaged();
  return element;
}

/** The elements inside a constructed one. */
export function children(element: Element): Element[] {
  const items: Element[] = [];
  for (let at = 0; at < element.body.length; ) {
    const item = readElement(element.body.subarray(at));
    if (items.push(item) > MAX_CHILDREN) throw damaged();
    at += item.raw.length;
  }
  return items;
}

/** A required element with the required tag. */
export function need(element: Element | undefined, tag?: number): Element {
  if (!element || (tag !== undefined && element.tag !== tag)) throw damaged();
  return element;
}

/** The dotted form of an object identifier. */
export function oidOf(element: Element | undefined): string {
  const { body } = need(element, TAG.oid);
  if (body.length === 0 || body.length > MAX_OID_BYTES || (body.at(-1) as number) & 0x80) throw damaged();
  const arcs: bigint[] = [];
  let arc = 0n;
  for (const byte of body) {
    arc = arc * 128n + BigInt(byte & 0x7f);
    if (byte & 0x80) continue;
    arcs.push(arc);
    arc = 0n;
  }
  const first = arcs.shift() ?? 0n;
  const top = first < 40n ? 0n : first < 80n ? 1n : 2n;
  return [top, first - top * 40n, ...arcs].join('.');
}

/** A UTCTime or GeneralizedTime in UTC (RFC 5280 clause 4.1.2.5; fractions of a second as RFC 3161 allows them). */
export function timeOf(element: Element | undefined): Date {
  const { tag, body } = need(element);
  if (body.length > MAX_TIME_BYTES) throw damaged();
  const text = String.fromCharCode(...body);
  if (tag !== TAG.utcTime && tag !== TAG.generalizedTime) throw damaged();
  const pattern = tag === TAG.utcTime ? /^(\d\d)(\d{10})()Z$/ : /^(\d{4})(\d{10})(\.\d+)?Z$/;
  const [, year = '', rest = '', part = ''] = pattern.exec(text) ?? [];
  const full = tag === TAG.utcTime ? `${Number(year) < 50 ? 20 : 19}${year}` : year;
  const date = new Date(`${full}-${rest.replace(/^(..)(..)(..)(..)(..)$/, '$1-$2T$3:$4:$5')}${part.slice(0, 4)}Z`);
  if (Number.isNaN(date.getTime())) throw damaged();
  return date;
}

/** One element: tag, shortest length, contents. */
export function der(tag: number, ...contents: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const body = concat(...contents);
  const size: number[] = [];
  if (body.length >= 128) for (let n = body.length; n > 0; n = Math.floor(n / 256)) size.unshift(n & 255);
  const head = size.length > 0 ? [tag, 0x80 | size.length, ...size] : [tag, body.length];
  return concat(Uint8Array.from(head), body);
}

export const sequence = (...items: Uint8Array[]) => der(TAG.sequence, ...items);
export const octets = (bytes: Uint8Array) => der(TAG.octets, bytes);
/** A SET OF in ascending order (clause 11.6). */
export const setOf = (...items: Uint8Array[]) => der(TAG.set, ...items.toSorted(compare));
/** A constructed element of a context-specific tag. */
export const tagged = (n: number, ...contents: Uint8Array[]) => der(0xa0 | n, ...contents);

/** An object identifier from its dotted form. */
export function oid(dotted: string): Uint8Array<ArrayBuffer> {
  const [a = 0n, b = 0n, ...rest] = dotted.split('.').map(BigInt);
  const bytes: number[] = [];
  for (const arc of [a * 40n + b, ...rest]) {
    const groups = [Number(arc & 127n)];
    for (let n = arc >> 7n; n > 0n; n >>= 7n) groups.unshift(Number(n & 127n) | 128);
    bytes.push(...groups);
  }
  return der(TAG.oid, Uint8Array.from(bytes));
}
