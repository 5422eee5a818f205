import type { Rect } from '../layout.ts';
import { inkWithin, type PageInk } from './ink.ts';

/** Where on a page a footer can stand, before it is known what it says. */

/** The parts of a page's geometry that matter here: its size as displayed, in its own units. */
type Size = { width: number; height: number };
export type Place = Rect & { edge: 'Bottom' | 'Top' };

/** Points from the page's edge; together with the quiet zone this keeps the symbol within the printable area. */
export const MARGIN_X = 8;
const MARGIN_Y = 6;
/** How far from the edge to look for free space, and in what steps. */
const DEEPEST = 46;
const STEP = 8;
/** The smallest footer with a symbol, for any address that is not very long. */
const SMALLEST = { width: 200, height: 70 };

/** Positions to try, best first: at the bottom from the margin upwards, then at the top; corners first. */
export function* places(page: Size, block: Size, scale: number, taken: readonly Rect[]): Generator<Place> {
  const width = block.width * scale;
  const height = block.height * scale;
  const left = Math.min(MARGIN_X * scale, Math.max(0, page.width - width));
  const right = Math.max(left, page.width - width - left);
  const beside = taken.flatMap((rect) => [rect.x + rect.width + scale, rect.x - width - scale]);
  const steps = Array.from({ length: Math.ceil((right - left) / (STEP * scale)) }, (_, i) => left + i * STEP * scale);
  const inside = (x: number): boolean => x >= 0 && x + width <= page.width + 1e-6;
  const xs = [left, right, ...beside.filter(inside), ...steps.slice(1)];
  for (const edge of ['Bottom', 'Top'] as const) {
    for (let depth = MARGIN_Y; depth <= DEEPEST; depth += STEP / 2) {
      const off = Math.min(depth * scale, Math.max(0, page.height - height));
      const y = edge === 'Bottom' ? off : page.height - height - off;
      for (const x of xs) yield { x, y, width, height, edge };
      if (off < depth * scale) break;
    }
  }
}

/** A position in every possible row of text of a page, from the bottom up. */
export function* anywhere(page: Size, block: Size, scale: number): Generator<Place> {
  const [width, height, step] = [block.width * scale, block.height * scale, STEP * scale];
  const edge = 'Bottom';
  for (let y = 0; y + height <= page.height; y += step) {
    for (let x = 0; x + width <= page.width; x += step) yield { x, y, width, height, edge };
  }
}

/** Inked cells under a rectangle in visible space, or some of them that are `enough`. */
export function inkUnder(ink: PageInk, page: Size, { x, y, width, height }: Rect, enough: number): number {
  const top = 1 - (y + height) / page.height;
  return inkWithin(ink, [x / page.width, top, (x + width) / page.width, 1 - y / page.height], enough);
}

/** The share of a page that has to lie between its two edges for that to be worth leaving out. */
const WORTH_LEAVING_OUT = 0.25;

/**
 * How many rows of a page's grid, from its top and as many from its bottom, hold every place of a footer with a symbol.
 * @param rows of the whole grid
 * @param height of the page, in points
 * @returns null if so little is left between them that the whole page is to be examined
 */
export function edgeRows(rows: number, height: number): number | null {
  const edge = Math.ceil(((DEEPEST + SMALLEST.height) * rows) / height);
  return rows - 2 * edge < rows * WORTH_LEAVING_OUT ? null : edge;
}

/**
 * Whether the smallest footer with a symbol has a place that covers no ink, so that nothing is asked of what lies between
 * the page's two edges.
 * @param page its size in points
 */
export function hasRoom(ink: PageInk, page: Size): boolean {
  for (const rect of places(page, SMALLEST, 1, [])) if (inkUnder(ink, page, rect, 1) === 0) return true;
  return false;
}
