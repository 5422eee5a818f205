import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { build, onePage, rawStream } from '../fixtures/build.ts';
import { inkOfEdges, inkWithin } from '../src/draw/ink.ts';
import { loadNodeFonts } from '../src/fonts-node.ts';
import {
  decodeInk,
  encodeInk,
  inkGrid,
  inkOf,
  inspectPdf,
  type Mark,
  type PageInk,
  PIXELS_PER_CELL,
  stampPdf,
} from '../src/index.ts';
import { readQr } from './judges/codes.ts';
import { RENDERERS, type Rendering, render } from './judges/drawing.ts';
import { corpus, FOOTER } from './tools.ts';

const fonts = loadNodeFonts();
const draw = (bytes: Uint8Array, page?: number) => render(RENDERERS[0], bytes, { dpi: 144 }, page);

/** The ink of each page of a file, from a renderer other than the service's own. */
async function inkOfFile(bytes: Uint8Array): Promise<PageInk[]> {
  const inspection = await inspectPdf(bytes, { maxPages: 300 });
  if (!inspection.ok) throw new Error('refused');
  const pages: PageInk[] = [];
  for (const [i, { width, height, userUnit }] of inspection.pages.entries()) {
    const grid = inkGrid(width * userUnit, height * userUnit);
    const drawn = await draw(bytes, i + 1);
    const [across, down] = [grid.columns * PIXELS_PER_CELL, grid.rows * PIXELS_PER_CELL];
    const pixels = new Uint8Array(across * down * 4);
    for (let y = 0; y < down; y++) {
      for (let x = 0; x < across; x++) {
        const value = mean(drawn, x / across, y / down, (x + 1) / across, (y + 1) / down);
        pixels.set([value, value, value, 255], (y * across + x) * 4);
      }
    }
    pages.push(inkOf(pixels, grid));
  }
  return pages;
}

/** The average of an area, as in a smaller rendering. */
function mean({ width, height, data }: Rendering, x0: number, y0: number, x1: number, y1: number): number {
  let sum = 0;
  let count = 0;
  for (let y = Math.floor(y0 * height); y < Math.min(height, Math.ceil(y1 * height)); y++) {
    for (let x = Math.floor(x0 * width); x < Math.min(width, Math.ceil(x1 * width)); x++) {
      sum += data[y * width + x] ?? 255;
      count++;
    }
  }
  return sum / Math.max(1, count);
}

/** Ink of a page that was changed. */
function covered(before: Rendering, after: Rendering, paper = 255): number {
  expect([after.width, after.height]).toEqual([before.width, before.height]);
  let count = 0;
  for (let i = 0; i < before.data.length; i++) {
    const was = before.data[i] ?? 255;
    if (Math.abs(was - paper) > 40 && Math.abs((after.data[i] ?? 255) - was) > 8) count++;
  }
  return count;
}

const words = (x: number, y: number, text = 'palavras que ninguem pode encobrir') =>
  `BT /F 9 Tf ${x} ${y} Td (${text}) Tj ET\n`;
const line = (y: number) => words(4, y, 'texto corrido de ponta a ponta '.repeat(5));
const lines = (from: number, to: number) =>
  Array.from({ length: Math.ceil((to - from) / 11) }, (_, i) => line(from + i * 11)).join('');
const page = (content: string, attributes = '/MediaBox [0 0 595 842]') =>
  build(onePage(attributes, rawStream(content)));

const PAGES: [string, Buffer, 'symbol' | 'code', number?][] = [
  ['nothing at its own place', page(words(72, 400)), 'symbol'],
  ['words at the bottom left', page(words(10, 8) + words(10, 30)), 'symbol'],
  ['words in both lower corners', page(words(10, 20) + words(430, 20)), 'symbol'],
  ['a line of words at the very bottom', page(line(4)), 'symbol'],
  ['words along the whole bottom', page(lines(2, 120)), 'symbol'],
  ['words everywhere but at the top right', page(lines(2, 760)), 'symbol'],
  ['words along the bottom and the top', page(lines(2, 120) + lines(720, 840)), 'code'],
  ['words all over', page(lines(2, 400) + lines(425, 840)), 'code'],
  [
    'words at the bottom left, turned',
    page(words(10, 8) + words(10, 30), '/MediaBox [0 0 595 842] /Rotate 90'),
    'symbol',
  ],
  [
    'words at the bottom left of a crop',
    page(words(110, 108), '/MediaBox [0 0 595 842] /CropBox [100 100 500 700]'),
    'symbol',
  ],
  ['pale words at the bottom left', page(`0.8 g ${words(10, 8)}${words(10, 30)}`), 'symbol'],
  ['a hairline frame near the edge', page('0.1 w 3 3 589 836 re S'), 'symbol'],
  ['white words on black', page(`0 g 0 0 595 842 re f 1 g ${words(10, 20)}`), 'symbol', 0],
];

describe('the footer covers no ink', () => {
  it.each(PAGES)('%s', async (_, original, shows, paper) => {
    const ink = await inkOfFile(original);
    const stamped = await stampPdf(original, { marks: [], footer: FOOTER, ink }, fonts);
    const before = await draw(original);
    const after = await draw(stamped);
    expect(covered(before, after, paper)).toBe(0);
    expect(await readQr(after)).toBe(shows === 'symbol' ? FOOTER.url : null);
    expect(after.data.equals(before.data)).toBe(false);
  });

  it('nor a field where the ink leaves it room', async () => {
    const original = page(words(10, 8) + words(10, 30));
    const at = { x: 0.3, y: 0.9, width: 0.7, height: 0.1 };
    const marks: Mark[] = [{ page: 1, at, z: 0, kind: 'text', text: 'Ana Lima '.repeat(40), multiline: true }];
    const ink = await inkOfFile(original);
    const drawn = await Promise.all(
      [FOOTER, { ...FOOTER, code: ' ', lines: [], url: 'x' }].map((footer) =>
        stampPdf(original, { marks, footer, ink }, fonts),
      ),
    );
    const [full, other] = (await Promise.all(drawn.map((bytes) => draw(bytes)))) as [Rendering, Rendering];
    expect(covered(await draw(original), full)).toBe(0);
    const field = ({ width, height, data }: Rendering) =>
      Array.from({ length: Math.floor(height * 0.1) - 1 }, (_, y) =>
        data.subarray(
          (Math.ceil(height * 0.9) + y) * width + Math.ceil(width * 0.3),
          (Math.ceil(height * 0.9) + y + 1) * width,
        ),
      );
    expect(Buffer.concat(field(full)).equals(Buffer.concat(field(other)))).toBe(true);
    expect(await readQr(full)).toBe(FOOTER.url);
  });

  it.each(corpus().filter(({ verdict }) => verdict === 'ACEITO'))('$file', async ({ bytes }) => {
    const ink = await inkOfFile(bytes);
    const stamped = await stampPdf(bytes, { marks: [], footer: FOOTER, ink }, fonts);
    for (let i = 1; i <= Math.min(3, ink.length); i++) {
      const before = await draw(bytes, i);
      if (!ink[i - 1]?.white) continue;
      expect(covered(before, await draw(stamped, i))).toBeLessThan(20);
    }
  });
});

describe('the footer', () => {
  it('is drawn once for all pages where it has the same place', async () => {
    const kids = Array.from({ length: 60 }, (_, i) => 10 + i);
    const one = onePage();
    const original = build({
      ...one,
      2: `<< /Type /Pages /Kids [${kids.map((n) => `${n} 0 R`).join(' ')}] /Count 60 >>`,
      ...Object.fromEntries(kids.map((n) => [n, `${one[3]}`])),
    });
    const grid = inkGrid(595, 842);
    const free = inkOf(new Uint8Array(grid.columns * grid.rows * PIXELS_PER_CELL ** 2 * 4).fill(255), grid);
    const stamped = await stampPdf(original, { marks: [], footer: FOOTER, ink: kids.map(() => free) }, fonts);
    expect(stamped.length - original.length).toBeLessThan(60 * 300 + 20_000);
    expect([
      ...Buffer.from(stamped)
        .toString('latin1')
        .matchAll(/\/Subtype \/Form/g),
    ]).toHaveLength(1);
  });
});

describe('the ink of a file', () => {
  it('comes back as it was kept', () => {
    const one = fc.record({
      columns: fc.integer({ min: 1, max: 90 }),
      rows: fc.integer({ min: 1, max: 90 }),
      white: fc.boolean(),
    });
    const pages = fc.array(
      fc.option(
        one.chain((grid) =>
          fc
            .uint8Array({
              minLength: Math.ceil((grid.columns * grid.rows) / 8),
              maxLength: Math.ceil((grid.columns * grid.rows) / 8),
            })
            .map((bits): PageInk => ({ ...grid, bits })),
        ),
      ),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(pages, (given) => {
        const back = decodeInk(encodeInk(given));
        expect(back?.map((page) => page && { ...page, bits: [...page.bits] })).toEqual(
          given.map((page) => page && { ...page, bits: [...page.bits] }),
        );
      }),
    );
    expect(decodeInk(Buffer.from('other bytes'))).toBeNull();
  });

  /** A page of cells, as pixels: white, or black where `inked`. */
  const drawn = (columns: number, inked: readonly boolean[]) => {
    const side = PIXELS_PER_CELL;
    const pixels = new Uint8Array(inked.length * side ** 2 * 4).fill(255);
    inked.forEach((black, cell) => {
      if (!black) return;
      const pixel = Math.floor(cell / columns) * side * columns * side + (cell % columns) * side;
      pixels.fill(0, pixel * 4, pixel * 4 + 3);
    });
    return pixels;
  };
  const cells = fc
    .record({ columns: fc.integer({ min: 1, max: 40 }), rows: fc.integer({ min: 1, max: 30 }) })
    .chain((grid) =>
      fc.record({
        grid: fc.constant(grid),
        inked: fc.array(fc.boolean(), { minLength: grid.columns * grid.rows, maxLength: grid.columns * grid.rows }),
      }),
    );

  it('is counted cell by cell, and no further than is asked', () => {
    const corners = fc.tuple(fc.nat(40), fc.nat(30), fc.nat(40), fc.nat(30));
    fc.assert(
      fc.property(cells, corners, fc.integer({ min: 1, max: 60 }), ({ grid, inked }, corners, enough) => {
        const { columns, rows } = grid;
        const bits = new Uint8Array(Math.ceil(inked.length / 8));
        inked.forEach((black, cell) => {
          if (black) bits[cell >> 3] = (bits[cell >> 3] as number) | (128 >> (cell & 7));
        });
        const [x0, x1] = [
          Math.min(corners[0], corners[2], columns),
          Math.min(Math.max(corners[0], corners[2]), columns),
        ];
        const [y0, y1] = [Math.min(corners[1], corners[3], rows), Math.min(Math.max(corners[1], corners[3]), rows)];
        const all = inked.filter((black, cell) => {
          const [x, y] = [cell % columns, Math.floor(cell / columns)];
          return black && x >= x0 && x < x1 && y >= y0 && y < y1;
        }).length;
        const ink = { columns, rows, bits, white: true };
        const part = [x0 / columns, y0 / rows, x1 / columns, y1 / rows] as const;
        expect(inkWithin(ink, part)).toBe(all);
        const some = inkWithin(ink, part, enough);
        expect(some <= all && (some === all || some >= enough)).toBe(true);
      }),
    );
  });

  it('of the edges is that of the whole page there, and ink between them', () => {
    fc.assert(
      fc.property(cells, fc.nat(14), ({ grid, inked }, rows) => {
        const edge = Math.min(rows, Math.floor(grid.rows / 2));
        // Of no row is more than a third inked, so that paper is white whichever rows are looked at.
        const sparse = inked.map((black, cell) => black && (cell % grid.columns) % 3 === 2);
        const whole = inkOf(drawn(grid.columns, sparse), grid);
        const upper = sparse.slice(0, edge * grid.columns);
        const lower = sparse.slice((grid.rows - edge) * grid.columns);
        const edges = inkOfEdges(drawn(grid.columns, [...upper, ...lower]), grid, edge);
        for (let row = 0; row < grid.rows; row++) {
          for (let column = 0; column < grid.columns; column++) {
            const cell = [column, row, column + 1, row + 1].map((at, i) => at / (i % 2 ? grid.rows : grid.columns));
            const part = cell as [number, number, number, number];
            const known = row < edge || row >= grid.rows - edge;
            expect(inkWithin(edges, part)).toBe(known ? inkWithin(whole, part) : 1);
          }
        }
      }),
      { numRuns: 40 },
    );
  });
});
