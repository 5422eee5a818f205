import { PdfBudgetError, PdfSyntaxError } from './errors.ts';
import { asDict, isName, type PdfDict, PdfRef, PdfStream, type PdfValue } from './objects.ts';
import { isDigit, isRegular, isWhite, Parser } from './parser.ts';
import { MAX_OBJECTS, type XrefEntry } from './xref.ts';

export type Recovered = { entries: Map<number, XrefEntry>; trailer: PdfDict };

/** What the scan needs from the document: objects at an offset, and the numbers inside an object stream. */
export type RecoveryReader = {
  readAt(offset: number): { value: PdfValue; end: number };
  objectStreamNumbers(stream: PdfStream): number[];
};

/**
 * Rebuilds the cross-reference of a damaged file by searching for `n g obj` (ISO 32000-2 Annex I.3 leaves the method to
 * the reader). As in every viewer the last definition of a number counts, and stream data is ignored.
 * @throws PdfSyntaxError if no catalog is found.
 */
export function recover(bytes: Uint8Array, reader: RecoveryReader): Recovered {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const found = scanObjects(buffer, reader);
  const entries = new Map<number, XrefEntry>();
  const offsets = new Map<number, number>();
  for (const { num, gen, offset } of found) {
    entries.set(num, { offset, gen });
    offsets.set(num, offset);
  }
  for (const { num, offset } of holding(buffer, '/ObjStm', found)) {
    const stream = safely(() => reader.readAt(offset).value);
    if (!(stream instanceof PdfStream) || !isName(stream.dict.get('Type'), 'ObjStm')) continue;
    const numbers = safely(() => reader.objectStreamNumbers(stream)) ?? [];
    numbers.forEach((inner, index) => {
      if ((offsets.get(inner) ?? -1) > offset) return;
      entries.set(inner, { stream: num, index });
      offsets.set(inner, offset);
    });
    if (entries.size > MAX_OBJECTS) throw new PdfBudgetError(`more than ${MAX_OBJECTS} objects`);
  }
  return { entries, trailer: findTrailer(buffer, found, reader) };
}

type Found = { num: number; gen: number; offset: number };

function scanObjects(buffer: Buffer, reader: RecoveryReader): Found[] {
  const found: Found[] = [];
  let nextStream = 0;
  for (let at = buffer.indexOf('obj'); at >= 0; ) {
    const header = headerBefore(buffer, at);
    let resume = at + 3;
    if (header) {
      found.push(header);
      if (found.length > MAX_OBJECTS) throw new PdfBudgetError(`more than ${MAX_OBJECTS} objects`);
      if (nextStream >= 0 && nextStream < resume) nextStream = buffer.indexOf('stream', resume);
      const nextObject = buffer.indexOf('obj', resume);
      if (nextStream >= 0 && (nextObject < 0 || nextStream < nextObject)) {
        const object = safely(() => reader.readAt(header.offset));
        if (object?.value instanceof PdfStream) resume = Math.max(resume, object.end);
      }
    }
    at = buffer.indexOf('obj', resume);
  }
  return found;
}

/** Reads "num gen " backwards from the position of `obj`. */
function headerBefore(buffer: Buffer, at: number): Found | undefined {
  if (isRegular(buffer[at + 3]) && !isDigit(buffer[at + 3])) return undefined;
  let i = at - 1;
  const spaces = (): boolean => {
    const from = i;
    while (i >= 0 && isWhite(buffer[i])) i--;
    return i < from;
  };
  const integer = (digits: number): number | undefined => {
    const end = i;
    while (i >= 0 && isDigit(buffer[i]) && end - i < digits) i--;
    return i === end ? undefined : Number(buffer.toString('latin1', i + 1, end + 1));
  };
  spaces();
  const gen = integer(5);
  if (gen === undefined || !spaces()) return undefined;
  const num = integer(8);
  if (num === undefined || num === 0) return undefined;
  return { num, gen, offset: i + 1 };
}

/** The objects whose bytes contain a token; an object extends to the next one. */
function holding(buffer: Buffer, token: string, found: Found[]): Found[] {
  const result = new Set<Found>();
  for (let at = buffer.indexOf(token); at >= 0; at = buffer.indexOf(token, at + token.length)) {
    let low = 0;
    let high = found.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((found[middle] as Found).offset <= at) low = middle + 1;
      else high = middle;
    }
    const owner = found[low - 1];
    if (owner) result.add(owner);
  }
  return [...result];
}

function findTrailer(buffer: Buffer, found: Found[], reader: RecoveryReader): PdfDict {
  for (let at = buffer.lastIndexOf('trailer'); at >= 0; at = at > 0 ? buffer.lastIndexOf('trailer', at - 1) : -1) {
    const value = safely(() => new Parser(buffer, at + 7).value());
    if (value instanceof Map && value.get('Root') instanceof PdfRef) return value;
  }
  for (const { offset } of holding(buffer, '/XRef', found).reverse()) {
    const value = asDict(safely(() => reader.readAt(offset).value));
    if (value?.get('Root') instanceof PdfRef) return value;
  }
  for (const { num, gen, offset } of holding(buffer, '/Catalog', found).reverse()) {
    const value = asDict(safely(() => reader.readAt(offset).value));
    if (isName(value?.get('Type'), 'Catalog')) return new Map([['Root', new PdfRef(num, gen)]]);
  }
  throw new PdfSyntaxError('no catalog found');
}

/** Damage in one object does not end the search, but an exhausted budget does. */
function safely<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof PdfSyntaxError) return undefined;
    throw error;
  }
}
