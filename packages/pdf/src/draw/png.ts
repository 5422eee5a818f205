import { inflateSync } from 'node:zlib';
import { unpng } from '../core/filters.ts';
import { ImageError } from './jpeg.ts';

export type Png = {
  width: number;
  height: number;
  colors: 1 | 3;
  /** Rows from the top, `colors` bytes per pixel. */
  pixels: Buffer;
  /** One byte per pixel; absent if every pixel is opaque. */
  alpha: Buffer | undefined;
};

type Header = { width: number; height: number; depth: number; kind: number; interlaced: boolean };

const SAMPLES: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const DEPTHS: Record<number, number[]> = { 0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16] };
/** The seven passes of Adam7: first column, first row, column step, row step. */
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/**
 * Decodes a PNG (ISO/IEC 15948) of any colour type, depth and interlacing to 8-bit grey or RGB with alpha.
 * @param guard called with the size before anything is inflated; throws if it is too large.
 * @throws ImageError if the bytes are not a complete PNG.
 */
export function decodePng(bytes: Uint8Array, guard: (width: number, height: number) => void): Png {
  const { header, data, palette, transparency } = readChunks(bytes);
  guard(header.width, header.height);
  const samples = SAMPLES[header.kind] as number;
  const passes = header.interlaced
    ? ADAM7.map(([x, y, dx, dy]) => ({
        x,
        y,
        dx,
        dy,
        width: Math.ceil((header.width - x) / dx),
        height: Math.ceil((header.height - y) / dy),
      })).filter((pass) => pass.width > 0 && pass.height > 0)
    : [{ x: 0, y: 0, dx: 1, dy: 1, width: header.width, height: header.height }];
  const rowBytes = (width: number): number => Math.ceil((width * samples * header.depth) / 8);
  const total = passes.reduce((sum, pass) => sum + (rowBytes(pass.width) + 1) * pass.height, 0);
  const raw = inflated(data, total);
  const out = target(header, palette, transparency);
  let at = 0;
  for (const pass of passes) {
    const row = rowBytes(pass.width);
    const size = (row + 1) * pass.height;
    const plain = unpng(raw.subarray(at, at + size), row, Math.max(1, (samples * header.depth) >> 3));
    at += size;
    for (let y = 0; y < pass.height; y++) {
      const line = plain.subarray(y * row, (y + 1) * row);
      const start = (pass.y + y * pass.dy) * header.width + pass.x;
      for (let x = 0; x < pass.width; x++) out.put(line, x, start + x * pass.dx);
    }
  }
  return { width: header.width, height: header.height, ...out.result() };
}

function inflated(data: Buffer, total: number): Buffer {
  try {
    const raw = inflateSync(data, { maxOutputLength: total + 1024 });
    if (raw.length >= total) return raw;
  } catch {
    throw new ImageError('damaged PNG image');
  }
  throw new ImageError('PNG image cut short');
}

function readChunks(bytes: Uint8Array) {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (
    file.length < 33 ||
    file.toString('hex', 0, 8) !== '89504e470d0a1a0a' ||
    file.toString('latin1', 12, 16) !== 'IHDR'
  ) {
    throw new ImageError('not a PNG image');
  }
  const header: Header = {
    width: file.readUInt32BE(16),
    height: file.readUInt32BE(20),
    depth: file[24] as number,
    kind: file[25] as number,
    interlaced: file[28] === 1,
  };
  if (!DEPTHS[header.kind]?.includes(header.depth)) throw new ImageError('PNG with an unusual pixel format');
  const idat: Buffer[] = [];
  let palette: Buffer | undefined;
  let transparency: Buffer | undefined;
  for (let at = 33; at + 12 <= file.length; ) {
    const length = file.readUInt32BE(at);
    const kind = file.toString('latin1', at + 4, at + 8);
    const chunk = file.subarray(at + 8, at + 8 + length);
    if (kind === 'IDAT') idat.push(chunk);
    else if (kind === 'PLTE') palette = chunk;
    else if (kind === 'tRNS') transparency = chunk;
    else if (kind === 'IEND') break;
    at += 12 + length;
  }
  if (header.kind === 3 && !palette) throw new ImageError('PNG without its palette');
  return { header, data: Buffer.concat(idat), palette, transparency };
}

/** Where pixels go: reads sample `x` of a row, writes pixel `to`. */
function target(header: Header, palette: Buffer | undefined, transparency: Buffer | undefined) {
  const { depth, kind } = header;
  const count = header.width * header.height;
  const colors: 1 | 3 = kind === 0 || kind === 4 ? 1 : 3;
  const pixels = Buffer.alloc(count * colors);
  const alpha = Buffer.alloc(count, 255);
  let opaque = true;
  const max = 2 ** depth - 1;
  const sample = (line: Uint8Array, index: number): number => {
    if (depth === 8) return line[index] as number;
    if (depth === 16) return ((line[index * 2] as number) << 8) | (line[index * 2 + 1] as number);
    const bit = index * depth;
    return ((line[bit >> 3] as number) >> (8 - depth - (bit & 7))) & max;
  };
  const to8 = (value: number): number =>
    depth === 16 ? value >> 8 : depth === 8 ? value : Math.round((value * 255) / max);
  const samples = SAMPLES[kind] as number;
  // For grey and RGB, tRNS names the one colour that is transparent (clause 11.3.2.1).
  const key = kind === 0 || kind === 2 ? transparency : undefined;
  const put = (line: Uint8Array, x: number, to: number): void => {
    let visible = 255;
    if (kind === 3) {
      const index = sample(line, x);
      for (let c = 0; c < 3; c++) pixels[to * 3 + c] = palette?.[index * 3 + c] ?? 0;
      visible = transparency?.[index] ?? 255;
    } else {
      let keyed = key !== undefined && key.length >= colors * 2;
      for (let c = 0; c < colors; c++) {
        const value = sample(line, x * samples + c);
        pixels[to * colors + c] = to8(value);
        if (keyed && key?.readUInt16BE(c * 2) !== value) keyed = false;
      }
      if (keyed) visible = 0;
      else if (kind >= 4) visible = to8(sample(line, x * samples + colors));
    }
    if (visible !== 255) opaque = false;
    alpha[to] = visible;
  };
  return { put, result: () => ({ colors, pixels, alpha: opaque ? undefined : alpha }) };
}
