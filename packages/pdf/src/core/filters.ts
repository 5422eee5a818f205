import { inflateRawSync, inflateSync, constants as zlib } from 'node:zlib';
import { PdfBudgetError, PdfSyntaxError } from './errors.ts';
import { asDict, type PdfDict, PdfName, type PdfStream, type PdfValue } from './objects.ts';
import { isWhite } from './parser.ts';

/** Follows a reference to its object; anything else is returned unchanged. */
export type Resolve = (value: PdfValue | undefined) => PdfValue;

/** The longest filter chain of one stream; real files use one or two. */
const MAX_FILTERS = 6;

/**
 * Decodes a stream's data (ISO 32000-2 clause 7.4) without producing more than `cap` bytes in any step.
 * @throws PdfBudgetError beyond the cap; PdfSyntaxError for image filters, unknown filters and unusable data.
 */
export function decodeStream(stream: PdfStream, resolve: Resolve, cap: number): Uint8Array {
  const filters = list(resolve(stream.dict.get('Filter') ?? stream.dict.get('F'))).map(resolve);
  const parms = list(resolve(stream.dict.get('DecodeParms') ?? stream.dict.get('DP'))).map(resolve);
  if (filters.length > MAX_FILTERS) throw new PdfBudgetError(`${filters.length} filters on one stream`);
  let data = stream.data;
  filters.forEach((filter, i) => {
    if (!(filter instanceof PdfName)) throw new PdfSyntaxError('filter is not a name');
    data = applyFilter(filter.name, data, asDict(parms[i]), resolve, cap);
  });
  return data;
}

function list(value: PdfValue): PdfValue[] {
  if (Array.isArray(value)) return value;
  return value === null ? [] : [value];
}

function applyFilter(
  filter: string,
  data: Uint8Array,
  parms: PdfDict | undefined,
  resolve: Resolve,
  cap: number,
): Uint8Array {
  switch (filter) {
    case 'FlateDecode':
    case 'Fl':
      return unpredict(inflate(data, cap), parms, resolve);
    case 'LZWDecode':
    case 'LZW':
      return unpredict(lzw(data, number(parms, 'EarlyChange', 1, resolve), cap), parms, resolve);
    case 'ASCIIHexDecode':
    case 'AHx':
      return asciiHex(data);
    case 'ASCII85Decode':
    case 'A85':
      return ascii85(data);
    case 'RunLengthDecode':
    case 'RL':
      return runLength(data, cap);
    case 'Crypt':
      return data;
    default:
      throw new PdfSyntaxError(`cannot decode ${filter}`);
  }
}

function number(parms: PdfDict | undefined, key: string, fallback: number, resolve: Resolve): number {
  const value = resolve(parms?.get(key));
  return typeof value === 'number' ? value : fallback;
}

/**
 * Inflates zlib data up to `cap` bytes. Truncated data gives what there is; a wrong header or checksum is ignored, as
 * viewers do.
 */
export function inflate(data: Uint8Array, cap: number): Uint8Array {
  const options = { maxOutputLength: cap, finishFlush: zlib.Z_SYNC_FLUSH };
  try {
    return inflateSync(data, options);
  } catch (error) {
    if (isTooLarge(error)) throw new PdfBudgetError(`a stream inflates past ${cap} bytes`);
  }
  try {
    return inflateRawSync(data.subarray(2), options);
  } catch (error) {
    if (isTooLarge(error)) throw new PdfBudgetError(`a stream inflates past ${cap} bytes`);
    throw new PdfSyntaxError('damaged compressed data');
  }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof RangeError && (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
}

function asciiHex(data: Uint8Array): Uint8Array {
  const end = data.indexOf(0x3e);
  let digits = Buffer.from(end < 0 ? data : data.subarray(0, end))
    .toString('latin1')
    .replace(/[^0-9A-Fa-f]/g, '');
  if (digits.length % 2) digits += '0';
  return Buffer.from(digits, 'hex');
}

function ascii85(data: Uint8Array): Uint8Array {
  const out = new Uint8Array(data.length * 4 + 4);
  let length = 0;
  let group = 0;
  let count = 0;
  for (const c of data) {
    if (c === 0x7e) break;
    if (isWhite(c)) continue;
    if (c === 0x7a && count === 0) {
      length += 4;
      continue;
    }
    if (c < 0x21 || c > 0x75) continue;
    group = group * 85 + c - 0x21;
    if (++count < 5) continue;
    for (let i = 3; i >= 0; i--) out[length + i] = group / 256 ** (3 - i);
    length += 4;
    group = 0;
    count = 0;
  }
  if (count > 1) {
    for (let i = count; i < 5; i++) group = group * 85 + 84;
    for (let i = 0; i < count - 1; i++) out[length++] = group / 256 ** (3 - i);
  }
  return out.subarray(0, length);
}

/** A byte buffer that grows by doubling and refuses to exceed its cap. */
class Output {
  private buffer = new Uint8Array(4096);
  private readonly cap: number;
  length = 0;

  constructor(cap: number) {
    this.cap = cap;
  }

  reserve(extra: number): Uint8Array {
    if (this.length + extra > this.cap) throw new PdfBudgetError(`a stream decodes past ${this.cap} bytes`);
    if (this.length + extra > this.buffer.length) {
      const grown = new Uint8Array(Math.max(this.buffer.length * 2, this.length + extra));
      grown.set(this.buffer.subarray(0, this.length));
      this.buffer = grown;
    }
    return this.buffer;
  }

  bytes(): Uint8Array {
    return this.buffer.subarray(0, this.length);
  }
}

function runLength(data: Uint8Array, cap: number): Uint8Array {
  const out = new Output(cap);
  for (let i = 0; i < data.length; ) {
    const n = data[i++] as number;
    if (n === 128) break;
    const count = n < 128 ? n + 1 : 257 - n;
    const buffer = out.reserve(count);
    if (n < 128) {
      const run = data.subarray(i, i + count);
      buffer.set(run, out.length);
      out.length += run.length;
      i += count;
    } else {
      buffer.fill(data[i++] ?? 0, out.length, out.length + count);
      out.length += count;
    }
  }
  return out.bytes();
}

/** LZW as in TIFF 6.0: codes of 9 to 12 bits, 256 clears, 257 ends; the width grows one code early by default. */
function lzw(data: Uint8Array, earlyChange: number, cap: number): Uint8Array {
  const out = new Output(cap);
  const prefix = new Uint16Array(4097);
  const suffix = new Uint8Array(4097);
  const lengths = new Uint16Array(4097).fill(1, 0, 256);
  for (let i = 0; i < 256; i++) suffix[i] = i;
  let next = 258;
  let width = 9;
  let previous = -1;
  let bits = 0;
  let held = 0;
  for (const byte of data) {
    bits = ((bits << 8) | byte) & 0xfffff;
    held += 8;
    if (held < width) continue;
    held -= width;
    const code = (bits >> held) & ((1 << width) - 1);
    if (code === 257) break;
    if (code === 256) {
      next = 258;
      width = 9;
      previous = -1;
      continue;
    }
    if (code > next || (previous < 0 && code > 255)) break;
    const emitted = code < next ? code : previous;
    const size = lengths[emitted] as number;
    const buffer = out.reserve(size + 1);
    let at = out.length + size;
    for (let c = emitted; at > out.length; c = prefix[c] as number) buffer[--at] = suffix[c] as number;
    const first = buffer[out.length] as number;
    out.length += size;
    if (code === next) buffer[out.length++] = first;
    if (previous >= 0 && next < 4096) {
      prefix[next] = previous;
      suffix[next] = first;
      lengths[next] = (lengths[previous] as number) + 1;
      next++;
    }
    previous = code;
    if (next + earlyChange >= 1 << width && width < 12) width++;
  }
  return out.bytes();
}

/** Undoes a PNG or TIFF predictor (clause 7.4.4.4). */
function unpredict(data: Uint8Array, parms: PdfDict | undefined, resolve: Resolve): Uint8Array {
  const predictor = number(parms, 'Predictor', 1, resolve);
  if (predictor < 2) return data;
  const colors = number(parms, 'Colors', 1, resolve);
  const bits = number(parms, 'BitsPerComponent', 8, resolve);
  const columns = number(parms, 'Columns', 1, resolve);
  const pixel = Math.max(1, (colors * bits) >> 3);
  const row = Math.ceil((colors * bits * columns) / 8);
  if (!(row > 0) || row > 1 << 26) throw new PdfSyntaxError('unusable predictor');
  if (predictor === 2) return bits === 8 ? untiff(data, row, pixel) : data;
  return unpng(data, row, pixel);
}

function untiff(data: Uint8Array, row: number, pixel: number): Uint8Array {
  const out = Uint8Array.from(data);
  for (let start = 0; start < out.length; start += row) {
    const end = Math.min(start + row, out.length);
    for (let i = start + pixel; i < end; i++) out[i] = (out[i] as number) + (out[i - pixel] as number);
  }
  return out;
}

/** Undoes the five PNG row filters (PNG specification clause 9); `row` bytes per row, `pixel` bytes per pixel. */
export function unpng(data: Uint8Array, row: number, pixel: number): Uint8Array {
  const rows = Math.ceil(data.length / (row + 1));
  const out = new Uint8Array(rows * row);
  let length = 0;
  for (let r = 0; r < rows; r++) {
    const from = r * (row + 1);
    const kind = data[from];
    const size = Math.min(row, data.length - from - 1);
    const to = r * row;
    for (let i = 0; i < size; i++) {
      const left = i >= pixel ? (out[to + i - pixel] as number) : 0;
      const up = r > 0 ? (out[to + i - row] as number) : 0;
      const corner = r > 0 && i >= pixel ? (out[to + i - row - pixel] as number) : 0;
      out[to + i] = (data[from + 1 + i] as number) + predicted(kind, left, up, corner);
    }
    length = to + size;
  }
  return out.subarray(0, length);
}

function predicted(kind: number | undefined, left: number, up: number, corner: number): number {
  if (kind === 1) return left;
  if (kind === 2) return up;
  if (kind === 3) return (left + up) >> 1;
  if (kind !== 4) return 0;
  const p = left + up - corner;
  const a = Math.abs(p - left);
  const b = Math.abs(p - up);
  const c = Math.abs(p - corner);
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}
