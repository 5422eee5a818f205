import type { Box, Matrix } from '../layout.ts';

/** The matrix that applies `m` first and then `n`, as `cm` concatenates (ISO 32000-2 clause 8.3.4). */
export function multiply(m: Matrix, n: Matrix): Matrix {
  return [
    m[0] * n[0] + m[1] * n[2],
    m[0] * n[1] + m[1] * n[3],
    m[2] * n[0] + m[3] * n[2],
    m[2] * n[1] + m[3] * n[3],
    m[4] * n[0] + m[5] * n[2] + n[4],
    m[4] * n[1] + m[5] * n[3] + n[5],
  ];
}

/** Transforms a point. */
export function apply(m: Matrix, x: number, y: number): [number, number] {
  return [m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]];
}

/** A clip narrowed by a box in a matrix's source space: the bounds of their intersection. */
export function clipTo(clip: Box, m: Matrix, box: Box): Box {
  const corners = [0, 2].flatMap((i) => [1, 3].map((j) => apply(m, box[i] as number, box[j] as number)));
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  return [
    Math.max(clip[0], Math.min(...xs)),
    Math.max(clip[1], Math.min(...ys)),
    Math.min(clip[2], Math.max(...xs)),
    Math.min(clip[3], Math.max(...ys)),
  ];
}
