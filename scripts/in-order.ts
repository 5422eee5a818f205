/**
 * For a describe() whose tests are steps of one story, in the order in which they stand, even where a run shuffles tests:
 * `describe('…', IN_ORDER, () => …)`. For where each test would need all that the ones before it did; whatever can be made
 * anew for a test is made anew.
 */
export const IN_ORDER = { shuffle: false } as const;
