import { deflateRawSync, inflateRawSync } from 'node:zlib';

/**
 * Where a page, as displayed, has any content: a grid over the whole page, one bit per cell, row by row from the top
 * left, the most significant bit first.
 */
export type PageInk = {
  columns: number;
  rows: number;
  bits: Uint8Array;
  /** The background is white, or nearly. */
  white: boolean;
};

type Grid = Pick<PageInk, 'columns' | 'rows'>;

/** The side of a cell on an ordinary page, in page units, and the most cells per side. */
const CELL = 4;
const MAX_CELLS = 400;
/** Pixels per cell side: enough for the lightest print to leave a trace. */
export const PIXELS_PER_CELL = 2;

/** The grid for a page of this size. */
export function inkGrid(width: number, height: number): Grid {
  const cells = (side: number): number => Math.min(MAX_CELLS, Math.max(1, Math.ceil(side / CELL)));
  return { columns: cells(width), rows: cells(height) };
}

/** Colours that count as one when determining the background: the upper four bits of each channel. */
const SHADES = 16;
/** A pixel is ink if a channel differs from the background by more than this; scans never have a uniform colour. */
const CLEAN = 10;
const GRAINY = 30;
const WHITE = 245;

/**
 * Examines a rendering with PIXELS_PER_CELL pixels per cell side: four bytes per pixel, of which the fourth is ignored.
 * Most neighbours on a page are of one colour, so that what was found of a pixel holds for the next ones like it.
 */
export function inkOf(pixels: Uint8Array, { columns, rows }: Grid): PageInk {
  const width = columns * PIXELS_PER_CELL;
  const colours = coloursOf(pixels);
  const [red, green, blue] = background(colours, width);
  const white = Math.min(red, green, blue) >= WHITE;
  const limit = white ? CLEAN : GRAINY;
  const bits = new Uint8Array(Math.ceil((columns * rows) / 8));
  // No colour the first pixel could have.
  let last = ~(colours[0] ?? 0);
  let far = false;
  for (let pixel = 0; pixel < colours.length; pixel++) {
    const colour = colours[pixel] as number;
    if (colour !== last) {
      last = colour;
      far =
        Math.abs((colour & 255) - red) > limit ||
        Math.abs(((colour >> 8) & 255) - green) > limit ||
        Math.abs(((colour >> 16) & 255) - blue) > limit;
    }
    if (!far) continue;
    const column = ((pixel % width) / PIXELS_PER_CELL) | 0;
    const row = (pixel / width / PIXELS_PER_CELL) | 0;
    const cell = row * columns + column;
    bits[cell >> 3] = (bits[cell >> 3] as number) | (128 >> (cell & 7));
  }
  return { columns, rows, bits, white };
}

/**
 * Examines the two edges of a page, of `edge` rows of cells each. What lies between them is not known and counts as ink.
 * @param pixels of the upper and then of the lower edge, as for `inkOf`
 */
export function inkOfEdges(pixels: Uint8Array, { columns, rows }: Grid, edge: number): PageInk {
  const { bits: examined, white } = inkOf(pixels, { columns, rows: 2 * edge });
  const bits = new Uint8Array(Math.ceil((columns * rows) / 8)).fill(255);
  const left = (rows - 2 * edge) * columns;
  for (let cell = 0; cell < 2 * edge * columns; cell++) {
    if ((examined[cell >> 3] as number) & (128 >> (cell & 7))) continue;
    const at = cell < edge * columns ? cell : cell + left;
    bits[at >> 3] = (bits[at >> 3] as number) & ~(128 >> (at & 7));
  }
  return { columns, rows, bits, white };
}

/** Pixels as numbers: red in the lowest byte, as every machine that Node runs on stores them. */
function coloursOf({ buffer, byteOffset, byteLength }: Uint8Array): Int32Array {
  const aligned = byteOffset % Int32Array.BYTES_PER_ELEMENT === 0;
  return aligned
    ? new Int32Array(buffer, byteOffset, byteLength >> 2)
    : new Int32Array(buffer.slice(byteOffset, byteOffset + byteLength));
}

/** Of so many rows of pixels one is counted: paper is everywhere. */
const ROWS_A_COUNT = 5;

/** The mean of the most frequent shade on the page, as red, green and blue. */
function background(colours: Int32Array, width: number): [number, number, number] {
  const counts = new Uint32Array(SHADES ** 3);
  // The sums of red, green and blue of each shade.
  const sums = new Float64Array(3 * SHADES ** 3);
  for (let row = 0; row < colours.length; row += ROWS_A_COUNT * width) {
    const end = row + width;
    for (let from = row; from < end; ) {
      const colour = colours[from] as number;
      let to = from + 1;
      while (to < end && colours[to] === colour) to++;
      const [red, green, blue] = [colour & 255, (colour >> 8) & 255, (colour >> 16) & 255];
      const shade = (red >> 4) * SHADES ** 2 + (green >> 4) * SHADES + (blue >> 4);
      const run = to - from;
      counts[shade] = (counts[shade] as number) + run;
      sums[3 * shade] = (sums[3 * shade] as number) + run * red;
      sums[3 * shade + 1] = (sums[3 * shade + 1] as number) + run * green;
      sums[3 * shade + 2] = (sums[3 * shade + 2] as number) + run * blue;
      from = to;
    }
  }
  let most = 0;
  for (let i = 1; i < counts.length; i++) if ((counts[i] as number) > (counts[most] as number)) most = i;
  const mean = (channel: number) => (sums[3 * most + channel] as number) / Math.max(1, counts[most] as number);
  return [mean(0), mean(1), mean(2)];
}

/**
 * How many inked cells a rectangle touches, given as fractions of the page as seen, origin top left.
 * @param enough how many there must be for the caller not to care for more: it may get fewer than all, but not fewer
 * than these
 */
export function inkWithin(
  ink: PageInk,
  [x0, y0, x1, y1]: readonly [number, number, number, number],
  enough = Number.POSITIVE_INFINITY,
): number {
  const { columns, rows, bits } = ink;
  const left = Math.max(0, Math.floor(x0 * columns + 1e-6));
  const right = Math.min(columns, Math.ceil(x1 * columns - 1e-6));
  const top = Math.max(0, Math.floor(y0 * rows + 1e-6));
  const bottom = Math.min(rows, Math.ceil(y1 * rows - 1e-6));
  let count = 0;
  for (let row = top; row < bottom && count < enough; row++) {
    const end = row * columns + right;
    // Eight cells at a time, from the first of the row's or of a byte's to the last.
    for (let cell = row * columns + left, next = 0; cell < end; cell = next) {
      next = Math.min(end, (cell | 7) + 1);
      const inked = (bits[cell >> 3] as number) & (255 >> (cell & 7)) & (0xff00 >> (((next - 1) & 7) + 1));
      if (inked !== 0) count += ONES[inked] as number;
    }
  }
  return count;
}

/** How many bits of a byte are set. */
const ONES = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length);

/** The first byte written by `encodeInk`: the encoding's version. */
const FORM = 1;
const HEAD = 5;
/** For 300 pages with the largest grid. */
const MAX_DECODED = 8 * 1024 * 1024;

/** The ink of a file's pages as bytes to store; null for a page that could not be drawn. */
export function encodeInk(pages: readonly (PageInk | null)[]): Uint8Array {
  const parts = pages.flatMap((page) => {
    const head = Buffer.alloc(HEAD);
    if (!page) return [head];
    head.writeUInt16BE(page.columns, 0);
    head.writeUInt16BE(page.rows, 2);
    head[4] = page.white ? 1 : 0;
    return [head, page.bits];
  });
  return Buffer.concat([Buffer.from([FORM]), deflateRawSync(Buffer.concat(parts))]);
}

/** @returns null if the bytes have another encoding or are not ink at all */
export function decodeInk(bytes: Uint8Array): (PageInk | null)[] | null {
  if (bytes[0] !== FORM) return null;
  const data = inflateRawSync(bytes.subarray(1), { maxOutputLength: MAX_DECODED });
  const pages: (PageInk | null)[] = [];
  for (let at = 0; at + HEAD <= data.length; ) {
    const [columns, rows, white] = [data.readUInt16BE(at), data.readUInt16BE(at + 2), data[at + 4] === 1];
    at += HEAD;
    const size = Math.ceil((columns * rows) / 8);
    pages.push(size === 0 ? null : { columns, rows, bits: data.subarray(at, at + size), white });
    at += size;
  }
  return pages;
}
