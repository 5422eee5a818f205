import { latin1, occurrences, startsWith } from '../bytes.ts';
import { Unreadable } from '../unreadable.ts';
import { inflate } from './inflate.ts';
import { type Dict, isWhite, Name, Reader, Ref, type Value } from './values.ts';

/**
 * A PDF read from its end backwards, as a viewer does. This code shares nothing with the one that writes these files,
 * and reads only what it must: the sections the service itself appended.
 */

/** One cross-reference section, which marks one revision (ISO 32000-2 clause 7.5.6). */
export interface Section {
  readonly offset: number;
  /** Offsets of the objects this revision wrote, except those inside object streams. */
  readonly objects: ReadonlyMap<number, number>;
  readonly trailer: Dict;
}

export interface Stream {
  readonly dict: Dict;
  readonly data: Uint8Array;
}

const MAX_ENTRIES = 1_000_000;
/** The most revisions followed backwards. A certificate has two, and two more each time it is stamped again. */
export const MAX_REVISIONS = 32;
const MAX_ATTACHMENTS = 8;
/** The most end-of-file marks examined: each may be the end of the original, so its hash is computed there. */
const MAX_MARKS = 4096;
const MAX_ENDS = 50_000;

export const isPdf = (bytes: Uint8Array): boolean => latin1(bytes, 0, 1024).includes('%PDF-');

/** The newest section. The file must end where its last line says, apart from line endings. @throws Unreadable */
export async function newestSection(bytes: Uint8Array): Promise<Section> {
  const tail = latin1(bytes, Math.max(0, bytes.length - 64));
  const start = /startxref\r?\n(\d{1,12})\r?\n%%EOF[\r\n]*$/.exec(tail);
  if (!start) throw new Unreadable('o PDF não termina como deveria: foi cortado, ou algo foi posto no fim');
  return readSection(bytes, Number(start[1]));
}

/** The previous section, or undefined if there is none. @throws Unreadable */
export async function sectionBefore(bytes: Uint8Array, { offset, trailer }: Section): Promise<Section | undefined> {
  const previous = trailer.get('Prev');
  if (previous === undefined) return undefined;
  if (trailer.has('XRefStm')) throw new Unreadable('o PDF tem dois índices para a mesma revisão');
  if (typeof previous !== 'number' || previous >= offset) throw new Unreadable('a revisão anterior do PDF não se acha');
  return readSection(bytes, previous);
}

async function readSection(bytes: Uint8Array, offset: number): Promise<Section> {
  const reader = new Reader(bytes, offset);
  if (startsWith(bytes, offset, 'xref')) return { offset, ...readTable(reader) };
  const { dict, data } = await readStream(bytes, offset);
  const type = dict.get('Type');
  if (!(type instanceof Name) || type.name !== 'XRef') throw new Unreadable('o índice do PDF não está onde deveria');
  return { offset, objects: readRows(dict, data), trailer: dict };
}

function readTable(reader: Reader): Omit<Section, 'offset'> {
  const objects = new Map<number, number>();
  reader.keyword('xref');
  for (;;) {
    reader.skipWhite();
    if (startsWith(reader.bytes, reader.pos, 'trailer')) break;
    const first = reader.integer();
    const count = reader.integer();
    if (count > MAX_ENTRIES) reader.fail();
    for (let i = 0; i < count; i++) {
      const offset = reader.integer();
      reader.integer();
      reader.skipWhite();
      const kind = reader.bytes[reader.pos++];
      if (kind === 0x6e) objects.set(first + i, offset);
      else if (kind !== 0x66) reader.fail();
    }
  }
  reader.keyword('trailer');
  const trailer = reader.value();
  if (!(trailer instanceof Map)) return reader.fail();
  return { objects, trailer };
}

const isCount = (value: Value): value is number => typeof value === 'number' && Number.isInteger(value) && value >= 0;

/** The rows of a cross-reference stream (clause 7.5.8). */
function readRows(dict: Dict, data: Uint8Array): Map<number, number> {
  const widths = dict.get('W');
  const index = dict.get('Index') ?? [0, dict.get('Size') ?? 0];
  if (!Array.isArray(widths) || !Array.isArray(index) || ![...widths, ...index].every(isCount)) {
    throw new Unreadable('o índice do PDF está danificado');
  }
  const [kindWidth = 0, width = 0, rest = 0] = widths as number[];
  const row = kindWidth + width + rest;
  const field = (at: number, size: number) => data.subarray(at, at + size).reduce((n, byte) => n * 256 + byte, 0);
  const objects = new Map<number, number>();
  let at = 0;
  for (let i = 0; i + 1 < index.length; i += 2) {
    const [first, count] = index.slice(i, i + 2) as [number, number];
    for (let n = 0; n < count && row > 0 && at + row <= data.length; n++, at += row) {
      const kind = kindWidth === 0 ? 1 : field(at, kindWidth);
      if (kind === 1) objects.set(first + n, field(at + kindWidth, width));
    }
  }
  return objects;
}

/** The offset of a revision's first object. */
export const firstOffset = (objects: ReadonlyMap<number, number>): number =>
  [...objects.values()].reduce((least, offset) => Math.min(least, offset), Number.POSITIVE_INFINITY);

/** An object of a revision, as found in the file. */
export interface OwnObject {
  readonly num: number;
  readonly value: Value;
  readonly isStream: boolean;
}

/**
 * All objects a revision wrote, each read once, since they follow one another.
 * @throws Unreadable if they overlap, which would let one be read again and again
 */
export function objectsOf(bytes: Uint8Array, { objects }: Section): OwnObject[] {
  let end = 0;
  const inOrder = [...objects].sort(([, a], [, b]) => a - b);
  return inOrder.map(([num, offset]) => {
    if (offset < end) throw new Unreadable('os objetos de uma revisão do PDF se sobrepõem');
    const found = readObject(bytes, offset, num);
    const reader = new Reader(bytes, found.end);
    reader.skipWhite();
    const isStream = startsWith(bytes, reader.pos, 'stream');
    if (!isStream) reader.keyword('endobj');
    end = found.end;
    return { num, value: found.value, isStream };
  });
}

/** The value of the indirect object at an offset, and the offset just past it. */
export function readObject(bytes: Uint8Array, offset: number, num?: number): { value: Value; end: number } {
  const reader = new Reader(bytes, offset);
  const found = reader.integer();
  if (num !== undefined && found !== num) reader.fail();
  reader.integer();
  reader.keyword('obj');
  const value = reader.value();
  return { value, end: reader.pos };
}

/** The stream object at an offset, with its data decoded. @throws Unreadable for filters the service does not write */
export async function readStream(bytes: Uint8Array, offset: number, num?: number): Promise<Stream> {
  const { value, end } = readObject(bytes, offset, num);
  const reader = new Reader(bytes, end);
  reader.keyword('stream');
  const length = value instanceof Map ? value.get('Length') : undefined;
  if (!(value instanceof Map) || !isCount(length ?? null)) return reader.fail();
  if (bytes[reader.pos] === 13) reader.pos++;
  if (bytes[reader.pos++] !== 10) reader.fail();
  const data = bytes.subarray(reader.pos, reader.pos + (length as number));
  reader.pos += data.length;
  while (isWhite(bytes[reader.pos])) reader.pos++;
  reader.keyword('endstream');
  const filter = value.get('Filter');
  if (filter === undefined) return { dict: value, data };
  if (!(filter instanceof Name) || filter.name !== 'FlateDecode' || value.has('DecodeParms')) reader.fail();
  return { dict: value, data: await inflate(data) };
}

/** A file all of whose revisions the service wrote: the certificate. */
export class OwnPdf {
  readonly bytes: Uint8Array;
  private readonly objects: ReadonlyMap<number, number>;
  private readonly trailer: Dict;

  private constructor(bytes: Uint8Array, sections: readonly Section[]) {
    this.bytes = bytes;
    // Older sections first, so that newer ones take precedence.
    this.objects = new Map(sections.toReversed().flatMap(({ objects }) => [...objects]));
    this.trailer = sections[0]?.trailer ?? new Map();
  }

  /** @throws Unreadable */
  static async open(bytes: Uint8Array): Promise<OwnPdf> {
    const sections = [await newestSection(bytes)];
    for (let next = await sectionBefore(bytes, sections[0] as Section); next; ) {
      if (sections.push(next) > MAX_REVISIONS) throw new Unreadable('o PDF tem revisões demais');
      next = await sectionBefore(bytes, next);
    }
    return new OwnPdf(bytes, sections);
  }

  /** The embedded files, by name (clause 7.11.4). @throws Unreadable */
  async attachments(): Promise<Map<string, Uint8Array>> {
    const names = this.dict(this.dict(this.dict(this.trailer.get('Root'))?.get('Names'))?.get('EmbeddedFiles'));
    const list = this.resolve(names?.get('Names'));
    const files = new Map<string, Uint8Array>();
    if (!Array.isArray(list)) return files;
    if (list.length > 2 * MAX_ATTACHMENTS) throw new Unreadable('o PDF traz anexos demais');
    for (let i = 0; i + 1 < list.length; i += 2) {
      const file = this.dict(this.dict(list[i + 1])?.get('EF'))?.get('F');
      const offset = file instanceof Ref ? this.objects.get(file.num) : undefined;
      if (!(file instanceof Ref) || offset === undefined) throw new Unreadable('um anexo do PDF não se acha');
      const name = String(list[i]);
      if (files.has(name)) throw new Unreadable('o PDF traz dois anexos com o mesmo nome');
      files.set(name, (await readStream(this.bytes, offset, file.num)).data);
    }
    return files;
  }

  private resolve(value: Value | undefined): Value | undefined {
    if (!(value instanceof Ref)) return value;
    const offset = this.objects.get(value.num);
    return offset === undefined ? undefined : readObject(this.bytes, offset, value.num).value;
  }

  private dict(value: Value | undefined): Dict | undefined {
    const found = this.resolve(value);
    return found instanceof Map ? found : undefined;
  }
}

/** Where revisions of a file may have ended according to its end-of-file marks, ascending. */
export function markedEnds(bytes: Uint8Array): number[] {
  const ends: number[] = [];
  // The last ones, because what the service appended comes after the original.
  for (const mark of [...occurrences(bytes, '%%EOF')].slice(-MAX_MARKS)) {
    // The line ending after the mark, if there is one, may or may not belong to the original.
    for (let end = mark + 5; end < mark + 9 && end < bytes.length; end++) {
      ends.push(end);
      if (bytes[end] !== 10 && bytes[end] !== 13) break;
    }
  }
  return ends;
}

/** Where revisions of a file may have ended: where marked, and before each newer object. Ascending. */
export function revisionEnds(bytes: Uint8Array, marked: readonly number[], newer: readonly Section[]): number[] {
  const ends = new Set(marked);
  for (const { objects } of newer) {
    // All of them: a section written to repair a broken one lists the old objects too.
    for (const offset of objects.values()) ends.add(offset).add(offset - 1);
  }
  const inside = [...ends].filter((end) => end > 0 && end < bytes.length);
  return inside.sort((a, b) => a - b).slice(-MAX_ENDS);
}
