/** Something placed on one page. Lengths in points. */
export type Piece = {
  height: number;
  /** White space below it, which is dropped at the end of a page. */
  gap: number;
  /** How bad a page break after it is: 0 if it splits nothing, FORBIDDEN if it is allowed only as a last resort. */
  ends: number;
  /** Height of what is repeated above it if a page begins with it. */
  head: number;
};

/** Worse than any sum of purely aesthetic costs. */
export const FORBIDDEN = 1e6;
/** A page costs as much as leaving three quarters of one empty, so that none is added for appearance alone. */
const PAGE = 60;
const EMPTY = 100;
/** The least content of the last page, if there is an earlier one to take from: some eight lines. */
const LAST = 90;

/**
 * Divides pieces into pages with the least total cost: pages, breaks in bad places, and the square of the empty space
 * (after Knuth and Plass, Breaking paragraphs into lines, 1981).
 * @returns for each page, the index of its first piece
 */
export function breakPages(pieces: readonly Piece[], capacity: number): number[] {
  const best = [0];
  const from = [0];
  for (let end = 1; end <= pieces.length; end++) {
    let least = Number.POSITIVE_INFINITY;
    let height = 0;
    for (let first = end - 1; first >= 0; first--) {
      const piece = pieces[first] as Piece;
      height += piece.height + (first === end - 1 ? 0 : piece.gap);
      const used = height + piece.head;
      // Rounding must not cause an extra page.
      if (height > capacity + 0.01 && first < end - 1) break;
      if (used > capacity + 0.01 && first < end - 1) continue;
      const cost = (best[first] as number) + PAGE + endCost(pieces, end, used, capacity, first === 0);
      if (cost >= least) continue;
      least = cost;
      from[end] = first;
    }
    best[end] = least;
  }
  const starts: number[] = [];
  for (let end = pieces.length; end > 0; end = from[end] as number) starts.unshift(from[end] as number);
  return starts;
}

function endCost(pieces: readonly Piece[], end: number, used: number, capacity: number, only: boolean): number {
  if (end === pieces.length) return used < LAST && !only ? FORBIDDEN / 2 : 0;
  const empty = Math.max(0, capacity - used) / capacity;
  return (pieces[end - 1] as Piece).ends + EMPTY * empty * empty;
}
