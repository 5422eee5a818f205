import type { TipoCampo } from '@rubrica/contract';
import { FIELD_SIZES, roundFraction } from '@rubrica/contract/field-kinds';
import type { Place } from './types.ts';

/** Moving, sizing and snapping of fields: arithmetic in fractions of the page, distances in its units (points). */

/** The size of a page as seen. */
export interface Sheet {
  readonly width: number;
  readonly height: number;
}

export const A4: Sheet = { width: 595, height: 842 };

/** Smaller than this no field can be drawn in, nor taken hold of. */
export const MIN_UNITS = 8;
export const GRID_UNITS = 6;

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), Math.max(least, most));

/** The smallest share of a page a field may take. */
export const leastOf = (sheet: Sheet) => ({
  largura: Math.min(1, MIN_UNITS / sheet.width),
  altura: Math.min(1, MIN_UNITS / sheet.height),
});

/** The place brought inside its page and within the contract: 0 ≤ x, x + largura ≤ 1, no side below the least. */
export function fit<P extends Place>(place: P, sheet: Sheet): P {
  const least = leastOf(sheet);
  const number = (value: number, otherwise: number) => (Number.isFinite(value) ? value : otherwise);
  const largura = clamp(roundFraction(number(place.largura, least.largura)), roundFraction(least.largura), 1);
  const altura = clamp(roundFraction(number(place.altura, least.altura)), roundFraction(least.altura), 1);
  const x = clamp(roundFraction(number(place.x, 0)), 0, roundFraction(1 - largura));
  const y = clamp(roundFraction(number(place.y, 0)), 0, roundFraction(1 - altura));
  return { ...place, x, y, largura, altura };
}

/** A new field of a type, its middle at a point of the page, in fractions. */
export function placeAt(tipo: TipoCampo, pagina: number, sheet: Sheet, at: { x: number; y: number }): Place {
  const [width, height] = FIELD_SIZES[tipo];
  const largura = Math.min(1, width / sheet.width);
  const altura = Math.min(1, height / sheet.height);
  return fit({ pagina, x: at.x - largura / 2, y: at.y - altura / 2, largura, altura }, sheet);
}

/** The same place on another page: as large on paper, at the same distance from the nearer edges. */
export function toPage<P extends Place>(place: P, pagina: number, from: Sheet, to: Sheet): P {
  const largura = (place.largura * from.width) / to.width;
  const altura = (place.altura * from.height) / to.height;
  const share = (at: number, side: number) => (side < 1 ? at / (1 - side) : 0);
  const x = share(place.x, place.largura) * (1 - Math.min(1, largura));
  const y = share(place.y, place.altura) * (1 - Math.min(1, altura));
  return fit({ ...place, pagina, x, y, largura, altura }, to);
}

/** Which sides a handle moves: -1 the left or upper one, 1 the right or lower one, 0 none. */
export interface Handle {
  readonly x: -1 | 0 | 1;
  readonly y: -1 | 0 | 1;
}

/** A place with some sides moved by fractions; a side stops at the page's edge and at the least size. */
export function resize<P extends Place>(place: P, handle: Handle, dx: number, dy: number, sheet: Sheet): P {
  const least = leastOf(sheet);
  const side = (at: number, size: number, which: -1 | 0 | 1, by: number, min: number): [number, number] => {
    if (which === 0) return [at, size];
    if (which === 1) return [at, clamp(size + by, min, 1 - at)];
    const start = clamp(at + by, 0, at + size - min);
    return [start, at + size - start];
  };
  const [x, largura] = side(place.x, place.largura, handle.x, dx, least.largura);
  const [y, altura] = side(place.y, place.altura, handle.y, dy, least.altura);
  return fit({ ...place, x, y, largura, altura }, sheet);
}

export type Side = 'x' | 'y' | 'largura' | 'altura';

/** The place with one side as given, in fractions, or as near to that as its page lets it be. */
export function setSide<P extends Place>(place: P, side: Side, value: number): P {
  const room = { x: 1 - place.largura, y: 1 - place.altura, largura: 1 - place.x, altura: 1 - place.y }[side];
  return { ...place, [side]: Math.min(value, room) };
}

/** The farthest a group of places can move by without any of them leaving its page. */
export function limitMove(places: readonly Place[], dx: number, dy: number): { dx: number; dy: number } {
  const room = places.reduce(
    (all, { x, y, largura, altura }) => ({
      left: Math.min(all.left, x),
      right: Math.min(all.right, 1 - x - largura),
      up: Math.min(all.up, y),
      down: Math.min(all.down, 1 - y - altura),
    }),
    { left: 1, right: 1, up: 1, down: 1 },
  );
  return { dx: clamp(dx, -Math.max(0, room.left), room.right), dy: clamp(dy, -Math.max(0, room.up), room.down) };
}

/** The rectangle around places of one page. */
export function around(places: readonly Place[]): Place {
  const x = Math.min(...places.map((one) => one.x));
  const y = Math.min(...places.map((one) => one.y));
  const right = Math.max(...places.map((one) => one.x + one.largura));
  const bottom = Math.max(...places.map((one) => one.y + one.altura));
  return { pagina: places[0]?.pagina ?? 1, x, y, largura: right - x, altura: bottom - y };
}

/** A line shown while something snaps to it, in fractions of the page. */
export interface Guide {
  readonly axis: 'x' | 'y';
  readonly at: number;
}

export interface Snapping {
  /** Within this many units a line attracts. */
  readonly reach: number;
  readonly grid: boolean;
}

interface Pull {
  readonly by: number;
  readonly guide: number | null;
}

/** How far the nearest line is from any of the edges given, all in units; a grid line only where nothing else is. */
function pullOf(edges: readonly number[], lines: readonly number[], first: number, { reach, grid }: Snapping): Pull {
  let best: Pull = { by: 0, guide: null };
  let nearest = reach;
  for (const line of lines) {
    for (const edge of edges) {
      const distance = Math.abs(line - edge);
      if (distance > nearest || (distance === nearest && best.guide !== null)) continue;
      nearest = distance;
      best = { by: line - edge, guide: line };
    }
  }
  if (best.guide !== null || !grid) return best;
  return { by: Math.round(first / GRID_UNITS) * GRID_UNITS - first, guide: null };
}

const linesOf = (others: readonly Place[], sheet: Sheet, axis: 'x' | 'y'): number[] => {
  const length = axis === 'x' ? sheet.width : sheet.height;
  const lines = others.flatMap((other) => {
    const [at, size] = axis === 'x' ? [other.x, other.largura] : [other.y, other.altura];
    return [at * length, (at + size / 2) * length, (at + size) * length];
  });
  return [...lines, length / 2];
};

export interface Snapped {
  readonly dx: number;
  readonly dy: number;
  readonly guides: readonly Guide[];
}

/**
 * A movement drawn to the edges and middles of other fields, to the middle of the page, and to the grid.
 * @param box what moves, where it stood before @param dx in fractions @returns the movement in fractions, inside the page
 */
export function snapMove(
  box: Place,
  dx: number,
  dy: number,
  others: readonly Place[],
  sheet: Sheet,
  snapping: Snapping,
): Snapped {
  const along = (axis: 'x' | 'y', at: number, size: number, by: number, length: number) => {
    const start = (at + by) * length;
    const edges = [start, start + (size * length) / 2, start + size * length];
    const pull = pullOf(edges, linesOf(others, sheet, axis), start, snapping);
    const wanted = by + pull.by / length;
    const moved = clamp(wanted, -at, 1 - at - size);
    const guides: Guide[] =
      pull.guide !== null && Math.abs(moved - wanted) < 1e-9 ? [{ axis, at: pull.guide / length }] : [];
    return { moved, guides };
  };
  const x = along('x', box.x, box.largura, dx, sheet.width);
  const y = along('y', box.y, box.altura, dy, sheet.height);
  return { dx: x.moved, dy: y.moved, guides: [...x.guides, ...y.guides] };
}

/** A resizing whose moved sides are drawn to lines the same way. */
export function snapResize<P extends Place>(
  place: P,
  handle: Handle,
  dx: number,
  dy: number,
  others: readonly Place[],
  sheet: Sheet,
  snapping: Snapping,
): { place: P; guides: readonly Guide[] } {
  const along = (axis: 'x' | 'y', which: -1 | 0 | 1, at: number, size: number, by: number, length: number) => {
    if (which === 0) return { by: 0, guide: null };
    const edge = (which === -1 ? at + by : at + size + by) * length;
    const pull = pullOf([edge], linesOf(others, sheet, axis), edge, snapping);
    return { by: by + pull.by / length, guide: pull.guide === null ? null : pull.guide / length };
  };
  const x = along('x', handle.x, place.x, place.largura, dx, sheet.width);
  const y = along('y', handle.y, place.y, place.altura, dy, sheet.height);
  const sized = resize(place, handle, x.by, y.by, sheet);
  const touches = (at: number, size: number, guide: number) =>
    Math.abs(at - guide) < 1e-5 || Math.abs(at + size - guide) < 1e-5;
  const guides: Guide[] = [];
  if (x.guide !== null && touches(sized.x, sized.largura, x.guide)) guides.push({ axis: 'x', at: x.guide });
  if (y.guide !== null && touches(sized.y, sized.altura, y.guide)) guides.push({ axis: 'y', at: y.guide });
  return { place: sized, guides };
}

export type Alignment = 'left' | 'center' | 'right' | 'top' | 'middle' | 'bottom';

/** Places of one page brought to a common edge or middle: that of the rectangle around them. */
export function align<P extends Place>(places: readonly P[], to: Alignment): P[] {
  const box = around(places);
  return places.map((place) => {
    switch (to) {
      case 'left':
        return { ...place, x: box.x };
      case 'center':
        return { ...place, x: box.x + (box.largura - place.largura) / 2 };
      case 'right':
        return { ...place, x: box.x + box.largura - place.largura };
      case 'top':
        return { ...place, y: box.y };
      case 'middle':
        return { ...place, y: box.y + (box.altura - place.altura) / 2 };
      default:
        return { ...place, y: box.y + box.altura - place.altura };
    }
  });
}

/** Places of one page with equal gaps between them along an axis; the outermost stay. Fewer than three stay as they are. */
export function distribute<P extends Place>(places: readonly P[], axis: 'x' | 'y'): P[] {
  if (places.length < 3) return [...places];
  const size = axis === 'x' ? ('largura' as const) : ('altura' as const);
  const sorted = places.map((place, index) => ({ place, index })).sort((a, b) => a.place[axis] - b.place[axis]);
  const box = around(places);
  const taken = places.reduce((sum, place) => sum + place[size], 0);
  const gap = (box[size] - taken) / (places.length - 1);
  const out = [...places];
  let at = box[axis];
  for (const { place, index } of sorted) {
    out[index] = { ...place, [axis]: at };
    at += place[size] + gap;
  }
  return out;
}
