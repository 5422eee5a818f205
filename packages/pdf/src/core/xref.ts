import { PdfBudgetError, PdfSyntaxError } from './errors.ts';
import { decodeStream } from './filters.ts';
import { type PdfDict, PdfStream, type PdfValue } from './objects.ts';
import { isDigit, latin1, Parser } from './parser.ts';

/** Where an object is: at an offset in the file, or inside an object stream; null is a free number. */
export type XrefEntry = { offset: number; gen: number } | { stream: number; index: number } | null;

export type Xref = {
  entries: Map<number, XrefEntry>;
  /** The newest trailer; its /Root may come from an older one. */
  trailer: PdfDict;
  /** Offset and form of the newest section; an update's /Prev and form follow from them. */
  offset: number;
  form: 'table' | 'stream';
  /** An /Encrypt entry in any section, not only the newest. */
  encrypt: PdfValue | undefined;
};

/** Half a million objects is a hundred times what a 300-page document needs, and takes 60 MB as a Map. */
export const MAX_OBJECTS = 500_000;
const MAX_XREF_BYTES = 24 * 1024 * 1024;
const MAX_SECTIONS = 1000;

type Section = { used: [number, XrefEntry][]; free: number[]; trailer: PdfDict; form: 'table' | 'stream' };

/** Reads the stream object at an offset; supplied by the document because /Length may be indirect. */
export type ReadStreamAt = (offset: number) => PdfValue;

/**
 * Follows the cross-reference chain from the last `startxref` (ISO 32000-2 clauses 7.5.4 and 7.5.8), including hybrid
 * files.
 * @throws PdfSyntaxError if any section is unreadable: the caller then rebuilds by scanning.
 */
export function readXref(bytes: Uint8Array, readAt: ReadStreamAt): Xref {
  const start = findStartXref(bytes);
  const entries = new Map<number, XrefEntry>();
  const seen = new Set<number>();
  let result: Xref | undefined;
  let next: number | undefined = start;
  while (next !== undefined) {
    if (seen.has(next)) break;
    if (seen.size > MAX_SECTIONS) throw new PdfBudgetError(`more than ${MAX_SECTIONS} cross-reference sections`);
    seen.add(next);
    const section = readSection(bytes, next, readAt);
    merge(entries, section.used);
    const hybrid = section.trailer.get('XRefStm');
    if (section.form === 'table' && typeof hybrid === 'number' && !seen.has(hybrid)) {
      seen.add(hybrid);
      merge(entries, readSection(bytes, hybrid, readAt).used);
    }
    // Free numbers are applied last: in a hybrid file the table marks as free what its stream defines (7.5.8.4).
    for (const num of section.free) if (!entries.has(num)) entries.set(num, null);
    result ??= { entries, trailer: section.trailer, offset: start, form: section.form, encrypt: undefined };
    result.encrypt ??= section.trailer.get('Encrypt');
    if (!result.trailer.has('Root') && section.trailer.has('Root')) {
      result.trailer = new Map([...section.trailer, ...result.trailer]);
    }
    const prev = section.trailer.get('Prev');
    next = typeof prev === 'number' ? prev : undefined;
  }
  if (!result) throw new PdfSyntaxError('no cross-reference section');
  return result;
}

function merge(entries: Map<number, XrefEntry>, used: [number, XrefEntry][]): void {
  for (const [num, entry] of used) if (!entries.has(num)) entries.set(num, entry);
  if (entries.size > MAX_OBJECTS) throw new PdfBudgetError(`more than ${MAX_OBJECTS} objects`);
}

function findStartXref(bytes: Uint8Array): number {
  const at = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).lastIndexOf('startxref');
  if (at < 0) throw new PdfSyntaxError('no startxref');
  const value = new Parser(bytes, at + 9).value();
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value >= bytes.length) {
    throw new PdfSyntaxError('startxref points outside the file');
  }
  return value;
}

function readSection(bytes: Uint8Array, offset: number, readAt: ReadStreamAt): Section {
  if (!Number.isInteger(offset) || offset < 0 || offset >= bytes.length) throw new PdfSyntaxError('bad /Prev');
  const parser = new Parser(bytes, offset);
  parser.skipWhite();
  if (latin1(bytes, parser.pos, parser.pos + 4) === 'xref') {
    parser.pos += 4;
    return readTable(parser);
  }
  const object = readAt(parser.pos);
  if (!(object instanceof PdfStream)) throw new PdfSyntaxError('no cross-reference section at its offset');
  return readXrefStream(object);
}

/** Reads integers rather than 20-byte rows: rows of 19 or 21 bytes are common. */
function readTable(parser: Parser): Section {
  const used: [number, XrefEntry][] = [];
  const free: number[] = [];
  for (;;) {
    parser.skipWhite();
    if (!isDigit(parser.bytes[parser.pos])) break;
    const first = readInteger(parser);
    const count = readInteger(parser);
    if (used.length + free.length + count > MAX_OBJECTS) throw new PdfBudgetError(`more than ${MAX_OBJECTS} objects`);
    for (let i = 0; i < count; i++) {
      const offset = readInteger(parser);
      const gen = readInteger(parser);
      parser.skipWhite();
      const kind = parser.bytes[parser.pos++];
      if (kind !== 0x6e && kind !== 0x66) throw new PdfSyntaxError('bad cross-reference entry');
      // The head of the free list must be object 0, so this table is off by one. Readers correct that in a file's only
      // table but not in one that an update follows, so the file must be rebuilt with a complete new table.
      if (i === 0 && first === 1 && kind === 0x66 && gen === 65535) throw new PdfSyntaxError('table is off by one');
      if (kind === 0x6e && offset > 0) used.push([first + i, { offset, gen }]);
      else free.push(first + i);
    }
  }
  if (latin1(parser.bytes, parser.pos, parser.pos + 7) !== 'trailer') throw new PdfSyntaxError('no trailer');
  parser.pos += 7;
  const trailer = parser.value();
  if (!(trailer instanceof Map)) throw new PdfSyntaxError('trailer is not a dictionary');
  return { used, free, trailer, form: 'table' };
}

function readInteger(parser: Parser): number {
  parser.skipWhite();
  const { bytes } = parser;
  let value = 0;
  const start = parser.pos;
  while (isDigit(bytes[parser.pos])) value = value * 10 + (bytes[parser.pos++] as number) - 0x30;
  if (parser.pos === start) throw new PdfSyntaxError('expected an integer in the cross-reference table');
  return value;
}

function readXrefStream(stream: PdfStream): Section {
  const { dict } = stream;
  const widths = integers(dict.get('W'));
  const size = dict.get('Size');
  if (widths.length < 3 || widths.some((w) => w > 8) || typeof size !== 'number') {
    throw new PdfSyntaxError('unusable cross-reference stream');
  }
  const [w0 = 0, w1 = 0, w2 = 0] = widths;
  const data = decodeStream(stream, (v) => v ?? null, MAX_XREF_BYTES);
  const index = dict.has('Index') ? integers(dict.get('Index')) : [0, size];
  const used: [number, XrefEntry][] = [];
  const free: number[] = [];
  let at = 0;
  const field = (width: number, fallback: number): number => {
    if (width === 0) return fallback;
    let value = 0;
    for (let i = 0; i < width; i++) value = value * 256 + (data[at++] as number);
    return value;
  };
  for (let i = 0; i + 1 < index.length; i += 2) {
    const first = index[i] as number;
    const count = index[i + 1] as number;
    for (let n = 0; n < count && at + w0 + w1 + w2 <= data.length && w0 + w1 + w2 > 0; n++) {
      if (used.length + free.length >= MAX_OBJECTS) throw new PdfBudgetError(`more than ${MAX_OBJECTS} objects`);
      const kind = field(w0, 1);
      const b = field(w1, 0);
      const c = field(w2, 0);
      if (kind === 1) used.push([first + n, { offset: b, gen: c }]);
      else if (kind === 2) used.push([first + n, { stream: b, index: c }]);
      else if (kind === 0) free.push(first + n);
    }
  }
  return { used, free, trailer: dict, form: 'stream' };
}

function integers(value: PdfValue | undefined): number[] {
  if (!Array.isArray(value)) return [];
  return value.map((v) => (typeof v === 'number' && Number.isInteger(v) && v >= 0 ? v : 0));
}
