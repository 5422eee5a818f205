/** Something that stands on one page. Lengths in points. */
export type Piece = {
  height: number;
  /** White under it, which falls away at the end of a page. */
  gap: number;
  /** How bad it is to end a page after it: 0 where nothing is torn, FORBIDDEN where it is done only if nothing else can be. */
  ends: number;
  /** Height of what is repeated above it where a page begins with it. */
  head: number;
};

/** Worse than any sum of what is merely not beautiful. */
export const FORBIDDEN = 1e6;
/** A page costs as much as leaving three quarters of one empty, so that none is added for beauty's sake. */
const PAGE = 60;
const EMPTY = 100;
/** What the last page holds at least, where there is one before it to take from: some eight lines. */
const LAST = 90;

/**
 * Cuts pieces into pages so that the sum of what is bad about it is least: pages, breaks at bad places, and the square of
 * what is left empty (after Knuth and Plass, Breaking paragraphs into lines, 1981).
 * @returns of each page, the number of its first piece
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
      // Rounding must not cost a page.
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
