import type { Box } from '../layout.ts';
import type { Setting, Sheet } from './sheet.ts';
import type { Tag } from './tags.ts';

/** The free space from a tag's beginning, in page units: along its line, and below its baseline. */
export type Room = { width: number; below: number };

/** How far letters extend above and below the baseline, as fractions of the font's height. */
const TOP = 0.75;
const BOTTOM = 0.22;
/** Space kept before the next word, and before a table rule, as fractions of the font's height. */
const WORD_SPACE = 0.25;
const LINE_SPACE = 0.15;
/** The smallest and largest margin of a page if its text gives no better indication, in page units. */
const MARGIN_MIN = 12;
const MARGIN_MAX = 72;
const SAME_BASELINE = 0.3;
const PARALLEL = 0.999;

/**
 * How far a value may extend in place of a tag. Along the line: to the next text, the next vertical table rule, the
 * edge of the visible area, or an end margin as wide as the margin at which the page's text begins; never less than the
 * tag itself took. Below: to the next text, line or edge.
 */
export function roomFor(sheet: Sheet, tag: Tag, page: Box): Room {
  const view = viewFrom(sheet, tag.glyphs[0] as number);
  const own = new Set(tag.glyphs);
  let end = 0;
  for (const i of tag.glyphs) {
    const [a, p] = view.at(sheet.x1[i] as number, sheet.y1[i] as number);
    if (Math.abs(p) <= SAME_BASELINE * view.em) end = Math.max(end, a);
  }
  const edges = [page, ...(view.holds(view.setting.clip) ? [view.setting.clip] : [])];
  let limit = Math.min(marginOf(sheet, view, page), ...edges.map((box) => view.reach(box, view.setting.along)));
  forEachOther(sheet, own, view, (o) => {
    const level = o.bottom < TOP * 0.9 * view.em && o.top > -BOTTOM * 0.9 * view.em;
    if (level && o.from >= end - 0.1 * view.em) limit = Math.min(limit, o.from - WORD_SPACE * view.em);
  });
  for (const rule of rulesFrom(sheet, view)) {
    const upright = rule.to - rule.from < SAME_BASELINE * view.em;
    const crosses = rule.low < 0.4 * view.em && rule.high > 0.1 * view.em;
    if (upright && crosses && rule.from >= end - 0.05 * view.em) {
      limit = Math.min(limit, rule.from - LINE_SPACE * view.em);
    }
  }
  const width = Math.max(end, limit);
  return { width, below: below(sheet, view, own, width, edges) };
}

function below(sheet: Sheet, view: View, own: ReadonlySet<number>, width: number, edges: Box[]): number {
  const { up } = view.setting;
  const down = [-up[0], -up[1]] as const;
  let free = Math.min(...edges.map((box, i) => view.reach(box, down) - (i === 0 ? MARGIN_MIN : 0)));
  forEachOther(sheet, own, view, (o) => {
    if (o.from < width && o.to > 0 && o.baseline < -SAME_BASELINE * view.em) free = Math.min(free, -o.top);
  });
  for (const rule of rulesFrom(sheet, view)) {
    const flat = rule.high - rule.low < SAME_BASELINE * view.em;
    if (flat && rule.from < width && rule.to > 0 && rule.high < 0) free = Math.min(free, -rule.high);
  }
  return Math.max(BOTTOM * view.em, free);
}

/** The page as seen from a tag's beginning: distances along its line and up from its baseline. */
type View = {
  x: number;
  y: number;
  setting: Setting;
  em: number;
  at(x: number, y: number): [number, number];
  holds(box: Box): boolean;
  /** The distance to the edge of a box in a direction. */
  reach(box: Box, direction: readonly [number, number]): number;
};

function viewFrom(sheet: Sheet, glyph: number): View {
  const setting = sheet.settings[glyph] as Setting;
  const [x, y] = [sheet.x0[glyph] as number, sheet.y0[glyph] as number];
  const { along, up, em } = setting;
  return {
    x,
    y,
    setting,
    em,
    at: (px, py) => [(px - x) * along[0] + (py - y) * along[1], (px - x) * up[0] + (py - y) * up[1]],
    holds: (box) => x >= box[0] - 1 && x <= box[2] + 1 && y >= box[1] - 1 && y <= box[3] + 1,
    reach: (box, [dx, dy]) => {
      const toX = dx > 1e-9 ? (box[2] - x) / dx : dx < -1e-9 ? (box[0] - x) / dx : Number.POSITIVE_INFINITY;
      const toY = dy > 1e-9 ? (box[3] - y) / dy : dy < -1e-9 ? (box[1] - y) / dy : Number.POSITIVE_INFINITY;
      return Math.min(toX, toY);
    },
  };
}

/** Where the page's text ends on this side, or where it would end with the margin it has on the other side. */
function marginOf(sheet: Sheet, view: View, page: Box): number {
  const { along } = view.setting;
  const text = extentOf(sheet, along);
  const here = view.x * along[0] + view.y * along[1];
  const first = Math.min(0, text.first - here);
  const last = Math.max(0, text.last - here);
  const before = view.reach(page, [-along[0], -along[1]]) + first;
  const margin = Math.min(MARGIN_MAX, Math.max(MARGIN_MIN, before));
  return Math.max(last, view.reach(page, along) - margin);
}

type Extent = { first: number; last: number };
const extents = new WeakMap<Sheet, Map<string, Extent>>();

/** Where a page's text in one direction begins and ends, measured in that direction; the same for all its tags. */
function extentOf(sheet: Sheet, along: readonly [number, number]): Extent {
  const known = extents.get(sheet) ?? new Map<string, Extent>();
  extents.set(sheet, known);
  const key = along.join(' ');
  const found = known.get(key) ?? { first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY };
  if (known.has(key)) return found;
  known.set(key, found);
  for (let i = 0; i < sheet.count; i++) {
    const other = sheet.settings[i];
    if (!other || other.along[0] * along[0] + other.along[1] * along[1] < PARALLEL) continue;
    found.first = Math.min(found.first, (sheet.x0[i] as number) * along[0] + (sheet.y0[i] as number) * along[1]);
    found.last = Math.max(found.last, (sheet.x1[i] as number) * along[0] + (sheet.y1[i] as number) * along[1]);
  }
  return found;
}

type Seen = { from: number; to: number; bottom: number; top: number; baseline: number };

/**
 * Every visible, non-blank glyph outside the tag, as seen from it. The visited object is reused, so it is valid only
 * during the visit.
 */
function forEachOther(sheet: Sheet, own: ReadonlySet<number>, view: View, visit: (seen: Seen) => void): void {
  const {
    x,
    y,
    setting: { along, up },
  } = view;
  const seen: Seen = { from: 0, to: 0, bottom: 0, top: 0, baseline: 0 };
  for (let i = 0; i < sheet.count; i++) {
    const setting = sheet.settings[i];
    const text = sheet.texts[i] as string;
    if (!setting || own.has(i) || isBlank(text)) continue;
    // Each tag visits each glyph, so no arrays are created here.
    const dx0 = (sheet.x0[i] as number) - x;
    const dy0 = (sheet.y0[i] as number) - y;
    const dx1 = (sheet.x1[i] as number) - x;
    const dy1 = (sheet.y1[i] as number) - y;
    const a0 = dx0 * along[0] + dy0 * along[1];
    const a1 = dx1 * along[0] + dy1 * along[1];
    const p0 = dx0 * up[0] + dy0 * up[1];
    const p1 = dx1 * up[0] + dy1 * up[1];
    const { em } = setting;
    // For text in another direction only its bounding box is known.
    const turned = Math.abs(p1 - p0) > 0.05 * em;
    const spread = turned ? em * TOP : 0;
    seen.from = Math.min(a0, a1) - spread;
    seen.to = Math.max(a0, a1) + spread;
    seen.bottom = Math.min(p0, p1) - BOTTOM * em;
    seen.top = Math.max(p0, p1) + TOP * em;
    seen.baseline = Math.max(p0, p1);
    visit(seen);
  }
}

function* rulesFrom(sheet: Sheet, view: View): Generator<{ from: number; to: number; low: number; high: number }> {
  for (const [x0, y0, x1, y1] of sheet.rules) {
    const [a0, p0] = view.at(x0, y0);
    const [a1, p1] = view.at(x1, y1);
    yield { from: Math.min(a0, a1), to: Math.max(a0, a1), low: Math.min(p0, p1), high: Math.max(p0, p1) };
  }
}

/** Text without ink; a glyph with unknown text may have some. */
function isBlank(text: string): boolean {
  if (text === '') return false;
  const code = text.charCodeAt(0);
  // Letters and signs, which are nearly all text, need no closer look.
  return (code <= 0x20 || code >= 0x7f) && text.trim() === '';
}
