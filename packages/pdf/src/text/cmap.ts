import { PdfBudgetError, PdfSyntaxError } from '../core/errors.ts';
import { PdfName, PdfString, type PdfValue } from '../core/objects.ts';
import { Keyword, Parser } from '../core/parser.ts';

/** The most entries read from one map; the largest real ones, of whole CJK fonts, have some 30,000. */
const MAX_ENTRIES = 70_000;
/** The most characters one code may stand for. */
const MAX_TEXT = 32;

type Space = { length: number; low: number; high: number };
type Range<T> = { low: number; high: number; first: T };

/**
 * A character map (ISO 32000-2 clauses 9.7.5 and 9.10.3): how a string splits into codes, and the meaning of each code:
 * a glyph number (CID) in an encoding, or text in a ToUnicode map.
 */
export class CMap {
  private readonly spaces: Space[] = [];
  private readonly texts = new Map<number, string>();
  private readonly textRanges: Range<string>[] = [];
  private readonly cidRanges: Range<number>[] = [];
  /** Entries read, as a measure of the map's memory use. */
  entries = 0;
  vertical = false;
  /** The name of the map this one is based on. */
  base = '';

  /** Reads a map, as far as it is readable. @throws PdfBudgetError if it has more entries than one map may have */
  static parse(bytes: Uint8Array): CMap {
    const map = new CMap();
    try {
      map.read(new Parser(bytes));
    } catch (error) {
      // Damage later in the map does not invalidate what came before, in any viewer.
      if (error instanceof PdfBudgetError || !(error instanceof PdfSyntaxError)) throw error;
    }
    map.textRanges.sort((a, b) => a.low - b.low);
    map.cidRanges.sort((a, b) => a.low - b.low);
    return map;
  }

  /** The text a code stands for. */
  text(code: number): string | undefined {
    const single = this.texts.get(code);
    if (single !== undefined) return single;
    const range = find(this.textRanges, code);
    if (!range) return undefined;
    const last = range.first.length - 1;
    return range.first.slice(0, last) + String.fromCharCode(range.first.charCodeAt(last) + code - range.low);
  }

  /** The glyph number a code stands for. */
  cid(code: number): number | undefined {
    const range = find(this.cidRanges, code);
    return range && range.first + code - range.low;
  }

  /** The number of bytes of the code at a position (clause 9.7.6.3); the shortest known length if none matches. */
  codeLength(bytes: Uint8Array, at: number): number {
    let code = 0;
    let shortest = this.spaces.length > 0 ? 4 : 2;
    for (let length = 1; length <= 4 && at + length <= bytes.length; length++) {
      code = code * 256 + (bytes[at + length - 1] as number);
      for (const space of this.spaces) {
        if (space.length < shortest) shortest = space.length;
        if (space.length === length && code >= space.low && code <= space.high) return length;
      }
    }
    return shortest;
  }

  private read(parser: Parser): void {
    let last: PdfValue = null;
    let before: PdfValue = null;
    for (;;) {
      parser.skipWhite();
      if (parser.pos >= parser.bytes.length) return;
      const token = parser.token(0);
      if (!(token instanceof Keyword)) {
        before = last;
        last = token;
        continue;
      }
      if (token.word === 'begincodespacerange') this.pairs(parser, (low, high) => this.space(low, high));
      else if (token.word === 'beginbfchar') this.pairs(parser, (code, text) => this.bfchar(code, text));
      else if (token.word === 'beginbfrange') this.triples(parser, (l, h, to) => this.bfrange(l, h, to));
      else if (token.word === 'begincidchar') this.pairs(parser, (code, cid) => this.cidrange(code, code, cid));
      else if (token.word === 'begincidrange') this.triples(parser, (l, h, cid) => this.cidrange(l, h, cid));
      else if (token.word === 'usecmap' && last instanceof PdfName) this.base = last.name;
      else if (token.word === 'def' && before instanceof PdfName && before.name === 'WMode') this.vertical = last === 1;
    }
  }

  private pairs(parser: Parser, take: (a: PdfValue, b: PdfValue) => void): void {
    for (;;) {
      const first = parser.token(0);
      if (first instanceof Keyword) return;
      const second = parser.token(0);
      if (second instanceof Keyword) return;
      this.spend(1);
      take(first, second);
    }
  }

  private triples(parser: Parser, take: (a: PdfValue, b: PdfValue, c: PdfValue) => void): void {
    for (;;) {
      const first = parser.token(0);
      if (first instanceof Keyword) return;
      const second = parser.token(0);
      const third = parser.token(0);
      if (second instanceof Keyword || third instanceof Keyword) return;
      this.spend(1);
      take(first, second, third);
    }
  }

  private space(low: PdfValue, high: PdfValue): void {
    if (!(low instanceof PdfString) || !(high instanceof PdfString)) return;
    const { length } = low.bytes;
    if (length >= 1 && length <= 4) this.spaces.push({ length, low: codeOf(low), high: codeOf(high) });
  }

  private bfchar(code: PdfValue, text: PdfValue): void {
    if (code instanceof PdfString && text instanceof PdfString) this.texts.set(codeOf(code), utf16(text));
  }

  private bfrange(low: PdfValue, high: PdfValue, to: PdfValue): void {
    if (!(low instanceof PdfString) || !(high instanceof PdfString)) return;
    const first = codeOf(low);
    if (Array.isArray(to)) {
      this.spend(to.length);
      to.forEach((text, i) => {
        if (text instanceof PdfString) this.texts.set(first + i, utf16(text));
      });
    } else if (to instanceof PdfString && to.bytes.length > 0) {
      this.textRanges.push({ low: first, high: codeOf(high), first: utf16(to) });
    }
  }

  private cidrange(low: PdfValue, high: PdfValue, cid: PdfValue): void {
    if (!(low instanceof PdfString) || !(high instanceof PdfString) || typeof cid !== 'number') return;
    this.cidRanges.push({ low: codeOf(low), high: codeOf(high), first: cid });
  }

  private spend(entries: number): void {
    this.entries += entries;
    if (this.entries > MAX_ENTRIES) throw new PdfBudgetError('a character map is too large');
  }
}

/** The range that contains a code, by bisection; if several begin alike, the last. */
function find<T>(ranges: readonly Range<T>[], code: number): Range<T> | undefined {
  let from = 0;
  let to = ranges.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((ranges[middle] as Range<T>).low <= code) from = middle + 1;
    else to = middle;
  }
  const range = ranges[from - 1];
  return range && code <= range.high ? range : undefined;
}

function codeOf(value: PdfString): number {
  let code = 0;
  for (const byte of value.bytes.subarray(0, 4)) code = code * 256 + byte;
  return code;
}

/** The text of a destination string, big-endian UTF-16; a single byte is taken as a character, as viewers do. */
function utf16({ bytes }: PdfString): string {
  if (bytes.length === 1) return String.fromCharCode(bytes[0] as number);
  const even = Buffer.from(bytes.subarray(0, Math.min(bytes.length & ~1, 2 * MAX_TEXT)));
  return even.swap16().toString('utf16le');
}
