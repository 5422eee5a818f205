import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  align,
  distribute,
  fit,
  leastOf,
  limitMove,
  placeAt,
  resize,
  type Sheet,
  snapMove,
  snapResize,
  toPage,
} from '../../painel/editor/state/geometry.ts';
import type { Place } from '../../painel/editor/state/types.ts';

/** Whatever is done to a field, it stays on its page and within the contract. */

const sheet = fc.record({
  width: fc.double({ min: 1, max: 14_400, noNaN: true }),
  height: fc.double({ min: 1, max: 14_400, noNaN: true }),
});
const far = fc.double({ min: -3, max: 3, noNaN: true });
const anyPlace: fc.Arbitrary<Place> = fc.record({
  pagina: fc.integer({ min: 1, max: 3 }),
  x: far,
  y: far,
  largura: far,
  altura: far,
});
const placeOn = (on: Sheet) => anyPlace.map((place) => fit({ ...place, pagina: 1 }, on));
const scene = sheet.chain((on) => fc.tuple(fc.constant(on), placeOn(on), fc.array(placeOn(on), { maxLength: 6 })));
const handle = fc.record({ x: fc.constantFrom(-1, 0, 1), y: fc.constantFrom(-1, 0, 1) }) as fc.Arbitrary<{
  x: -1 | 0 | 1;
  y: -1 | 0 | 1;
}>;

/** What the contract demands of a field, as the service checks it. */
function expectOnPage(place: Place, on: Sheet): void {
  const least = leastOf(on);
  expect(place.x).toBeGreaterThanOrEqual(0);
  expect(place.y).toBeGreaterThanOrEqual(0);
  expect(place.x + place.largura).toBeLessThanOrEqual(1 + 1e-9);
  expect(place.y + place.altura).toBeLessThanOrEqual(1 + 1e-9);
  expect(place.largura).toBeGreaterThan(0);
  expect(place.altura).toBeGreaterThan(0);
  expect(place.largura).toBeGreaterThanOrEqual(least.largura - 1e-6);
  expect(place.altura).toBeGreaterThanOrEqual(least.altura - 1e-6);
}

const snapping = { reach: 6, grid: true };

describe('a field stays on its page and within the contract', () => {
  it('wherever it is put', () => {
    fc.assert(fc.property(sheet, anyPlace, (on, place) => expectOnPage(fit(place, on), on)));
  });

  it('even where numbers are none', () => {
    const on = { width: 595, height: 842 };
    expectOnPage(
      fit({ pagina: 1, x: Number.NaN, y: Number.POSITIVE_INFINITY, largura: Number.NaN, altura: 0 }, on),
      on,
    );
  });

  it('when it is placed from the palette', () => {
    fc.assert(
      fc.property(sheet, far, far, fc.constantFrom('ASSINATURA' as const, 'CHECKBOX' as const), (on, x, y, tipo) =>
        expectOnPage(placeAt(tipo, 1, on, { x, y }), on),
      ),
    );
  });

  it('when it is moved', () => {
    fc.assert(
      fc.property(scene, far, far, ([on, place, others], dx, dy) => {
        const moved = snapMove(place, dx, dy, others, on, snapping);
        expectOnPage(fit({ ...place, x: place.x + moved.dx, y: place.y + moved.dy }, on), on);
        expect(place.x + moved.dx).toBeGreaterThanOrEqual(-1e-9);
        expect(place.x + place.largura + moved.dx).toBeLessThanOrEqual(1 + 1e-6);
      }),
    );
  });

  it('when several are moved together, keeping their distances', () => {
    fc.assert(
      fc.property(scene, far, far, ([, place, others], dx, dy) => {
        const all = [place, ...others];
        const by = limitMove(all, dx, dy);
        for (const one of all) {
          expect(one.x + by.dx).toBeGreaterThanOrEqual(-1e-9);
          expect(one.y + one.altura + by.dy).toBeLessThanOrEqual(1 + 1e-6);
        }
      }),
    );
  });

  it('when it is resized by any handle', () => {
    fc.assert(
      fc.property(scene, handle, far, far, ([on, place, others], by, dx, dy) => {
        expectOnPage(resize(place, by, dx, dy, on), on);
        expectOnPage(snapResize(place, by, dx, dy, others, on, snapping).place, on);
      }),
    );
  });

  it('when it goes to a page of another size', () => {
    fc.assert(fc.property(scene, sheet, ([on, place], other) => expectOnPage(toPage(place, 2, on, other), other)));
  });

  it('when several are aligned or distributed', () => {
    fc.assert(
      fc.property(
        scene,
        fc.constantFrom('left' as const, 'center' as const, 'right' as const, 'top' as const, 'bottom' as const),
        fc.constantFrom('x' as const, 'y' as const),
        ([on, place, others], to, axis) => {
          for (const one of align([place, ...others], to)) expectOnPage(fit(one, on), on);
          for (const one of distribute([place, ...others], axis)) expectOnPage(fit(one, on), on);
        },
      ),
    );
  });
});

const A4 = { width: 595, height: 842 };
const at = (x: number, y: number, largura = 0.3, altura = 0.06): Place => ({ pagina: 1, x, y, largura, altura });

describe('snapping', () => {
  it('draws an edge to the edge of another field and shows the line', () => {
    const other = at(0.5, 0.5);
    const { dx, guides } = snapMove(at(0.1, 0.1), 0.395, 0, [other], A4, { reach: 6, grid: false });
    expect(0.1 + dx).toBeCloseTo(0.5, 6);
    expect(guides).toContainEqual({ axis: 'x', at: 0.5 });
  });

  it('leaves a movement alone that is near nothing, without a grid', () => {
    const { dx, dy, guides } = snapMove(at(0.1, 0.1), 0.031, 0.017, [], A4, { reach: 4, grid: false });
    expect([dx, dy]).toEqual([0.031, 0.017]);
    expect(guides).toEqual([]);
  });

  it('is never farther than its reach', () => {
    fc.assert(
      fc.property(scene, far, far, ([on, place, others], dx, dy) => {
        const moved = snapMove(place, dx, dy, others, on, { reach: 5, grid: false });
        const wanted = Math.min(Math.max(dx, -place.x), 1 - place.x - place.largura);
        expect(Math.abs(moved.dx - wanted) * on.width).toBeLessThanOrEqual(5 + 1e-6);
      }),
    );
  });

  it('keeps the side that is not moved where it is', () => {
    const field = at(0.2, 0.2);
    const { place } = snapResize(field, { x: 1, y: 0 }, 0.1, 0.4, [at(0.6, 0.6)], A4, snapping);
    expect([place.x, place.y, place.altura]).toEqual([field.x, field.y, field.altura]);
  });
});

describe('align and distribute', () => {
  it('put fields on a common edge', () => {
    expect(align([at(0.1, 0.1), at(0.3, 0.4)], 'left').map(({ x }) => x)).toEqual([0.1, 0.1]);
  });

  it('leave equal gaps', () => {
    const [a, b, c] = distribute([at(0, 0, 0.1), at(0.15, 0, 0.1), at(0.6, 0, 0.1)], 'x');
    expect((b?.x ?? 0) - ((a?.x ?? 0) + 0.1)).toBeCloseTo((c?.x ?? 0) - ((b?.x ?? 0) + 0.1), 9);
  });
});
