/** The few byte operations needed, without Node's Buffer: this code also runs in a browser. */

const HEX = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, '0'));

/** Lowercase hexadecimal. */
export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += HEX[byte];
  return text;
}

/** Value of an ASCII hexadecimal digit, or -1. */
const digit = (c: number): number => {
  if (c >= 48 && c <= 57) return c - 48;
  const letter = c | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
};

/** The bytes written as ASCII hexadecimal digits; undefined if there is anything else. */
export function fromHex(digits: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  if (digits.length % 2 !== 0) return undefined;
  const bytes = new Uint8Array(digits.length / 2);
  for (let i = 0; i < bytes.length; i++) {
    const high = digit(digits[i * 2] as number);
    const low = digit(digits[i * 2 + 1] as number);
    if (high < 0 || low < 0) return undefined;
    bytes[i] = high * 16 + low;
  }
  return bytes;
}

/** The bytes encoded as base64 (RFC 4648, with padding); undefined if there is anything else. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return undefined;
  return Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
}

/** Base64 (RFC 4648, with padding). */
export const toBase64 = (bytes: Uint8Array): string => btoa(latin1(bytes));

export function concat(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function equal(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

/** Negative, zero or positive, in the order of byte strings. */
export function compare(a: Uint8Array, b: Uint8Array): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    const difference = (a[i] as number) - (b[i] as number);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Up to this many bytes, a call with each as an argument takes longer than one for each. */
const SHORT = 32;

/** The bytes from `start` to `end` as one character each. */
export function latin1(bytes: Uint8Array, start = 0, end = bytes.length): string {
  let text = '';
  if (end - start <= SHORT) {
    for (let at = start; at < end && at < bytes.length; at++) text += String.fromCharCode(bytes[at] as number);
    return text;
  }
  // In chunks, because each byte becomes an argument of the call.
  for (let at = start; at < end; at += 8192) {
    const piece = bytes.subarray(at, Math.min(at + 8192, end));
    text += String.fromCharCode.apply(null, piece as unknown as number[]);
  }
  return text;
}

/** Whether the ASCII `word` is at an offset. */
export function startsWith(bytes: Uint8Array, at: number, word: string): boolean {
  for (let i = 0; i < word.length; i++) if (bytes[at + i] !== word.charCodeAt(i)) return false;
  return true;
}

/** Every offset of the ASCII `word`. */
export function* occurrences(bytes: Uint8Array, word: string): Generator<number> {
  const first = word.charCodeAt(0);
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (startsWith(bytes, at, word)) yield at;
  }
}

/** A copy with its own buffer, as WebCrypto requires. */
export const own = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);
