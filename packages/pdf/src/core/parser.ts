import { PdfBudgetError, PdfSyntaxError } from './errors.ts';
import { type PdfDict, PdfName, PdfRef, PdfString, type PdfValue } from './objects.ts';

/** Deepest nesting of arrays and dictionaries followed; qpdf stops at 500, real files stay under 20. */
const MAX_DEPTH = 200;

/**
 * How many parsed values one file may contain. The weights reflect each value's size in JavaScript; an empty Map takes
 * as much as a dozen numbers. Two million units are about 150 MB at worst.
 */
const MAX_WORK = 2_000_000;
const DICT_WORK = 10;
const OBJECT_WORK = 4;

/** Shared by all parsers of one file, so that many small bombs count as one large one. Each name is created once. */
export class WorkMeter {
  private spent = 0;
  private readonly names = new Map<string, PdfName>();

  spend(work: number): void {
    this.spent += work;
    if (this.spent > MAX_WORK) throw new PdfBudgetError('more objects than the engine grants one file');
  }

  name(raw: string): PdfName {
    let made = this.names.get(raw);
    if (!made) {
      this.spend(OBJECT_WORK);
      made = new PdfName(unescapeName(raw));
      this.names.set(raw, made);
    }
    return made;
  }
}

/** Resolves the #xx escapes of a name (clause 7.3.5). */
function unescapeName(raw: string): string {
  return raw.includes('#')
    ? raw.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    : raw;
}

const WHITE = 1;
const DELIMITER = 2;
const CLASS = new Uint8Array(256);
for (const c of [0, 9, 10, 12, 13, 32]) CLASS[c] = WHITE;
for (const c of '()<>[]{}/%') CLASS[c.charCodeAt(0)] = DELIMITER;

/** True for the six white-space characters of clause 7.2.3. */
export function isWhite(byte: number | undefined): boolean {
  return byte !== undefined && CLASS[byte] === WHITE;
}

/** True for a regular character: neither white space nor a delimiter (clause 7.2.3). */
export function isRegular(byte: number | undefined): boolean {
  return byte !== undefined && CLASS[byte] === 0;
}

/** A keyword such as `obj`, `stream` or `R`; never leaves this folder. */
export class Keyword {
  readonly word: string;
  constructor(word: string) {
    this.word = word;
  }
}

/**
 * A lenient reader of PDF objects in a byte array (clause 7.3): accepts what common viewers accept, such as missing
 * white space, odd numbers and unterminated collections at the end of the data.
 */
export class Parser {
  readonly bytes: Uint8Array;
  pos: number;
  private readonly meter: WorkMeter;

  constructor(bytes: Uint8Array, pos = 0, meter: WorkMeter = new WorkMeter()) {
    this.bytes = bytes;
    this.pos = pos;
    this.meter = meter;
  }

  /** Moves past white space and comments. */
  skipWhite(): void {
    const { bytes } = this;
    for (;;) {
      const c = bytes[this.pos];
      if (c === 0x25) {
        while (this.pos < bytes.length && bytes[this.pos] !== 10 && bytes[this.pos] !== 13) this.pos++;
      } else if (isWhite(c)) this.pos++;
      else return;
    }
  }

  /** Reads one object; throws PdfSyntaxError if none begins here. */
  value(): PdfValue {
    const token = this.token(0);
    if (token instanceof Keyword) throw new PdfSyntaxError(`unexpected "${token.word}" at ${this.pos}`);
    return token;
  }

  /** Reads one object or keyword. */
  token(depth: number): PdfValue | Keyword {
    if (depth > MAX_DEPTH) throw new PdfSyntaxError(`nested deeper than ${MAX_DEPTH}`);
    this.meter.spend(1);
    this.skipWhite();
    const { bytes } = this;
    const c = bytes[this.pos];
    if (c === undefined) throw new PdfSyntaxError('unexpected end of data');
    if (c === 0x2f) return this.nameObject();
    if (c === 0x28) return this.literalString();
    if (c === 0x5b) return this.array(depth);
    if (c === 0x3c) return bytes[this.pos + 1] === 0x3c ? this.dictionary(depth) : this.hexString();
    if ((c >= 0x30 && c <= 0x39) || c === 0x2b || c === 0x2d || c === 0x2e) return this.numberOrRef();
    return this.keyword();
  }

  /** Reads the keyword at the current position. */
  keyword(): PdfValue | Keyword {
    const start = this.pos;
    while (isRegular(this.bytes[this.pos])) this.pos++;
    if (this.pos === start) {
      this.pos++;
      return new Keyword(String.fromCharCode(this.bytes[start] ?? 0));
    }
    const word = latin1(this.bytes, start, this.pos);
    if (word === 'true') return true;
    if (word === 'false') return false;
    if (word === 'null') return null;
    return new Keyword(word);
  }

  private nameObject(): PdfName {
    const start = ++this.pos;
    while (isRegular(this.bytes[this.pos])) this.pos++;
    return this.meter.name(latin1(this.bytes, start, this.pos));
  }

  private number(): number {
    const { bytes } = this;
    const start = this.pos;
    let integer = 0;
    while (isDigit(bytes[this.pos])) integer = integer * 10 + (bytes[this.pos++] as number) - 0x30;
    if (this.pos > start && !isRegular(bytes[this.pos])) return integer;
    while (isRegular(bytes[this.pos])) this.pos++;
    const text = latin1(bytes, start, this.pos);
    // Viewers read "--5" as -5 and "1.2.3" as 1.2; text without any digit counts as zero.
    const match = /^[+-]*(\d*\.?\d*)/.exec(text);
    const magnitude = Number.parseFloat(match?.[1] ?? '') || 0;
    return text.startsWith('-') ? -magnitude : magnitude;
  }

  private numberOrRef(): number | PdfRef {
    const value = this.number();
    const first = this.bytes[this.pos];
    if (!Number.isInteger(value) || value < 0 || !isWhite(first)) return value;
    const back = this.pos;
    this.skipWhite();
    const start = this.pos;
    while (isDigit(this.bytes[this.pos])) this.pos++;
    if (this.pos > start && this.pos - start <= 5 && isWhite(this.bytes[this.pos])) {
      const gen = Number(latin1(this.bytes, start, this.pos));
      this.skipWhite();
      if (this.bytes[this.pos] === 0x52 && !isRegular(this.bytes[this.pos + 1])) {
        this.pos++;
        this.meter.spend(OBJECT_WORK);
        return new PdfRef(value, gen);
      }
    }
    this.pos = back;
    return value;
  }

  private array(depth: number): PdfValue[] {
    this.pos++;
    const items: PdfValue[] = [];
    for (;;) {
      this.skipWhite();
      const c = this.bytes[this.pos];
      if (c === undefined) return items;
      if (c === 0x5d) {
        this.pos++;
        return items;
      }
      const before = this.pos;
      const item = this.token(depth + 1);
      if (!(item instanceof Keyword)) items.push(item);
      else if (item.word === 'endobj' || item.word === 'endstream' || item.word === '>') {
        this.pos = before;
        return items;
      }
    }
  }

  private dictionary(depth: number): PdfDict {
    this.meter.spend(DICT_WORK);
    this.pos += 2;
    const map: PdfDict = new Map();
    for (;;) {
      this.skipWhite();
      const c = this.bytes[this.pos];
      if (c === undefined) return map;
      if (c === 0x3e) {
        this.pos += this.bytes[this.pos + 1] === 0x3e ? 2 : 1;
        return map;
      }
      const before = this.pos;
      const key = this.token(depth + 1);
      if (key instanceof Keyword && (key.word === 'endobj' || key.word === 'stream')) {
        this.pos = before;
        return map;
      }
      if (!(key instanceof PdfName)) continue;
      this.skipWhite();
      if (this.bytes[this.pos] === 0x3e && this.bytes[this.pos + 1] === 0x3e) continue;
      const at = this.pos;
      const value = this.token(depth + 1);
      if (value instanceof Keyword) {
        if (value.word === 'endobj' || value.word === 'stream') this.pos = at;
        continue;
      }
      // If a key is repeated the last one counts, as in poppler, mupdf and pdf.js.
      if (value !== null) map.set(key.name, value);
    }
  }

  private literalString(): PdfString {
    this.meter.spend(OBJECT_WORK);
    const { bytes } = this;
    const start = ++this.pos;
    const end = this.literalEnd();
    const out = new Uint8Array(end - start);
    let length = 0;
    while (this.pos < end) {
      let c = bytes[this.pos++] as number;
      if (c === 0x5c) {
        c = this.escape();
        if (c < 0) continue;
      } else if (c === 13) {
        if (bytes[this.pos] === 10) this.pos++;
        c = 10;
      }
      out[length++] = c;
    }
    this.pos = end + 1;
    return new PdfString(out.subarray(0, length));
  }

  /** The offset of the parenthesis that closes the current string, or the end of the data. */
  private literalEnd(): number {
    const { bytes } = this;
    let depth = 1;
    for (let i = this.pos; i < bytes.length; i++) {
      const c = bytes[i];
      if (c === 0x5c) i++;
      else if (c === 0x28) depth++;
      else if (c === 0x29 && --depth === 0) return i;
    }
    return bytes.length;
  }

  /** The byte that a backslash sequence stands for, or -1 for a line continuation. */
  private escape(): number {
    const { bytes } = this;
    const c = bytes[this.pos++] ?? 0x5c;
    const simple = 'nrtbf'.indexOf(String.fromCharCode(c));
    if (simple >= 0) return [10, 13, 9, 8, 12][simple] as number;
    if (c === 13) {
      if (bytes[this.pos] === 10) this.pos++;
      return -1;
    }
    if (c === 10) return -1;
    if (c < 0x30 || c > 0x37) return c;
    let value = c - 0x30;
    for (let i = 0; i < 2; i++) {
      const d = bytes[this.pos];
      if (d === undefined || d < 0x30 || d > 0x37) break;
      value = value * 8 + d - 0x30;
      this.pos++;
    }
    return value & 0xff;
  }

  private hexString(): PdfString {
    this.meter.spend(OBJECT_WORK);
    const start = ++this.pos;
    let end = this.bytes.indexOf(0x3e, start);
    if (end < 0) end = this.bytes.length;
    this.pos = end + 1;
    let digits = latin1(this.bytes, start, end).replace(/[^0-9A-Fa-f]/g, '');
    if (digits.length % 2) digits += '0';
    return new PdfString(Buffer.from(digits, 'hex'));
  }
}

/** True for an ASCII digit. */
export function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

/** So many characters are put together faster than a Buffer over them is made: names and keywords. */
const SHORT = 16;

/** The bytes from start to end as a string of one character per byte. */
export function latin1(bytes: Uint8Array, start: number, end: number): string {
  if (end - start <= SHORT && end <= bytes.length) {
    let text = '';
    for (let i = start; i < end; i++) text += String.fromCharCode(bytes[i] as number);
    return text;
  }
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, Math.max(0, end - start)).toString('latin1');
}
