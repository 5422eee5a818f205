import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import type { PdfDocument } from './document.ts';
import { dict, name, type PdfDict, PdfName, PdfRaw, PdfRef, PdfStream, PdfString, type PdfValue } from './objects.ts';
import { append } from './room.ts';
import type { XrefEntry } from './xref.ts';

/** Below this many bytes compression gains nothing. */
const WORTH_COMPRESSING = 120;

/** Half of the time that zlib's own level 6 takes, for one byte in a hundred more of what is drawn here. */
const LEVEL = 3;

/** A piece of a file: text with one character per byte, or bytes. */
export type Chunk = string | Uint8Array;

/** Makes a stream, compressed if that saves space. */
export function stream(entries: Record<string, PdfValue | undefined>, data: Uint8Array | string): PdfStream {
  const bytes = typeof data === 'string' ? Buffer.from(data, 'latin1') : data;
  if (bytes.length < WORTH_COMPRESSING) return new PdfStream(dict(entries), bytes);
  return new PdfStream(dict({ ...entries, Filter: name('FlateDecode') }), deflateSync(bytes, { level: LEVEL }));
}

/**
 * Collects new and changed objects and writes them after the given bytes: as an incremental update of a document (ISO
 * 32000-2 clause 7.5.6), which leaves all its bytes unchanged, or as a new file after a bare header.
 */
export class PdfWriter {
  private readonly base: Uint8Array;
  private readonly document: PdfDocument | undefined;
  private readonly objects = new Map<number, PdfValue>();
  private next: number;

  private constructor(base: Uint8Array, document: PdfDocument | undefined) {
    this.base = base;
    this.document = document;
    this.next = document?.nextNumber() ?? 1;
  }

  /** A writer that appends to a document. */
  static update(document: PdfDocument): PdfWriter {
    return new PdfWriter(document.bytes, document);
  }

  /** A writer of a new file. */
  static create(version = '1.7'): PdfWriter {
    // Four bytes above 127 in a comment mark the file as binary for transfer programs (7.5.2).
    return new PdfWriter(Buffer.from(`%PDF-${version}\n%\xe2\xe3\xcf\xd3\n`, 'latin1'), undefined);
  }

  /** Reserves an object number for an object that is set later. */
  reserve(): PdfRef {
    return new PdfRef(this.next++, 0);
  }

  /** Adds an object under a new number. */
  add(value: PdfValue): PdfRef {
    const ref = this.reserve();
    this.objects.set(ref.num, value);
    return ref;
  }

  /** Sets or replaces the object under a number. */
  set(ref: PdfRef, value: PdfValue): void {
    this.objects.set(ref.num, value);
  }

  /** The object this writer has for a number, if any yet. */
  get(ref: PdfRef): PdfValue | undefined {
    return this.objects.get(ref.num);
  }

  /**
   * Writes the file.
   * @param trailer entries of the trailer of a new file (/Root at least); an update keeps those of its document.
   * @returns all bytes, and where each object begins, for placeholders patched afterwards.
   */
  finish(trailer: PdfDict = new Map()): { bytes: Buffer; offsets: Map<number, number> } {
    const last = this.base[this.base.length - 1];
    const body: Chunk[] = last === 10 || last === 13 ? [] : ['\n'];
    let length = this.base.length + body.length;
    const offsets = new Map<number, number>();
    for (const num of [...this.objects.keys()].sort((a, b) => a - b)) {
      offsets.set(num, length);
      const from = body.length;
      body.push(`${num} ${this.generation(num)} obj\n`);
      write(this.objects.get(num) ?? null, body);
      body.push('\nendobj\n');
      for (let i = from; i < body.length; i++) length += (body[i] as Chunk).length;
    }
    const written = join(body);
    const entries = this.sectionEntries(offsets);
    const keys = this.trailerKeys(trailer, createHash('sha256').update(written).digest());
    const section = this.needsStream(entries)
      ? this.xrefStream(entries, keys, length)
      : this.xrefTable(entries, keys, length);
    return { bytes: append(this.base, written, join(section)), offsets };
  }

  private generation(num: number): number {
    return this.document?.generation(num) ?? 0;
  }

  /** A file rebuilt by scanning gets a complete section, which makes it valid for every reader; others get a delta. */
  private sectionEntries(offsets: Map<number, number>): Map<number, XrefEntry> {
    const repaired = this.document && !this.document.section;
    const entries = new Map<number, XrefEntry>(repaired ? this.document?.entries : []);
    if (repaired || !this.document) entries.set(0, null);
    for (const [num, offset] of offsets) entries.set(num, { offset, gen: this.generation(num) });
    return entries;
  }

  private needsStream(entries: Map<number, XrefEntry>): boolean {
    if (this.document?.section) return this.document.section.form === 'stream';
    for (const entry of entries.values()) if (entry && 'stream' in entry) return true;
    return false;
  }

  private trailerKeys(extra: PdfDict, digest: Buffer): PdfDict {
    const old = this.document?.trailer;
    const id = this.document?.array(old?.get('ID'))?.[0];
    const fresh = new PdfString(digest.subarray(0, 16));
    return dict({
      Root: old?.get('Root'),
      Info: old?.get('Info') instanceof PdfRef ? old.get('Info') : undefined,
      ...Object.fromEntries(extra),
      // The first half of /ID is permanent, the second changes with every update (clause 14.4).
      ID: [id instanceof PdfString ? id : fresh, fresh],
      Prev: this.document?.section?.offset,
    });
  }

  private xrefTable(entries: Map<number, XrefEntry>, keys: PdfDict, offset: number): Chunk[] {
    let text = 'xref\n';
    for (const run of runs([...entries.keys()])) {
      text += `${run[0]} ${run.length}\n`;
      for (const num of run) {
        const entry = entries.get(num);
        if (entry && 'offset' in entry) {
          text += `${String(entry.offset).padStart(10, '0')} ${String(entry.gen).padStart(5, '0')} n \n`;
        } else text += '0000000000 65535 f \n';
      }
    }
    const parts: Chunk[] = [text, 'trailer\n'];
    write(new Map([['Size', this.next], ...keys]), parts);
    parts.push(`\nstartxref\n${offset}\n%%EOF\n`);
    return parts;
  }

  private xrefStream(entries: Map<number, XrefEntry>, keys: PdfDict, offset: number): Chunk[] {
    const own = this.reserve();
    entries.set(own.num, { offset, gen: 0 });
    const groups = runs([...entries.keys()]);
    const rows = Buffer.alloc(entries.size * 7);
    let at = 0;
    for (const num of groups.flat()) {
      const entry = entries.get(num);
      const [kind, b, c] = !entry
        ? [0, 0, 0xffff]
        : 'offset' in entry
          ? [1, entry.offset, entry.gen]
          : [2, entry.stream, entry.index];
      rows[at] = kind;
      rows.writeUInt32BE(b, at + 1);
      rows.writeUInt16BE(c, at + 5);
      at += 7;
    }
    const value = stream(
      {
        Type: name('XRef'),
        Size: this.next,
        W: [1, 4, 2],
        Index: groups.flatMap((run) => [run[0] as number, run.length]),
        ...Object.fromEntries(keys),
      },
      rows,
    );
    const parts: Chunk[] = [`${own.num} 0 obj\n`];
    write(value, parts);
    parts.push(`\nendobj\nstartxref\n${offset}\n%%EOF\n`);
    return parts;
  }
}

/** Joins chunks into bytes, a run of text at a time, because an object is mostly short strings. */
function join(chunks: Chunk[]): Buffer {
  const buffers: Uint8Array[] = [];
  let text = '';
  for (const chunk of chunks) {
    if (typeof chunk === 'string') text += chunk;
    else {
      buffers.push(Buffer.from(text, 'latin1'), chunk);
      text = '';
    }
  }
  buffers.push(Buffer.from(text, 'latin1'));
  return Buffer.concat(buffers);
}

/** Groups numbers into contiguous ascending runs. */
function runs(numbers: number[]): number[][] {
  const result: number[][] = [];
  for (const num of numbers.sort((a, b) => a - b)) {
    const run = result.at(-1);
    if (run && run.at(-1) === num - 1) run.push(num);
    else result.push([num]);
  }
  return result;
}

/** Serializes a value. */
export function write(value: PdfValue, out: Chunk[]): void {
  if (value === null || typeof value === 'boolean') out.push(String(value));
  else if (typeof value === 'number') out.push(formatNumber(value));
  else if (value instanceof PdfName) out.push(formatName(value.name));
  else if (value instanceof PdfRef) out.push(`${value.num} ${value.gen} R`);
  else if (value instanceof PdfString) out.push(formatString(value.bytes));
  else if (value instanceof PdfRaw) out.push(value.text);
  else if (Array.isArray(value)) writeArray(value, out);
  else if (value instanceof PdfStream) {
    writeDict(new Map([...value.dict, ['Length', value.data.length]]), out);
    out.push('\nstream\n', value.data, '\nendstream');
  } else writeDict(value, out);
}

function writeArray(items: PdfValue[], out: Chunk[]): void {
  out.push('[');
  items.forEach((item, i) => {
    if (i > 0) out.push(' ');
    write(item, out);
  });
  out.push(']');
}

function writeDict(map: PdfDict, out: Chunk[]): void {
  out.push('<<');
  for (const [key, value] of map) {
    out.push(`${formatName(key)} `);
    write(value, out);
    out.push('\n');
  }
  out.push('>>');
}

/** A number without exponent, at most five decimals (Annex C.2 asks for no more). */
export function formatNumber(value: number): string {
  if (Number.isInteger(value)) return Math.abs(value) < 1e15 ? String(value) : '0';
  if (!Number.isFinite(value)) return '0';
  // The shortest text of a number rounded so has no more decimals, and an exponent only where there are none.
  return String(Math.round(value * 1e5) / 1e5);
}

function formatName(value: string): string {
  return `/${value.replace(/[^!$&'*+,\-.0-9:;=?@A-Z\\^_`a-z|~"]/g, (c) => `#${c.charCodeAt(0).toString(16).padStart(2, '0')}`)}`;
}

function formatString(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  if (/^[\x20-\x7e]*$/.test(text)) return `(${text.replace(/[\\()]/g, '\\$&')})`;
  return `<${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex')}>`;
}
