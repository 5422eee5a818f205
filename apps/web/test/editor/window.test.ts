import type { PageGeometry } from '@rubrica/pdf/layout';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnOf, GAP, pageAt, windowOf } from '../../painel/editor/workbench/window.ts';

/** Which pages are there while the desk scrolls. */

const geometry = fc.record({
  width: fc.double({ min: 50, max: 2_000, noNaN: true }),
  height: fc.double({ min: 50, max: 2_000, noNaN: true }),
  userUnit: fc.constantFrom(1, 1, 2),
});
const documents = fc
  .array(geometry, { minLength: 1, maxLength: 40 })
  .map(
    (pages) =>
      new Map<number, PageGeometry>(
        pages.map((page, index) => [index + 1, { ...page, rotation: 0, box: [0, 0, page.width, page.height] }]),
      ),
  );

describe('the column of pages', () => {
  it('holds every page, none over another, none wider than the desk', () => {
    fc.assert(
      fc.property(documents, fc.integer({ min: 120, max: 2_000 }), (pages, width) => {
        const column = columnOf(pages.size, pages, width);
        column.tops.slice(1).forEach((top, index) => {
          expect(top).toBeCloseTo((column.tops[index] ?? 0) + (column.heights[index] ?? 0) + GAP, 3);
        });
        for (const one of column.widths) expect(one).toBeLessThanOrEqual(width + 1e-6);
      }),
    );
  });

  it('finds the page at a height, and every page that is seen', () => {
    fc.assert(
      fc.property(documents, fc.double({ min: 0, max: 1, noNaN: true }), (pages, share) => {
        const column = columnOf(pages.size, pages, 600);
        const top = share * column.height;
        const [first, last] = windowOf(column, top, 800, 0);
        column.tops.forEach((at, index) => {
          const seen = at < top + 800 && at + (column.heights[index] ?? 0) > top;
          if (seen) expect(index + 1 >= first && index + 1 <= last).toBe(true);
        });
        expect(pageAt(column, (column.tops[first - 1] ?? 0) + 1)).toBe(first);
      }),
    );
  });
});
