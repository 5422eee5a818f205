import type { PageGeometry } from '@rubrica/pdf/layout';

/** Where every page stands in the column, and which of them are to be there. Arithmetic in CSS pixels. */

export const GAP = 24;
export const EDGE = 24;

export interface Column {
  /** CSS pixels for a unit of each page. */
  readonly scales: readonly number[];
  readonly tops: readonly number[];
  readonly heights: readonly number[];
  readonly widths: readonly number[];
  readonly height: number;
  readonly width: number;
}

/**
 * The column of pages.
 * @param width CSS pixels the first page takes; the others are as large beside it as they are on paper, and no wider
 */
export function columnOf(pages: number, geometries: ReadonlyMap<number, PageGeometry>, width: number): Column {
  const first = geometries.get(1);
  const scales: number[] = [];
  const tops: number[] = [];
  const heights: number[] = [];
  const widths: number[] = [];
  let at = EDGE;
  let widest = 0;
  for (let number = 1; first && number <= pages; number += 1) {
    const page = geometries.get(number) ?? first;
    // `width` of a geometry is in units of its own; a unit is `userUnit` points.
    const perPoint = width / (first.width * first.userUnit);
    const scale = Math.min(perPoint * page.userUnit, width / page.width);
    scales.push(scale);
    tops.push(at);
    heights.push(page.height * scale);
    widths.push(page.width * scale);
    widest = Math.max(widest, page.width * scale);
    at += page.height * scale + GAP;
  }
  return { scales, tops, heights, widths, height: at - GAP + EDGE, width: widest };
}

/** The page at a height of the column: the last that begins at or above it. 1 where there is none. */
export function pageAt(column: Column, y: number): number {
  let low = 0;
  let high = column.tops.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((column.tops[middle] ?? 0) <= y) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}

/** First and last page to be there for a stretch of the column. */
export function windowOf(column: Column, top: number, height: number, beyond: number): readonly [number, number] {
  return [pageAt(column, top - beyond), pageAt(column, top + height + beyond)];
}
