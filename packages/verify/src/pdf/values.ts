import { fromHex, latin1 } from '../bytes.ts';
import { Unreadable } from '../unreadable.ts';

/** PDF objects (ISO 32000-2 clause 7.3) as the service writes them, with the position of each string in the file. */

export class Name {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

export class Ref {
  readonly num: number;
  constructor(num: number) {
    this.num = num;
  }
}

export class Text {
  readonly bytes: Uint8Array;
  /** Offset of the string's first byte, its delimiter, and the offset just past it. */
  readonly start: number;
  readonly end: number;
  constructor(bytes: Uint8Array, start: number, end: number) {
    this.bytes = bytes;
    this.start = start;
    this.end = end;
  }

  /** A text string (clause 7.9.2.2) of ASCII or UTF-16BE. */
  toString(): string {
    const marked = this.bytes[0] === 0xfe && this.bytes[1] === 0xff;
    return marked ? new TextDecoder('utf-16be').decode(this.bytes.subarray(2)) : latin1(this.bytes);
  }
}

export type Dict = Map<string, Value>;
export type Value = null | boolean | number | Name | Text | Ref | Value[] | Dict;

export const isWhite = (byte: number | undefined): boolean =>
  byte === 32 || byte === 10 || byte === 13 || byte === 9 || byte === 12 || byte === 0;
const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 48 && byte <= 57;
const DELIMITERS = new Set([...'()<>[]{}/%'].map((c) => c.charCodeAt(0)));
const isRegular = (byte: number | undefined): boolean => byte !== undefined && !isWhite(byte) && !DELIMITERS.has(byte);

const MAX_DEPTH = 60;
const ESCAPES: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, b: 8, f: 12 };

/** Reads values starting at an offset. Strict: anything outside the grammar is refused, not repaired. */
export class Reader {
  readonly bytes: Uint8Array;
  pos: number;
  constructor(bytes: Uint8Array, pos: number) {
    this.bytes = bytes;
    this.pos = pos;
  }

  fail(): never {
    throw new Unreadable(`o PDF está danificado no byte ${this.pos}`);
  }

  skipWhite(): void {
    for (let comment = false; this.pos < this.bytes.length; this.pos++) {
      const c = this.bytes[this.pos];
      if (c === 10 || c === 13) comment = false;
      else if (c === 0x25) comment = true;
      else if (!comment && !isWhite(c)) return;
    }
  }

  /** Expects a keyword here. */
  keyword(word: string): void {
    this.skipWhite();
    if (this.word() !== word) this.fail();
  }

  integer(): number {
    this.skipWhite();
    const start = this.pos;
    let value = 0;
    for (; isDigit(this.bytes[this.pos]); this.pos++) value = value * 10 + (this.bytes[this.pos] as number) - 0x30;
    if (this.pos === start || this.pos - start > 12 || isRegular(this.bytes[this.pos])) this.fail();
    return value;
  }

  value(depth = 0): Value {
    if (depth > MAX_DEPTH) this.fail();
    this.skipWhite();
    const c = this.bytes[this.pos];
    if (c === 0x2f) return this.name();
    if (c === 0x28) return this.literal();
    if (c === 0x5b) return this.array(depth);
    if (c === 0x3c) return this.bytes[this.pos + 1] === 0x3c ? this.dict(depth) : this.hex();
    if (isDigit(c)) return this.numberOrRef();
    return this.scalar(this.word());
  }

  private word(): string {
    const start = this.pos;
    while (isRegular(this.bytes[this.pos])) this.pos++;
    return latin1(this.bytes, start, this.pos);
  }

  private scalar(word: string): Value {
    if (word === 'null') return null;
    if (word === 'true' || word === 'false') return word === 'true';
    if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(word)) this.fail();
    return Number(word);
  }

  private numberOrRef(): number | Ref {
    const value = this.scalar(this.word()) as number;
    const after = this.pos;
    const reference = /^[ \r\n\t]+\d{1,5}[ \r\n\t]+R(?![^\s()<>[\]{}/%])/.exec(latin1(this.bytes, after, after + 24));
    if (!reference || !Number.isInteger(value)) return value;
    this.pos = after + reference[0].length;
    return new Ref(value);
  }

  private name(): Name {
    this.pos++;
    return new Name(
      this.word().replace(/#([0-9A-Fa-f]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    );
  }

  private array(depth: number): Value[] {
    const items: Value[] = [];
    for (this.pos++; ; ) {
      this.skipWhite();
      if (this.bytes[this.pos] === 0x5d) break;
      items.push(this.value(depth + 1));
    }
    this.pos++;
    return items;
  }

  private dict(depth: number): Dict {
    const entries: Dict = new Map();
    for (this.pos += 2; ; ) {
      this.skipWhite();
      if (this.bytes[this.pos] === 0x3e) break;
      if (this.bytes[this.pos] !== 0x2f) this.fail();
      const key = this.name().name;
      if (entries.has(key)) this.fail();
      entries.set(key, this.value(depth + 1));
    }
    if (this.bytes[this.pos + 1] !== 0x3e) this.fail();
    this.pos += 2;
    return entries;
  }

  private hex(): Text {
    const start = this.pos;
    const end = this.bytes.indexOf(0x3e, start);
    const value = end < 0 ? undefined : fromHex(this.bytes.subarray(start + 1, end));
    if (!value) this.fail();
    this.pos = end + 1;
    return new Text(value, start, this.pos);
  }

  private literal(): Text {
    const start = this.pos++;
    const out: number[] = [];
    for (let depth = 1; ; ) {
      const c = this.bytes[this.pos++] ?? this.fail();
      if (c === 0x5c) {
        const escaped = this.escape();
        if (escaped >= 0) out.push(escaped);
        continue;
      }
      if (c === 0x28) depth++;
      if (c === 0x29 && --depth === 0) break;
      out.push(c);
    }
    return new Text(Uint8Array.from(out), start, this.pos);
  }

  /** The byte an escape stands for, or -1 for a line continuation. */
  private escape(): number {
    const octal = /^[0-7]{1,3}/.exec(latin1(this.bytes, this.pos, this.pos + 3));
    if (octal) {
      this.pos += octal[0].length;
      return Number.parseInt(octal[0], 8) & 255;
    }
    const c = this.bytes[this.pos++] ?? this.fail();
    return c === 10 || c === 13 ? -1 : (ESCAPES[String.fromCharCode(c)] ?? c);
  }
}
