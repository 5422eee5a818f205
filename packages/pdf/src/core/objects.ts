/**
 * PDF objects as plain values (ISO 32000-2 clause 7.3). Numbers, booleans and null are JavaScript's own, arrays are
 * arrays, dictionaries are Maps; only what JavaScript lacks has a class.
 */

export type PdfDict = Map<string, PdfValue>;
export type PdfValue =
  | null
  | boolean
  | number
  | PdfName
  | PdfString
  | PdfRef
  | PdfValue[]
  | PdfDict
  | PdfStream
  | PdfRaw;

/** A name, one character per byte, with its #xx escapes already resolved. */
export class PdfName {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** A string object: bytes whose encoding depends on the context. */
export class PdfString {
  readonly bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** A text string (clause 7.9.2.2): ASCII if possible, otherwise UTF-16BE with a byte order mark. */
  static text(text: string): PdfString {
    if (/^[\x20-\x7e]*$/.test(text)) return new PdfString(Buffer.from(text, 'latin1'));
    return new PdfString(Buffer.from(`\ufeff${text}`, 'utf16le').swap16());
  }

  /**
   * Decodes a text string: UTF-16 if it has that byte order mark, UTF-8 if it has that one (PDF 2.0), otherwise
   * Latin-1.
   */
  toText(): string {
    const b = Buffer.from(this.bytes);
    if (b[0] === 0xfe && b[1] === 0xff)
      return b
        .subarray(2, b.length - (b.length % 2))
        .swap16()
        .toString('utf16le');
    if (b[0] === 0xff && b[1] === 0xfe) return b.subarray(2).toString('utf16le');
    if (b[0] === 0xef && b[1] === 0xbb && b[2] === 0xbf) return b.subarray(3).toString('utf8');
    return b.toString('latin1');
  }
}

/** An indirect reference. */
export class PdfRef {
  readonly num: number;
  readonly gen: number;
  constructor(num: number, gen = 0) {
    this.num = num;
    this.gen = gen;
  }
}

/** A stream: its dictionary and its bytes, still encoded. */
export class PdfStream {
  readonly dict: PdfDict;
  readonly data: Uint8Array;
  constructor(dict: PdfDict, data: Uint8Array) {
    this.dict = dict;
    this.data = data;
  }
}

/** Syntax written verbatim, for placeholders that are patched after serialization. */
export class PdfRaw {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Builds a dictionary from a literal; entries whose value is undefined are left out. */
export function dict(entries: Record<string, PdfValue | undefined>): PdfDict {
  const map: PdfDict = new Map();
  for (const [key, value] of Object.entries(entries)) if (value !== undefined) map.set(key, value);
  return map;
}

/** Shorthand for a name object. */
export function name(value: string): PdfName {
  return new PdfName(value);
}

/** The dictionary of a dictionary or stream, otherwise undefined. */
export function asDict(value: PdfValue | undefined): PdfDict | undefined {
  if (value instanceof Map) return value;
  return value instanceof PdfStream ? value.dict : undefined;
}

/** True for a name object with this value. */
export function isName(value: PdfValue | undefined, expected: string): boolean {
  return value instanceof PdfName && value.name === expected;
}
