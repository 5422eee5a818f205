import { PdfBudgetError, PdfSyntaxError } from './errors.ts';
import { decodeStream } from './filters.ts';
import { type PdfDict, PdfRef, PdfStream, type PdfValue } from './objects.ts';
import { isWhite, Keyword, Parser, WorkMeter } from './parser.ts';
import { recover } from './recover.ts';
import { readXref, type XrefEntry } from './xref.ts';

/** The most that one object stream may inflate to, and all of them together. Real ones stay below a megabyte each. */
const MAX_OBJECT_STREAM = 32 * 1024 * 1024;
const MAX_OBJECT_STREAMS = 80 * 1024 * 1024;

/** The longest chain of references to references. */
const MAX_HOPS = 16;

type ObjectStream = { numbers: number[]; offsets: number[]; data: Uint8Array };

/**
 * A parsed file, with objects read on demand. Reads leniently; never decodes beyond its limits. Deliberately ignores
 * encryption: encrypted files are refused before anything else is read.
 */
export class PdfDocument {
  readonly bytes: Uint8Array;
  entries: Map<number, XrefEntry> = new Map();
  trailer: PdfDict = new Map();
  /** The newest cross-reference section; absent if the file had to be rebuilt by scanning. */
  section: { offset: number; form: 'table' | 'stream' } | undefined;
  encrypted: PdfValue | undefined;
  /** The number of objects that were not where the cross-reference says. */
  damage = 0;

  private readonly cache = new Map<number, PdfValue>();
  private readonly loading = new Set<number>();
  private readonly objectStreams = new Map<number, ObjectStream>();
  private readonly meter = new WorkMeter();
  private inflated = 0;

  private constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /**
   * Opens a file using its cross-reference.
   * @throws PdfSyntaxError if that is unreadable, PdfBudgetError if it is too large.
   */
  static open(bytes: Uint8Array): PdfDocument {
    const document = new PdfDocument(bytes);
    const xref = readXref(bytes, (offset) => document.readAt(offset).value);
    document.entries = xref.entries;
    document.trailer = xref.trailer;
    document.section = { offset: xref.offset, form: xref.form };
    document.encrypted = xref.encrypt;
    return document;
  }

  /**
   * Opens a damaged file by scanning it for objects.
   * @throws PdfSyntaxError if no catalog is found, PdfBudgetError if it is too large.
   */
  static recover(bytes: Uint8Array): PdfDocument {
    const document = new PdfDocument(bytes);
    const found = recover(bytes, {
      readAt: (offset) => document.readAt(offset),
      objectStreamNumbers: (stream) => document.openObjectStream(stream).numbers,
    });
    document.entries = found.entries;
    document.trailer = found.trailer;
    document.encrypted = found.trailer.get('Encrypt');
    // Rebuilding can miss the trailer and with it the encryption, so the bare word is reason enough.
    const word = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf('/Encrypt');
    if (word >= 0) document.encrypted ??= true;
    return document;
  }

  /** Follows references to their object; missing objects are null, as required by clause 7.3.10. */
  readonly resolve = (value: PdfValue | undefined): PdfValue => {
    let current = value ?? null;
    for (let hops = 0; current instanceof PdfRef; hops++) {
      if (hops > MAX_HOPS) return null;
      current = this.object(current.num);
    }
    return current;
  };

  /** The dictionary a value refers to; for a stream, its dictionary. */
  dict(value: PdfValue | undefined): PdfDict | undefined {
    const resolved = this.resolve(value);
    if (resolved instanceof Map) return resolved;
    return resolved instanceof PdfStream ? resolved.dict : undefined;
  }

  /** The array a value refers to. */
  array(value: PdfValue | undefined): PdfValue[] | undefined {
    const resolved = this.resolve(value);
    return Array.isArray(resolved) ? resolved : undefined;
  }

  /** The document catalog (clause 7.7.2). */
  catalog(): PdfDict {
    const catalog = this.dict(this.trailer.get('Root'));
    if (!catalog) throw new PdfSyntaxError('no catalog');
    return catalog;
  }

  /** Decodes a stream of this file without passing `cap` bytes. */
  decode(stream: PdfStream, cap: number): Uint8Array {
    return decodeStream(stream, this.resolve, cap);
  }

  /** The generation in use for an object number. */
  generation(num: number): number {
    const entry = this.entries.get(num);
    return entry && 'gen' in entry ? entry.gen : 0;
  }

  /** One more than the largest number in any entry or in the trailer's /Size. */
  nextNumber(): number {
    let next = typeof this.trailer.get('Size') === 'number' ? (this.trailer.get('Size') as number) : 1;
    for (const num of this.entries.keys()) if (num >= next) next = num + 1;
    return Math.min(Math.max(1, Math.floor(next)), 8_388_607);
  }

  private object(num: number): PdfValue {
    const cached = this.cache.get(num);
    if (cached !== undefined) return cached;
    const entry = this.entries.get(num);
    if (!entry || this.loading.has(num)) return null;
    this.loading.add(num);
    try {
      const value = 'offset' in entry ? this.plainObject(num, entry.offset) : this.compressedObject(num, entry);
      this.cache.set(num, value);
      return value;
    } catch (error) {
      if (!(error instanceof PdfSyntaxError)) throw error;
      this.damage++;
      this.cache.set(num, null);
      return null;
    } finally {
      this.loading.delete(num);
    }
  }

  private plainObject(num: number, offset: number): PdfValue {
    const object = this.readAt(offset);
    if (object.num !== num) throw new PdfSyntaxError(`object ${num} is not at its offset`);
    return object.value;
  }

  private compressedObject(num: number, entry: { stream: number; index: number }): PdfValue {
    let container = this.objectStreams.get(entry.stream);
    if (!container) {
      const holder = this.entries.get(entry.stream);
      const stream = holder && 'offset' in holder ? this.object(entry.stream) : null;
      if (!(stream instanceof PdfStream)) throw new PdfSyntaxError(`object stream ${entry.stream} is missing`);
      container = this.openObjectStream(stream);
      this.objectStreams.set(entry.stream, container);
    }
    const index = container.numbers[entry.index] === num ? entry.index : container.numbers.lastIndexOf(num);
    const offset = container.offsets[index];
    if (offset === undefined) throw new PdfSyntaxError(`object ${num} is not in its stream`);
    return new Parser(container.data, offset, this.meter).value();
  }

  private openObjectStream(stream: PdfStream): ObjectStream {
    const count = this.resolve(stream.dict.get('N'));
    const first = this.resolve(stream.dict.get('First'));
    if (typeof count !== 'number' || typeof first !== 'number') throw new PdfSyntaxError('object stream without /N');
    const data = this.decode(stream, MAX_OBJECT_STREAM);
    this.inflated += data.length;
    if (this.inflated > MAX_OBJECT_STREAMS) throw new PdfBudgetError('object streams inflate too far');
    const parser = new Parser(data.subarray(0, first), 0, this.meter);
    const numbers: number[] = [];
    const offsets: number[] = [];
    for (let i = 0; i < count; i++) {
      parser.skipWhite();
      if (parser.pos >= first) break;
      const num = parser.value();
      const offset = parser.value();
      if (typeof num !== 'number' || typeof offset !== 'number') throw new PdfSyntaxError('bad object stream header');
      numbers.push(num);
      offsets.push(first + offset);
    }
    return { numbers, offsets, data };
  }

  /**
   * Reads the indirect object at an offset.
   * @returns its number, value, and the offset just past it.
   */
  readAt(offset: number): { num: number; value: PdfValue; end: number } {
    const parser = new Parser(this.bytes, offset, this.meter);
    const num = parser.token(0);
    const gen = parser.token(0);
    const word = parser.token(0);
    if (typeof num !== 'number' || typeof gen !== 'number' || !(word instanceof Keyword) || word.word !== 'obj') {
      throw new PdfSyntaxError(`no object at ${offset}`);
    }
    parser.skipWhite();
    const value = parser.value();
    if (!(value instanceof Map)) return { num, value, end: parser.pos };
    parser.skipWhite();
    if (!startsWith(this.bytes, parser.pos, 'stream')) return { num, value, end: parser.pos };
    return { num, ...this.streamAt(value, parser.pos + 6) };
  }

  /** Uses /Length if `endstream` follows, otherwise searches for `endstream`, as viewers do. */
  private streamAt(dict: PdfDict, keywordEnd: number): { value: PdfStream; end: number } {
    const { bytes } = this;
    let start = keywordEnd;
    while (bytes[start] === 32 || bytes[start] === 9) start++;
    if (bytes[start] === 13) start += bytes[start + 1] === 10 ? 2 : 1;
    else if (bytes[start] === 10) start++;
    else start = keywordEnd;
    const length = this.resolve(dict.get('Length'));
    if (typeof length === 'number' && length >= 0 && start + length <= bytes.length) {
      let end = start + length;
      while (end < start + length + 4 && isWhite(bytes[end])) end++;
      if (startsWith(bytes, end, 'endstream')) {
        return { value: new PdfStream(dict, bytes.subarray(start, start + length)), end: end + 9 };
      }
    }
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    let end = buffer.indexOf('endstream', start);
    if (end < 0) end = buffer.indexOf('endobj', start);
    if (end < 0) end = bytes.length;
    let last = end;
    if (bytes[last - 1] === 10) last--;
    if (bytes[last - 1] === 13) last--;
    return { value: new PdfStream(dict, bytes.subarray(start, Math.max(start, last))), end };
  }
}

function startsWith(bytes: Uint8Array, at: number, word: string): boolean {
  for (let i = 0; i < word.length; i++) if (bytes[at + i] !== word.charCodeAt(i)) return false;
  return true;
}
