/** Just enough DER (ITU-T X.690) to write a CMS signature, a certificate and a key file, and to read responses. */

export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  oid: 0x06,
  utf8String: 0x0c,
  sequence: 0x30,
  set: 0x31,
  printableString: 0x13,
  utcTime: 0x17,
  generalizedTime: 0x18,
  bmpString: 0x1e,
} as const;

/** One element: tag, length, contents. */
export function der(tag: number, ...contents: Uint8Array[]): Buffer {
  const body = Buffer.concat(contents);
  if (body.length < 128) return Buffer.concat([Buffer.from([tag, body.length]), body]);
  const size: number[] = [];
  for (let n = body.length; n > 0; n = Math.floor(n / 256)) size.unshift(n & 255);
  return Buffer.concat([Buffer.from([tag, 0x80 | size.length, ...size]), body]);
}

export const sequence = (...items: Uint8Array[]): Buffer => der(TAG.sequence, ...items);
export const octets = (bytes: Uint8Array): Buffer => der(TAG.octetString, bytes);
export const nothing = (): Buffer => der(TAG.null);

/** A SET OF, its members in the ascending order that DER requires (X.690 clause 11.6). */
export function setOf(...items: Uint8Array[]): Buffer {
  return der(TAG.set, ...items.toSorted(Buffer.compare));
}

/** A context-specific constructed tag, [n]. */
export function tagged(n: number, ...contents: Uint8Array[]): Buffer {
  return der(0xa0 | n, ...contents);
}

/** An unsigned integer from a number or from big-endian bytes. */
export function integer(value: number | Uint8Array): Buffer {
  let bytes = typeof value === 'number' ? Buffer.from(hexOf(value), 'hex') : Buffer.from(value);
  while (bytes.length > 1 && bytes[0] === 0 && (bytes[1] as number) < 0x80) bytes = bytes.subarray(1);
  if ((bytes[0] as number) & 0x80) bytes = Buffer.concat([Buffer.from([0]), bytes]);
  return der(TAG.integer, bytes);
}

function hexOf(value: number): string {
  const hex = value.toString(16);
  return hex.length % 2 ? `0${hex}` : hex;
}

export function bitString(bytes: Uint8Array, unused = 0): Buffer {
  return der(TAG.bitString, Buffer.from([unused]), bytes);
}

/** An object identifier from its dotted form. */
export function oid(dotted: string): Buffer {
  // Arcs under 2.25 have 128 bits.
  const [a = 0n, b = 0n, ...rest] = dotted.split('.').map(BigInt);
  const out: number[] = [];
  for (const arc of [a * 40n + b, ...rest]) {
    const groups = [Number(arc & 127n)];
    for (let n = arc >> 7n; n > 0n; n >>= 7n) groups.unshift(Number(n & 127n) | 128);
    out.push(...groups);
  }
  return der(TAG.oid, Buffer.from(out));
}

export const utf8 = (text: string): Buffer => der(TAG.utf8String, Buffer.from(text, 'utf8'));

/** UTCTime up to 2049, GeneralizedTime after (RFC 5280 clause 4.1.2.5). */
export function time(date: Date): Buffer {
  const digits = date.toISOString().replace(/[-:T]|\.\d+/g, '');
  const late = date.getUTCFullYear() >= 2050;
  return der(late ? TAG.generalizedTime : TAG.utcTime, Buffer.from(late ? digits : digits.slice(2)));
}

/** A parsed element: `raw` is all of it, `body` its contents. */
export type Element = { tag: number; raw: Buffer; body: Buffer };

/** Reads the element at the start of the bytes. @throws Error if it is malformed. */
export function readElement(bytes: Buffer): Element {
  const tag = bytes[0];
  const first = bytes[1];
  if (tag === undefined || first === undefined) throw new Error('DER cut short');
  let length = first;
  let start = 2;
  if (first & 0x80) {
    const size = first & 0x7f;
    if (size < 1 || size > 4) throw new Error('DER length not supported');
    length = bytes.readUIntBE(2, size);
    start += size;
  }
  if (start + length > bytes.length) throw new Error('DER cut short');
  return { tag, raw: bytes.subarray(0, start + length), body: bytes.subarray(start, start + length) };
}

/** The elements inside a constructed one. */
export function children(body: Buffer): Element[] {
  const items: Element[] = [];
  for (let at = 0; at < body.length; ) {
    const item = readElement(body.subarray(at));
    items.push(item);
    at += item.raw.length;
  }
  return items;
}

/** The dotted form of an object identifier's contents. */
export function oidText(body: Uint8Array): string {
  const arcs: bigint[] = [];
  let arc = 0n;
  for (const byte of body) {
    arc = (arc << 7n) | BigInt(byte & 127);
    if (byte & 128) continue;
    arcs.push(arc);
    arc = 0n;
  }
  const [first = 0n, ...rest] = arcs;
  const root = first < 80n ? first / 40n : 2n;
  return [root, first - root * 40n, ...rest].join('.');
}

/** The time of a UTCTime or GeneralizedTime in UTC (RFC 5280 clause 4.1.2.5). @throws Error for any other form */
export function readTime({ tag, body }: Element): Date {
  const text = body.toString('latin1');
  const year = tag === TAG.utcTime ? `${Number(text.slice(0, 2)) < 50 ? '20' : '19'}${text}` : text;
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.\d+)?Z$/.exec(year);
  const [, y, mo, d, h, mi, s] = parts ?? [];
  const moment = new Date(`${y}-${mo}-${d}T${h}:${mi}:${s}Z`);
  if (Number.isNaN(moment.getTime())) throw new Error('unusual time in DER');
  return moment;
}
