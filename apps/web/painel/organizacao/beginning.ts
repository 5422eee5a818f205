/** What a form starts from, and which start it is: the round is its key, so that it starts over. */
export interface Begin<T> {
  readonly round: number;
  /** What was saved last, which a read may not show yet; null starts from what was read. */
  readonly saved: T | null;
}

export const FIRST: Begin<never> = { round: 0, saved: null };

/** @param saved the answer of the write, or null where changes were discarded */
export const anew = <T>({ round }: Begin<T>, saved: T | null): Begin<T> => ({ round: round + 1, saved });
