import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitText, LEADING, pageGeometry, placeField, seenToUser, wrap } from '../src/layout.ts';

/**
 * Rotates a point of the unrotated crop box clockwise by quarter turns: an independent way to the displayed position.
 */
function seenPosition(x: number, y: number, width: number, height: number, quarters: number): [number, number] {
  let [u, v, w, h] = [x, y, width, height];
  for (let i = 0; i < quarters; i++) {
    // A quarter turn clockwise takes the left edge to the top: (u, v) of w x h becomes (v, w - u) of h x w.
    [u, v, w, h] = [v, w - u, h, w];
  }
  return [u, v];
}

describe('page geometry', () => {
  it('carries a seen point to the place in user space that rotates back onto it', () => {
    const side = fc.double({ min: 1, max: 3000, noNaN: true });
    const origin = fc.double({ min: -2000, max: 2000, noNaN: true });
    const part = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        side,
        side,
        origin,
        origin,
        fc.nat(3),
        fc.integer({ min: -3, max: 3 }),
        part,
        part,
        (w, h, x, y, q, turns, fx, fy) => {
          const page = pageGeometry([x, y, x + w, y + h], undefined, q * 90 + turns * 360, 1);
          if (!page) throw new Error('unusable');
          const point = placeField(page, { x: fx, y: fy, width: 0, height: 0 });
          const [a, b, c, d, e, f] = seenToUser(page);
          const ux = a * point.x + c * point.y + e;
          const uy = b * point.x + d * point.y + f;
          const [sx, sy] = seenPosition(
            ux - page.box[0],
            uy - page.box[1],
            page.box[2] - page.box[0],
            page.box[3] - page.box[1],
            q,
          );
          expect(sx).toBeCloseTo(fx * page.width, 5);
          expect(sy).toBeCloseTo(page.height * (1 - fy), 5);
        },
      ),
    );
  });

  it('sees only the part of the crop box that lies on the media box', () => {
    expect(pageGeometry([0, 0, 100, 200], [50, -50, 150, 100], 0, 1)?.box).toEqual([50, 0, 100, 100]);
    expect(pageGeometry([0, 0, 100, 200], [500, 500, 600, 600], 0, 1)?.box).toEqual([0, 0, 100, 200]);
    expect(pageGeometry([100, 200, 0, 0], undefined, 90, 1)).toMatchObject({ width: 200, height: 100, rotation: 90 });
  });

  it('takes odd rotations as none and refuses boxes without area', () => {
    expect(pageGeometry([0, 0, 10, 10], undefined, 45, 1)?.rotation).toBe(0);
    expect(pageGeometry([0, 0, 10, 10], undefined, -90, 1)?.rotation).toBe(270);
    expect(pageGeometry([0, 0, 10, 10], undefined, 0, -3)?.userUnit).toBe(1);
    expect(pageGeometry([0, 0, 0, 10], undefined, 0, 1)).toBeUndefined();
    expect(pageGeometry([0, 0, Number.NaN, 10], undefined, 0, 1)).toBeUndefined();
    expect(pageGeometry([0, 0, Number.POSITIVE_INFINITY, 10], undefined, 0, 1)).toBeUndefined();
    expect(pageGeometry(undefined, undefined, 0, 1)).toBeUndefined();
  });
});

describe('text fitting', () => {
  const measure = (text: string): number => [...text].length * 0.5;

  it('never lets a text pass its box, whatever the text and the box', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 250 }),
        fc.double({ min: 5, max: 500, noNaN: true }),
        fc.double({ min: 5, max: 300, noNaN: true }),
        fc.boolean(),
        (text, width, height, multiline) => {
          const { size, lines } = fitText(text, { width, height }, measure, { max: 12, multiline });
          expect(lines.length * size * LEADING).toBeLessThanOrEqual(height * 1.0001);
          for (const line of lines) expect(measure(line) * size).toBeLessThanOrEqual(width * 1.0001);
          expect(size).toBeGreaterThan(0);
        },
      ),
    );
  });

  it('keeps words whole where they fit, and every character where they do not', () => {
    expect(wrap('um dois três', 4, measure)).toEqual(['um dois', 'três']);
    const long = 'a'.repeat(37);
    expect(wrap(long, 5, measure).join('')).toBe(long);
    expect(wrap('um\ndois', 50, measure)).toEqual(['um', 'dois']);
  });
});
