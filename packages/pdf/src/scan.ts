import { PdfBudgetError } from './core/errors.ts';
import { inflate } from './core/filters.ts';

/** The standard antivirus test file (eicar.org), in two parts so that this source is not itself detected. */
const EICAR = `X5O!P%@AP[4\\PZX54(P^)7CC)7}${'$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!'}$H+H*`;

/** Names of active content; ISO 32000-2 clauses 12.6.4, 12.5.6.15, 7.11.4, 13. */
const ACTIVE = [
  'JavaScript',
  'JS',
  'OpenAction',
  'Launch',
  'EmbeddedFile',
  'RichMedia',
  'XFA',
  'ImportData',
  'SubmitForm',
];

/** Limits of the inflated search: per stream, and for the file. The rest of a longer stream is not searched. */
const MAX_STREAM = 4 * 1024 * 1024;
const MAX_TOTAL = 48 * 1024 * 1024;

export type StructureScan = { eicar: boolean; activeContent: string[] };

/**
 * Searches for the EICAR test string in the raw bytes and in every deflated stream, and for names of active content
 * wherever dictionaries may be: outside stream data, and inside deflated streams, because those include object streams.
 * A structural check, not an antivirus: it reports what it finds and leaves the judgement to the caller. Never throws.
 */
export function scanStructure(bytes: Uint8Array): StructureScan {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const active = new Set<string>();
  let eicar = buffer.includes(EICAR, 0, 'latin1');
  let total = 0;
  let outside = 0;
  for (let at = buffer.indexOf('stream'); at >= 0; at = buffer.indexOf('stream', outside)) {
    const start = dataStart(buffer, at + 6);
    const end = declaredEnd(buffer, outside, at, start) ?? searchedEnd(buffer, start);
    searchNames(buffer.subarray(outside, start), active);
    outside = Math.min(end + 9, buffer.length);
    if (total >= MAX_TOTAL || !isZlib(buffer, start)) continue;
    const inflated = inflatePrefix(buffer.subarray(start, end));
    total += inflated.length;
    searchNames(inflated, active);
    eicar ||= inflated.includes(EICAR, 0, 'latin1');
  }
  searchNames(buffer.subarray(outside), active);
  return { eicar, activeContent: ACTIVE.filter((item) => active.has(item)) };
}

/** Past the line end that follows the keyword (ISO 32000-2 clause 7.3.8.1). */
function dataStart(buffer: Buffer, after: number): number {
  const start = buffer[after] === 13 ? after + 1 : after;
  return buffer[start] === 10 ? start + 1 : start;
}

/** The longest stream dictionary that is read for its length. */
const MAX_DICTIONARY = 2048;

/**
 * Where the data ends according to /Length, which avoids searching through it. Only a plain dictionary is trusted,
 * without strings, comments or escapes that could fake a length, and only if `endstream` really follows.
 */
function declaredEnd(buffer: Buffer, from: number, keyword: number, start: number): number | undefined {
  const text = buffer.toString('latin1', Math.max(from, keyword - MAX_DICTIONARY), keyword);
  const dictionary = text.slice(text.lastIndexOf('obj'));
  if (/[(%#]/.test(dictionary)) return undefined;
  const lengths = [...dictionary.matchAll(/\/Length\s+(\d{1,10})(?!\d|\s+\d+\s+R)/g)];
  if (lengths.length !== 1) return undefined;
  const end = start + Number(lengths[0]?.[1]);
  return /^\s{0,2}endstream/.test(buffer.toString('latin1', end, end + 11)) ? end : undefined;
}

function searchedEnd(buffer: Buffer, start: number): number {
  const found = buffer.indexOf('endstream', start);
  return found < 0 ? buffer.length : found;
}

/** A zlib header: deflate with a check value divisible by 31 (RFC 1950 clause 2.2). */
function isZlib(buffer: Buffer, at: number): boolean {
  const cmf = buffer[at] ?? 0;
  return (cmf & 15) === 8 && (cmf * 256 + (buffer[at + 1] ?? 0)) % 31 === 0;
}

/** As much of a stream as fits the limit: a bomb shows its first bytes, which is all the search needs. */
function inflatePrefix(data: Buffer): Buffer {
  for (let size = data.length; size > 0; size = size >= 512 ? size >> 3 : 0) {
    try {
      return Buffer.from(inflate(data.subarray(0, size), MAX_STREAM));
    } catch (error) {
      if (!(error instanceof PdfBudgetError)) break;
    }
  }
  return Buffer.alloc(0);
}

function searchNames(buffer: Buffer, active: Set<string>): void {
  for (const word of ACTIVE) if (!active.has(word) && hasName(buffer, word)) active.add(word);
  if (active.size < ACTIVE.length) searchEscaped(buffer, active);
}

function hasName(buffer: Buffer, word: string): boolean {
  const token = `/${word}`;
  for (let at = buffer.indexOf(token); at >= 0; at = buffer.indexOf(token, at + token.length)) {
    const next = buffer[at + token.length];
    if (next === undefined || !/[A-Za-z0-9#]/.test(String.fromCharCode(next))) return true;
  }
  return false;
}

const isHex = (byte: number | undefined): boolean =>
  byte !== undefined && /[0-9A-Fa-f]/.test(String.fromCharCode(byte));

/** Longer names cannot be among those searched for, even with every character escaped. */
const MAX_NAME = 64;

/** Names with a character written as an escape (ISO 32000-2 clause 7.3.5) mean the same. */
function searchEscaped(buffer: Buffer, active: Set<string>): void {
  for (let at = buffer.indexOf('#'); at >= 0; at = buffer.indexOf('#', at + 1)) {
    if (!isHex(buffer[at + 1]) || !isHex(buffer[at + 2])) continue;
    const from = Math.max(0, at - MAX_NAME);
    const slash = buffer.toString('latin1', from, at).lastIndexOf('/');
    if (slash < 0) continue;
    const [written = ''] = /^[^\s()<>[\]{}/%]*/.exec(buffer.toString('latin1', from + slash + 1, at + MAX_NAME)) ?? [];
    const said = written.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
    if (ACTIVE.includes(said)) active.add(said);
  }
}
