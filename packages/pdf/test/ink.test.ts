import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { build, onePage, rawStream } from '../fixtures/build.ts';
import { validFixtures } from '../fixtures/make.ts';
import { issueFixtures } from '../fixtures/traps.ts';
import { loadNodeFonts } from '../src/fonts-node.ts';
import { type Fraction, inspectPdf, type Mark, stampPdf } from '../src/index.ts';
import { readQr } from './judges/codes.ts';
import { RENDERERS, type Renderer, type Rendering, render } from './judges/drawing.ts';
import { FOOTER } from './tools.ts';

const fonts = loadNodeFonts();
/** Pixels of the renderings' longer side. */
const SIDE = 700;

const FIELDS: Fraction[] = [
  { x: 0.05, y: 0.05, width: 0.3, height: 0.05 },
  { x: 0.6, y: 0.1, width: 0.35, height: 0.12 },
  { x: 0.1, y: 0.4, width: 0.25, height: 0.2 },
  { x: 0.7, y: 0.5, width: 0.08, height: 0.06 },
  { x: 0.5, y: 0.68, width: 0.2, height: 0.1 },
];

const MARKS: Mark[] = [
  { page: 1, at: FIELDS[0] as Fraction, z: 0, kind: 'text', text: 'Júlia Conceição d’Ávila' },
  {
    page: 1,
    at: FIELDS[1] as Fraction,
    z: 0,
    kind: 'signature',
    text: 'Júlia Ávila',
    caption: ['Júlia Ávila', '21/11/2026'],
  },
  { page: 1, at: FIELDS[2] as Fraction, z: 0, kind: 'text', multiline: true, text: 'palavra '.repeat(60) },
  { page: 1, at: FIELDS[3] as Fraction, z: 0, kind: 'check', checked: true },
  { page: 1, at: FIELDS[4] as Fraction, z: 0, kind: 'image', image: { bytes: ring(), format: 'png' } },
];

/** What was drawn on a page between two renderings: pixels in each field, and elsewhere except in the footer band. */
function inkBetween(before: Rendering, after: Rendering, band: number): { inside: number[]; stray: number } {
  expect([after.width, after.height]).toEqual([before.width, before.height]);
  const inside = FIELDS.map(() => 0);
  let stray = 0;
  for (let y = 0; y < after.height; y++) {
    for (let x = 0; x < after.width; x++) {
      if (Math.abs((after.data[y * after.width + x] ?? 0) - (before.data[y * after.width + x] ?? 0)) < 40) continue;
      const field = FIELDS.findIndex((f) => within(f, x / after.width, y / after.height, 1.5 / SIDE));
      if (field >= 0) inside[field] = (inside[field] ?? 0) + 1;
      else if (y / after.height < band) stray++;
    }
  }
  return { inside, stray };
}

/** Stamps a file with the same marks on each of its pages, and checks each. */
async function expectInkInPlace(by: Renderer, bytes: Buffer): Promise<void> {
  const inspection = await inspectPdf(bytes, { maxPages: 9 });
  if (!inspection.ok) throw new Error('refused');
  const marks = inspection.pages.flatMap((_, i) => MARKS.map((mark) => ({ ...mark, page: i + 1 })));
  const stamped = await stampPdf(bytes, { marks, footer: FOOTER }, fonts);
  for (const [i, page] of inspection.pages.entries()) {
    const before = await render(by, bytes, { side: SIDE }, i + 1);
    const after = await render(by, stamped, { side: SIDE }, i + 1);
    const { inside, stray } = inkBetween(before, after, 1 - 66 / page.userUnit / page.height);
    expect(stray).toBe(0);
    for (const ink of inside) expect(ink).toBeGreaterThan(25);
  }
}

describe.each(RENDERERS)('as %s draws it', (by) => {
  describe('ink lands in the fields as the page is seen, and nowhere else but the footer', () => {
    const cases = [0, 90, 180, 270].flatMap((rotate) =>
      ['', '/CropBox [60 90 400 700]', '/CropBox [-50 -90 300 500]'].flatMap((crop) =>
        [1, 2.5].flatMap((unit) => ['', 'q 0.5 0 0 0.5 40 40 cm', 'Q Q'].map((leak) => ({ rotate, crop, unit, leak }))),
      ),
    );

    it.each(cases)('rotate $rotate, $crop, UserUnit $unit, content "$leak"', async ({ rotate, crop, unit, leak }) => {
      const attributes = `/MediaBox [-20 -30 500 760] ${crop} /Rotate ${rotate} /UserUnit ${unit}`;
      await expectInkInPlace(by, build(onePage(attributes, rawStream(`0.9 g 100 100 200 300 re f ${leak}`))));
    });

    it.each([0, 90, 180, 270])('boxes and rotation by %i inherited, corners swapped', async (rotate) => {
      const page = onePage('', rawStream('0.9 g 100 100 200 300 re f'));
      const bytes = build({
        ...page,
        2: `<< /Type /Pages /Kids [6 0 R] /Count 1 /MediaBox [500 760 -20 -30] /Rotate ${rotate} >>`,
        3: `${page[3]}`.replace('/Parent 2 0 R', '/Parent 6 0 R'),
        6: '<< /Type /Pages /Parent 2 0 R /Kids [3 0 R] /Count 1 /CropBox [400 700 60 90] >>',
      });
      await expectInkInPlace(by, bytes);
    });

    it('pages of different sizes and rotations in one file', async () => {
      const attributes = [
        '/MediaBox [0 0 595 842]',
        '/MediaBox [0 0 842 595] /Rotate 90',
        '/MediaBox [0 0 1191 1684] /CropBox [100 200 900 1500] /Rotate 270',
        '/MediaBox [-200 -300 200 300] /Rotate 180 /UserUnit 2',
      ];
      const page = onePage();
      const kids = attributes.map((_, i) => `${10 + i} 0 R`).join(' ');
      const bytes = build({
        ...page,
        2: `<< /Type /Pages /Kids [${kids}] /Count ${attributes.length} /Resources << /Font << /F 5 0 R >> >> >>`,
        ...Object.fromEntries(
          attributes.map((own, i) => [10 + i, `<< /Type /Page /Parent 2 0 R /Contents 4 0 R ${own} >>`]),
        ),
      });
      await expectInkInPlace(by, bytes);
    });
  });
});

/** Files that a renderer reads differently from the others, before or after. */
const APART: Record<Renderer, Record<string, string>> = {
  pdftoppm: {
    'rotate-real-number.pdf': 'takes 90.0 for no rotation, until the stamped page says 90',
    'crop-of-no-area.pdf': 'shows nothing of such a page',
    'contents-array.pdf': 'draws no content that stands beside a null, until the stamp leaves it out',
  },
  mutool: {
    'user-unit-negative.pdf': 'turns the page over',
    'contents-of-unknown-filter.pdf': 'draws nothing after content it cannot decode',
    'crop-elsewhere.pdf': 'shows the crop box, where the page is not',
    'rotate-odd.pdf': 'rounds 45 up to 90',
  },
  pdfium: {},
  pdfjs: {},
  'pdfjs for print': {},
};
/** Sizes, in points, at which drawings can be told apart: neither all footer nor too small for a pixel. */
const LEGIBLE = { min: 100, max: 3000 };

describe.each(RENDERERS)('every fixture, as %s draws it,', (by) => {
  const files = Object.entries({ ...validFixtures(), ...issueFixtures() }).filter(([name]) => !APART[by][name]);

  it.each(files)('keeps its own ink and shows ours: %s', async (_, bytes) => {
    const inspection = await inspectPdf(bytes, { maxPages: 9 });
    const page = inspection.ok && inspection.pages[0];
    if (!page) throw new Error('refused');
    const before = await drawn(by, bytes);
    // A page the renderer cannot open in the first place cannot be compared.
    if (!before) return;
    const stamped = await stampPdf(bytes, { marks: MARKS.slice(0, 1), footer: FOOTER }, fonts);
    const after = await drawn(by, stamped);
    if (!after) throw new Error('the stamped file cannot be drawn');
    const height = page.height * page.userUnit;
    if (height < LEGIBLE.min || height > LEGIBLE.max) return;
    const band = 1 - 66 / height;
    const { inside, stray } = inkBetween(before, after, band);
    expect(inside[0]).toBeGreaterThan(25);
    expect([stray, ...inside.slice(1)]).toEqual([0, 0, 0, 0, 0]);
    expect(inkBelow(before, after, band)).toBeGreaterThan(50);
  });
});

const drawn = (by: Renderer, bytes: Uint8Array): Promise<Rendering | undefined> =>
  render(by, bytes, { side: SIDE }).catch(() => undefined);

/** Pixels drawn in the footer band. */
function inkBelow(before: Rendering, after: Rendering, band: number): number {
  let ink = 0;
  for (let i = Math.floor(after.height * band) * after.width; i < after.data.length; i++) {
    if (Math.abs((after.data[i] ?? 0) - (before.data[i] ?? 0)) >= 40) ink++;
  }
  return ink;
}

describe('overlap', () => {
  it('lets the larger z cover the smaller', async () => {
    const at = { x: 0.3, y: 0.3, width: 0.2, height: 0.2 };
    const square = (grey: number) => ({ bytes: png(2, 2, Buffer.alloc(4, grey)), format: 'png' as const });
    const stamped = await stampPdf(
      build(onePage()),
      {
        marks: [
          { page: 1, at, z: 5, kind: 'image', image: square(200) },
          { page: 1, at, z: 1, kind: 'image', image: square(10) },
        ],
        footer: FOOTER,
      },
      fonts,
    );
    const { data, width, height } = await render(RENDERERS[0], stamped, { side: SIDE });
    expect(data[Math.round(height * 0.4) * width + Math.round(width * 0.4)]).toBeGreaterThan(190);
  });
});

describe('the footer', () => {
  const bottom = (x: number, width: number): Fraction => ({ x, y: 0.9, width, height: 0.1 });
  const cases = [
    ['at its own place', [bottom(0, 0.5)]],
    ['along the whole bottom', [bottom(0, 1)]],
    ['in both lower corners', [bottom(0, 0.3), bottom(0.7, 0.3)]],
    ['in three corners', [bottom(0, 0.4), bottom(0.6, 0.4), { x: 0, y: 0, width: 0.4, height: 0.1 }]],
  ] as const;

  it.each(cases.flatMap(([where, fields]) => [0, 90].map((rotate) => [where, rotate, fields] as const)))(
    'stands clear of fields %s, rotation %i, and is read',
    async (_, rotate, fields) => {
      const bytes = build(onePage(`/MediaBox [0 0 595 842] /Rotate ${rotate}`));
      // A blank text draws nothing itself: any ink in the field is the footer's.
      const marks = fields.map((at): Mark => ({ page: 1, at, z: 0, kind: 'text', text: ' ' }));
      const before = await render(RENDERERS[0], bytes, { dpi: 130 });
      const stamped = await stampPdf(bytes, { marks, footer: FOOTER }, fonts);
      const after = await render(RENDERERS[0], stamped, { dpi: 130 });
      expect(await readQr(after)).toContain(FOOTER.url);
      let touched = 0;
      for (let i = 0; i < after.data.length; i++) {
        const [x, y] = [(i % after.width) / after.width, Math.floor(i / after.width) / after.height];
        if (after.data[i] !== before.data[i] && fields.some((f) => within(f, x, y, -1 / SIDE))) touched++;
      }
      expect(touched).toBe(0);
    },
  );
});

function within(f: Fraction, x: number, y: number, slack: number): boolean {
  return x >= f.x - slack && x <= f.x + f.width + slack && y >= f.y - slack && y <= f.y + f.height + slack;
}

/** A grey-with-alpha PNG ring on a transparent background. */
function ring(): Buffer {
  const rows: Buffer[] = [];
  for (let y = 0; y < 40; y++) {
    const row = Buffer.alloc(1 + 80);
    for (let x = 0; x < 40; x++) {
      const d = Math.hypot(x - 20, y - 20);
      row[1 + x * 2 + 1] = d > 12 && d < 18 ? 255 : 0;
    }
    rows.push(row);
  }
  return png(40, 40, undefined, Buffer.concat(rows), 4);
}

function png(width: number, height: number, grey?: Buffer, raw?: Buffer, kind = 0): Buffer {
  const body =
    raw ??
    Buffer.concat(
      Array.from({ length: height }, (_, y) =>
        Buffer.concat([Buffer.from([0]), (grey as Buffer).subarray(y * width, (y + 1) * width)]),
      ),
    );
  const chunk = (type: string, data: Buffer): Buffer => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(data.length);
    head.write(type, 4, 'latin1');
    return Buffer.concat([head, data, Buffer.alloc(4)]);
  };
  const ihdr = Buffer.alloc(13);
  ihdr.writeUInt32BE(width, 0);
  ihdr.writeUInt32BE(height, 4);
  ihdr[8] = 8;
  ihdr[9] = kind;
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', ihdr),
    chunk('IDAT', deflateSync(body)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
