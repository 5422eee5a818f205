import { describe, expect, it } from 'vitest';
import { build, onePage, rawStream } from '../fixtures/build.ts';
import { loadNodeFonts } from '../src/fonts-node.ts';
import { type Mark, stampPdf } from '../src/index.ts';
import { readQr } from './judges/codes.ts';
import { RENDERERS, type Renderer, type Rendering, render } from './judges/drawing.ts';
import { complaintsOf, readPlainly } from './judges/soundness.ts';
import { FOOTER } from './tools.ts';

const fonts = loadNodeFonts();
const WATERMARK = 'SEM VALIDADE JURÍDICA — AMBIENTE DE TESTE';
const MARK: Mark = { page: 1, at: { x: 0.2, y: 0.3, width: 0.4, height: 0.08 }, z: 0, kind: 'text', text: 'Ana Lima' };

/** Appearance of a note: one colour over all of it. */
const OPAQUE = rawStream(
  '0 0.6 0 rg 0 0 100 100 re f',
  '/Type /XObject /Subtype /Form /BBox [0 0 100 100] /Resources << >>',
);
const PAGE = '/Rect [0 0 595 842]';

function noted(notes: string[], page = '', catalog = ''): Buffer {
  const base = onePage('/MediaBox [0 0 595 842]');
  const numbers = notes.map((_, i) => 10 + i);
  return build({
    ...base,
    1: `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    3: `${base[3]?.slice(0, -2)} ${page} /Annots [${numbers.map((n) => `${n} 0 R`).join(' ')}] >>`,
    6: OPAQUE,
    ...Object.fromEntries(notes.map((note, i) => [10 + i, `<< /Type /Annot ${note} >>`])),
  });
}

/** What a forger would put over a whole page. */
const COVERS: [string, Buffer][] = [
  ['a free text with an appearance', noted([`/Subtype /FreeText ${PAGE} /F 4 /Contents (x) /AP << /N 6 0 R >>`])],
  [
    'a free text that viewers fill themselves',
    noted([`/Subtype /FreeText ${PAGE} /F 4 /Contents (x) /C [0 0.6 0] /DA (/Helv 12 Tf 0 g)`]),
  ],
  ['a stamp', noted([`/Subtype /Stamp ${PAGE} /F 4 /AP << /N 6 0 R >>`])],
  ['a stamp that does not turn or grow', noted([`/Subtype /Stamp ${PAGE} /F ${4 + 8 + 16} /AP << /N 6 0 R >>`])],
  ['a locked stamp', noted([`/Subtype /Stamp ${PAGE} /F ${4 + 128 + 512} /AP << /N 6 0 R >>`])],
  ['a square that viewers fill themselves', noted([`/Subtype /Square ${PAGE} /F 4 /IC [0 0.6 0] /C [0 0.6 0]`])],
  [
    'a link with a look of its own',
    noted([`/Subtype /Link ${PAGE} /F 4 /AP << /N 6 0 R >> /A << /S /URI /URI (https://a.b) >>`]),
  ],
  [
    'a link with a border as thick as the page',
    noted([`/Subtype /Link ${PAGE} /F 4 /Border [0 0 900] /C [0 0.6 0] /A << /S /URI /URI (https://a.b) >>`]),
  ],
  [
    'an attached file with a look of its own',
    noted([`/Subtype /FileAttachment ${PAGE} /F 4 /AP << /N 6 0 R >> /FS << /F (a) >>`]),
  ],
  ['a kind nobody knows', noted([`/Subtype /Rubrica ${PAGE} /F 4 /AP << /N 6 0 R >>`])],
  [
    'a field with an appearance',
    noted(
      [`/Subtype /Widget ${PAGE} /F 4 /FT /Btn /Ff 65536 /T (a) /AP << /N 6 0 R >>`],
      '',
      '/AcroForm << /Fields [10 0 R] >>',
    ),
  ],
  [
    'a field that viewers fill themselves',
    noted(
      [`/Subtype /Widget ${PAGE} /F 4 /FT /Tx /T (a) /MK << /BG [0 0.6 0] >>`],
      '',
      '/AcroForm << /Fields [10 0 R] /NeedAppearances true >>',
    ),
  ],
  ['one shown only in print', noted([`/Subtype /Stamp ${PAGE} /F ${4 + 32} /AP << /N 6 0 R >>`])],
  ['one that shows when it is pointed at', noted([`/Subtype /Stamp ${PAGE} /F ${4 + 32 + 256} /AP << /N 6 0 R >>`])],
];

/** Pixels that differ visibly between two renderings of a page. */
function difference(a: Rendering, b: Rendering): number {
  expect([b.width, b.height]).toEqual([a.width, a.height]);
  let count = 0;
  for (let i = 0; i < a.data.length; i++) if (Math.abs((a.data[i] ?? 0) - (b.data[i] ?? 0)) > 15) count++;
  return count;
}

const DRAWERS = [...new Set<Renderer>([...RENDERERS, 'pdfjs', 'pdfjs for print'])];

/** Visible notes are part of the page, all of which is then ink for this one; the others leave it free. */
const isSeen = (title: string): boolean => !/only in print|pointed at/.test(title);

describe.each(DRAWERS)('as %s draws it', (by) => {
  const draw = (bytes: Uint8Array) => render(by, bytes, { dpi: 144 });

  it.each(COVERS)('nothing that is drawn is covered by %s', async (title, original) => {
    const other = { ...FOOTER, code: 'SVC-0000-0000-0000' };
    const bare = await draw(await stampPdf(original, { marks: [], footer: FOOTER }, fonts));
    const otherwise = await draw(await stampPdf(original, { marks: [], footer: other }, fonts));
    const named = await draw(await stampPdf(original, { marks: [MARK], footer: FOOTER }, fonts));
    const test = await draw(await stampPdf(original, { marks: [], footer: FOOTER, watermark: WATERMARK }, fonts));
    expect(difference(bare, otherwise)).toBeGreaterThan(100);
    expect(difference(bare, named)).toBeGreaterThan(200);
    expect(difference(bare, test)).toBeGreaterThan(5000);
    if (!isSeen(title)) expect(await readQr(bare)).toBe(FOOTER.url);
  });
});

const SEEN = [
  `/Subtype /Square /Rect [100 500 200 560] /F 4 /C [1 0 0] /IC [1 1 0] /BS << /W 3 >>`,
  `/Subtype /Stamp /Rect [300 500 400 560] /F 4 /AP << /N 6 0 R >>`,
  `/Subtype /Highlight /Rect [70 715 200 745] /QuadPoints [72 742 180 742 72 716 180 716] /F 4 /C [1 1 0]`,
  `/Subtype /Ink /Rect [100 400 200 460] /F 4 /C [0 0 1] /InkList [[100 400 150 460 200 400]] /BS << /W 2 >>`,
  `/Subtype /Circle /Rect [300 400 400 460] /F 4 /C [0 0.5 0] /BS << /W 4 >>`,
  `/Subtype /Link /Rect [100 300 200 320] /F 4 /C [1 0 0] /Border [0 0 2] /A << /S /URI /URI (https://a.b) >>`,
];

/** Pixels with ink that have none within one pixel in another rendering of the page. */
function inkGone(before: Rendering, { width, data }: Rendering): number {
  const near = [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((x) => y * width + x));
  let count = 0;
  for (const [i, grey] of before.data.entries()) {
    if (grey < 200 && near.every((step) => (data[i + step] ?? 255) >= 200)) count += 1;
  }
  return count;
}

/** A page without its bottom, where the footer is drawn. */
async function aboveFooter(by: Renderer, bytes: Uint8Array): Promise<Rendering> {
  const { width, height, data } = await render(by, bytes, { dpi: 72 });
  return { width, height: height - 80, data: data.subarray(0, width * (height - 80)) };
}

describe('what was seen', () => {
  const empty = build(onePage('/MediaBox [0 0 595 842]'));

  it('is seen still: notes become content of their page', async () => {
    // Neither of the possible second renderers draws the borders of links.
    const original = noted(SEEN.slice(0, -1));
    const stamped = await stampPdf(original, { marks: [], footer: FOOTER }, fonts);
    const [without, before, after] = await Promise.all(
      [empty, original, stamped].map((bytes) => aboveFooter(RENDERERS[1], bytes)),
    );
    expect(difference(without as Rendering, before as Rendering)).toBeGreaterThan(8000);
    // mutool draws highlights with rounded ends, unlike other viewers.
    expect(difference(before as Rendering, after as Rendering)).toBeLessThan(250);
  });

  it('is seen still: the border of a link', async () => {
    const original = noted(SEEN.slice(-1));
    const stamped = await stampPdf(original, { marks: [], footer: FOOTER }, fonts);
    const [without, before, after] = await Promise.all(
      [empty, original, stamped].map((bytes) => aboveFooter(RENDERERS[0], bytes)),
    );
    expect(difference(without as Rendering, before as Rendering)).toBeGreaterThan(300);
    // Some renderers draw it on the edge of its rectangle, others inside.
    expect(inkGone(before as Rendering, after as Rendering)).toBe(0);
    expect(inkGone(after as Rendering, before as Rendering)).toBe(0);
  });

  it('is sound content, and only the link stays over it', async () => {
    const stamped = await stampPdf(noted(SEEN), { marks: [], footer: FOOTER }, fonts);
    expect(await complaintsOf(stamped)).toEqual([]);
    const text = await readPlainly(stamped);
    expect([...text.matchAll(/\/Type \/Annot\b/g)]).toHaveLength(1);
    expect(text).toContain('(https://a.b)');
  });
});
