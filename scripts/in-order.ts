/**
 * For a describe() whose tests are consecutive steps and must run in order even if the run shuffles tests:
 * `describe('…', IN_ORDER, () => …)`. Use it where each test would need everything the previous ones did; whatever can
 * be created for each test should be.
 */
export const IN_ORDER = { shuffle: false } as const;
