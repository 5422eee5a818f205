/** The same work done by the service and by its floor, alternately, in rounds. */
export interface Contest {
  readonly name: string;
  /** One round of each; the result is a rate (more is better) or a time (less is better). */
  readonly ours: () => Promise<number>;
  readonly floor: () => Promise<number>;
}

export interface Result {
  readonly name: string;
  readonly ours: number;
  readonly floor: number;
  /** ours / floor of each round: the median, and the extremes. */
  readonly ratio: Spread;
}

export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const [min = Number.NaN] = sorted;
  return { min, max: sorted.at(-1) ?? Number.NaN, median: medianOf(sorted) };
}

export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  const [low, high] = [sorted[sorted.length % 2 === 0 ? half - 1 : half], sorted[half]];
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2;
}

/**
 * Runs a contest: one warm-up of each, then `rounds` of A B, B A, A B …, so that a machine that slows down or is shared
 * affects both alike. The ratio is computed within each round.
 */
export async function hold({ name, ours, floor }: Contest, rounds: number): Promise<Result> {
  await floor();
  await ours();
  const pairs: { ours: number; floor: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) {
      const first = await ours();
      pairs.push({ ours: first, floor: await floor() });
    } else {
      const first = await floor();
      pairs.push({ ours: await ours(), floor: first });
    }
  }
  return {
    name,
    ours: medianOf(pairs.map((pair) => pair.ours)),
    floor: medianOf(pairs.map((pair) => pair.floor)),
    ratio: spreadOf(pairs.map((pair) => pair.ours / pair.floor)),
  };
}
