/** The draw that every run repeats, so that two runs of one version end alike. */
const SAME_EACH_TIME = 20_261_101;

/**
 * The seed of what is drawn by chance: RUBRICA_SEED where it is set; one more each time in the longer campaigns
 * (RUBRICA_RUNS), which look for what no earlier draw has shown; otherwise always the same.
 */
export function seedOfRun(): number {
  const { RUBRICA_SEED: seed, RUBRICA_RUNS: longer } = process.env;
  if (seed) return Number(seed);
  return longer ? Date.now() % 1_000_000_000 : SAME_EACH_TIME;
}

/** Chance that can be had again: the same seed gives the same numbers (mulberry32). */
export class Random {
  #state: number;
  constructor(seed: number) {
    this.#state = seed >>> 0;
  }
  /** From 0 up to but not including 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  int(below: number): number {
    return Math.floor(this.next() * below);
  }
  chance(probability: number): boolean {
    return this.next() < probability;
  }
  pick<T>(list: readonly T[]): T {
    return list[this.int(list.length)] as T;
  }
  uuid(): string {
    const hex = Array.from({ length: 32 }, () => this.int(16).toString(16)).join('');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
  }
}
