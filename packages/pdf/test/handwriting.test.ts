import { describe, expect, it } from 'vitest';
import { build, onePage } from '../fixtures/build.ts';
import type { TrueType } from '../src/draw/truetype.ts';
import { loadNodeFonts } from '../src/fonts-node.ts';
import { HANDS, type Hand, LEADING, type Mark, stampPdf } from '../src/index.ts';
import { RENDERERS, type Rendering, render } from './judges/drawing.ts';
import { textOf } from './judges/text.ts';
import { FOOTER } from './tools.ts';

const fonts = loadNodeFonts();
const ALL = Object.keys(HANDS) as Hand[];
const PLAIN = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ACCENTED = 'ÀÁÂÃÇÉÊÍÓÔÕÚÜàáâãçéêíóôõúü';
const NAMES = [PLAIN, ACCENTED, " .,-'’ºª"].join('');
const at = { x: 0.2, y: 0.3, width: 0.3, height: 0.08 };

const mark = (text: string, hand?: Hand, place = at): Mark => ({
  page: 1,
  at: place,
  z: 0,
  kind: 'signature',
  text,
  ...(hand ? { hand } : {}),
});

async function drawn(by: (typeof RENDERERS)[number], ...marks: Mark[]): Promise<Rendering> {
  return render(by, await stampPdf(build(onePage()), { marks, footer: FOOTER }, fonts), { dpi: 150 });
}

/** The edges of what a mark adds to the page, in pixels within its field, from left, top, right and bottom. */
function marginsOf(before: Rendering, after: Rendering): number[] {
  const [left, top] = [at.x * after.width, at.y * after.height];
  const [right, bottom] = [left + at.width * after.width, top + at.height * after.height];
  let [x0, y0, x1, y1] = [right, bottom, left, top];
  after.data.forEach((value, i) => {
    if (Math.abs(value - (before.data[i] ?? 0)) < 40) return;
    const [x, y] = [i % after.width, Math.floor(i / after.width)];
    [x0, y0, x1, y1] = [Math.min(x0, x), Math.min(y0, y), Math.max(x1, x + 1), Math.max(y1, y + 1)];
  });
  return [x0 - left, y0 - top, right - x1, bottom - y1];
}

function heightsOf(font: TrueType, character: string): [low: number, high: number] {
  const [loca, glyf, head] = ['loca', 'glyf', 'head'].map((tag) => font.tables.get(tag)) as [Buffer, Buffer, Buffer];
  const glyph = font.glyphs.get(character.codePointAt(0) as number) as number;
  const offset = (i: number) => (head.readInt16BE(50) === 1 ? loca.readUInt32BE(i * 4) : loca.readUInt16BE(i * 2) * 2);
  const start = offset(glyph);
  if (offset(glyph + 1) === start) return [0, 0];
  return [glyf.readInt16BE(start + 4) / font.unitsPerEm, glyf.readInt16BE(start + 8) / font.unitsPerEm];
}

describe.each(ALL)('the %s handwriting', (hand) => {
  const font = fonts.hand(hand);

  it('has every letter of a Portuguese name', () => {
    expect([...NAMES].filter((character) => !font.glyphs.has(character.codePointAt(0) as number))).toEqual([]);
  });

  it('keeps every letter within the height of its line', () => {
    const beyond = [...NAMES].filter((character) => {
      const [low, high] = heightsOf(font, character);
      return low < -HANDS[hand] || high > LEADING - HANDS[hand];
    });
    expect(beyond).toEqual([]);
  });

  it.each(RENDERERS)('is drawn whole by %s, however far its letters reach', async (by) => {
    const before = await drawn(by);
    // Wide, so that the width decides its size; few letters, so that the height does; ends that reach far.
    for (const text of ['Jandira Conceição Ávila de Queiroz Leal', 'Qj', 'MDL', 'Ffáf']) {
      expect(Math.min(...marginsOf(before, await drawn(by, mark(text, hand)))), text).toBeGreaterThanOrEqual(0.5);
    }
  });

  it('can be searched and copied', async () => {
    const stamped = await stampPdf(build(onePage()), { marks: [mark('João d’Ávila', hand)], footer: FOOTER }, fonts);
    expect((await textOf(stamped)).join()).toContain('João d’Ávila');
  });
});

it('each handwriting looks different, and without one a signature is in the loose one', async () => {
  const [by] = RENDERERS;
  const looks = await Promise.all([...ALL, undefined].map((hand) => drawn(by, mark('Marina Leal', hand))));
  const pictures = looks.map(({ data }) => data.toString('base64'));
  expect(new Set(pictures).size).toBe(ALL.length);
  expect(pictures.at(-1)).toBe(pictures[ALL.indexOf('loose')]);
});
