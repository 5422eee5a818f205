/**
 * Positions on a page. Pure arithmetic without imports, shared by the signing page, the field editor and the stamp, so
 * that what is placed is what is signed.
 */

export type Rotation = 0 | 90 | 180 | 270;
export type Box = [x0: number, y0: number, x1: number, y1: number];
export type Matrix = [a: number, b: number, c: number, d: number, e: number, f: number];
export type Rect = { x: number; y: number; width: number; height: number };

/**
 * A page as displayed: `width` and `height` after crop and rotation, in default user space units (1/72 inch times
 * `userUnit`); `box` is the visible region in unrotated user space.
 */
export type PageGeometry = { width: number; height: number; rotation: Rotation; userUnit: number; box: Box };

/** A rectangle as fractions 0..1 of the page as displayed, origin top left. */
export type Fraction = Rect;

/** Sides outside this range (in units) indicate damage, not paper. */
const MIN_SIDE = 0.5;
const MAX_SIDE = 1_000_000;

/**
 * The geometry of a page from its attributes, with inherited ones already resolved (ISO 32000-2 clauses 7.7.3.3,
 * 14.11.2). Only the part of the crop box on the media box counts; a rotation that is not a multiple of 90 counts as
 * none.
 * @returns undefined if neither box is usable.
 */
export function pageGeometry(
  mediaBox: readonly number[] | undefined,
  cropBox: readonly number[] | undefined,
  rotate: number,
  userUnit: number,
): PageGeometry | undefined {
  const media = normalizeBox(mediaBox);
  if (!media) return undefined;
  const crop = normalizeBox(cropBox);
  const box = (crop && usable(intersect(media, crop))) ?? usable(media);
  if (!box) return undefined;
  const turned = rotate % 90 === 0 ? ((rotate % 360) + 360) % 360 : 0;
  const rotation = turned as Rotation;
  const w = box[2] - box[0];
  const h = box[3] - box[1];
  const [width, height] = rotation === 90 || rotation === 270 ? [h, w] : [w, h];
  return { width, height, rotation, userUnit: userUnit > 0 && Number.isFinite(userUnit) ? userUnit : 1, box };
}

function normalizeBox(box: readonly number[] | undefined): Box | undefined {
  if (!box || box.length < 4 || !box.slice(0, 4).every(Number.isFinite)) return undefined;
  const [a = 0, b = 0, c = 0, d = 0] = box;
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
}

function intersect(m: Box, c: Box): Box {
  return [Math.max(m[0], c[0]), Math.max(m[1], c[1]), Math.min(m[2], c[2]), Math.min(m[3], c[3])];
}

function usable(box: Box): Box | undefined {
  const w = box[2] - box[0];
  const h = box[3] - box[1];
  return w >= MIN_SIDE && h >= MIN_SIDE && w <= MAX_SIDE && h <= MAX_SIDE ? box : undefined;
}

/** A field's rectangle in visible space: page units, origin bottom left of the page as displayed, y upwards. */
export function placeField(page: PageGeometry, f: Fraction): Rect {
  return {
    x: f.x * page.width,
    y: page.height * (1 - f.y - f.height),
    width: f.width * page.width,
    height: f.height * page.height,
  };
}

/** Where a rectangle in the page's user space is displayed: the inverse of placing a field. */
export function seenFraction(page: PageGeometry, rect: Box): Fraction {
  const [x0, y0, x1, y1] = page.box;
  const seen = ([x, y]: readonly [number, number]): [number, number] => {
    switch (page.rotation) {
      case 0:
        return [x - x0, y - y0];
      case 90:
        return [y - y0, x1 - x];
      case 180:
        return [x1 - x, y1 - y];
      case 270:
        return [y1 - y, x - x0];
    }
  };
  const [ax, ay] = seen([rect[0], rect[1]]);
  const [bx, by] = seen([rect[2], rect[3]]);
  return {
    x: Math.min(ax, bx) / page.width,
    y: 1 - Math.max(ay, by) / page.height,
    width: Math.abs(bx - ax) / page.width,
    height: Math.abs(by - ay) / page.height,
  };
}

/** The matrix from visible space to the page's user space, for use with `cm`. */
export function seenToUser(page: PageGeometry): Matrix {
  const [x0, y0, x1, y1] = page.box;
  switch (page.rotation) {
    case 0:
      return [1, 0, 0, 1, x0, y0];
    case 90:
      return [0, 1, -1, 0, x1, y0];
    case 180:
      return [-1, 0, 0, -1, x1, y1];
    case 270:
      return [0, -1, 1, 0, x0, y1];
  }
}

/** The largest rectangle of the given proportions inside a box, centred vertically, aligned left or centred. */
export function contain(box: Rect, width: number, height: number, align: 'left' | 'center' = 'center'): Rect {
  const scale = Math.min(box.width / width, box.height / height);
  const w = width * scale;
  const h = height * scale;
  const x = align === 'left' ? box.x : box.x + (box.width - w) / 2;
  return { x, y: box.y + (box.height - h) / 2, width: w, height: h };
}

/** Width of a text at size 1. */
export type Measure = (text: string) => number;

export type FittedText = { size: number; lines: string[] };

/** What exceeds a box by no more than this was added up in another order, and fits. */
const ROUNDING = 1e-9;

/** Line pitch as a multiple of the font size. */
export const LEADING = 1.22;

/**
 * The handwritings of typed signatures, and how far each reaches below the baseline at size 1. Above it they have the rest
 * of the line's pitch.
 */
export const HANDS = { loose: 0.27, round: 0.3, fine: 0.39 } as const;
export type Hand = keyof typeof HANDS;

/** A character at size 1: how far it moves the pen, and from where to where it has ink. */
export type Letter = { width: number; from: number; to: number };

/** The size of a line of handwriting, and how far the pen moves and the ink reaches beyond its ends at size 1. */
export type Handwriting = { size: number; before: number; width: number; after: number };

/** The largest size of a typed signature in points, to be divided by the page's userUnit. */
const MAX_HANDWRITING = 30;
/** The part of a box that is left free at each side, and at top and bottom. */
const HANDWRITING_MARGIN = { x: 0.04, y: 0.02 };

/**
 * Chooses the largest size at which a typed signature fits a box. Handwriting reaches beyond the pen's first and last
 * place, and that is made room for.
 * @param point a point in the box's units
 */
export function fitHandwriting(
  box: { width: number; height: number },
  letters: readonly Letter[],
  point: number,
): Handwriting {
  const { before, width, after } = extentOf(letters);
  const inked = before + width + after;
  const high = box.height * (1 - 2 * HANDWRITING_MARGIN.y);
  const wide = box.width * (1 - 2 * HANDWRITING_MARGIN.x);
  const size = Math.min(MAX_HANDWRITING * point, high / LEADING, inked > 0 ? wide / inked : Number.POSITIVE_INFINITY);
  return { size, before, width, after };
}

/** Where the pen starts to write a typed signature in the middle of a box, y upwards. */
export function placeHandwriting(
  box: Rect,
  { size, before, width, after }: Handwriting,
  hand: Hand,
): { x: number; baseline: number } {
  return {
    x: box.x + (box.width - (before + width + after) * size) / 2 + before * size,
    baseline: box.y + (box.height - LEADING * size) / 2 + HANDS[hand] * size,
  };
}

/** How far the pen moves over a line, and how far there is ink before it starts and after it ends. */
export function extentOf(letters: readonly Letter[]): { before: number; width: number; after: number } {
  let [pen, first, last] = [0, 0, 0];
  for (const { width, from, to } of letters) {
    first = Math.min(first, pen + from);
    last = Math.max(last, pen + to);
    pen += width;
  }
  return { before: -first, width: pen, after: Math.max(0, last - pen) };
}

/**
 * Chooses the largest font size, from `max` down, at which the text fits a box. A single line is not broken and shrinks
 * as far as necessary; several lines wrap at spaces, and inside a word only if the word alone is wider than the box.
 * @param options `max`: the largest size, in the box's units.
 */
export function fitText(
  text: string,
  box: { width: number; height: number },
  measure: Measure,
  options: { max: number; multiline: boolean },
): FittedText {
  const tallest = box.height / LEADING;
  if (!options.multiline) {
    const line = text.replace(/\s*\r?\n\s*/g, ' ');
    const wide = measure(line);
    return { size: Math.min(options.max, tallest, wide > 0 ? box.width / wide : options.max), lines: [line] };
  }
  let size = Math.min(options.max, tallest);
  for (;;) {
    const lines = wrap(text, box.width / size, measure);
    const tall = lines.length * LEADING * size > box.height + ROUNDING;
    // A single character can be wider than the box.
    const wide = lines.some((line) => measure(line) * size > box.width + ROUNDING);
    if (!tall && !wide) return { size, lines };
    size *= 0.94;
  }
}

/** Breaks a text into lines no wider than `width` at size 1; keeps the author's own line breaks. */
export function wrap(text: string, width: number, measure: Measure): string[] {
  const lines: string[] = [];
  const most = width + ROUNDING;
  const space = measure(' ');
  for (const paragraph of text.split(/\r\n|\r|\n/)) {
    let line = '';
    let filled = 0;
    for (const word of paragraph.split(/[ \t]+/)) {
      const own = measure(word);
      const joined = line === '' ? own : filled + space + own;
      if (joined <= most) {
        line = line === '' ? word : `${line} ${word}`;
        filled = joined;
        continue;
      }
      if (line !== '') lines.push(line);
      const pieces = own <= most ? [word] : breakWord(word, width, measure);
      lines.push(...pieces.slice(0, -1));
      line = pieces.at(-1) ?? '';
      filled = pieces.length > 1 ? measure(line) : own;
    }
    lines.push(line);
  }
  return lines;
}

/** Splits a word wider than the line into pieces of at least one character, never inside a surrogate pair. */
function breakWord(word: string, width: number, measure: Measure): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const character of word) {
    if (piece !== '' && measure(piece + character) > width) {
      pieces.push(piece);
      piece = '';
    }
    piece += character;
  }
  if (piece !== '') pieces.push(piece);
  return pieces;
}
