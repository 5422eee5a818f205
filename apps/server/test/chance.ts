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
