/** On a machine with many times the work it can do, what comes may come this late. */
export const WAIT_MS = 120_000;

const SHORTEST_MS = 50;
const LONGEST_MS = 2_500;

/**
 * Waits for a condition, asking again until it holds. Between two questions passes a seventh of the time waited so far:
 * what comes soon is seen soon, and nobody asks sixty times in a minute, which is what a key may do.
 * @returns what `ask` found, as soon as that is not null, undefined or false
 * @throws Error when the time, in milliseconds, is up
 */
export async function until<T>(
  ask: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  timeoutMs = WAIT_MS,
): Promise<T> {
  const start = performance.now();
  for (;;) {
    const found = await ask();
    if (found) return found;
    const waited = performance.now() - start;
    if (waited > timeoutMs) throw new Error('the condition did not come true in time');
    await new Promise((resolve) => setTimeout(resolve, Math.min(LONGEST_MS, Math.max(SHORTEST_MS, waited / 7))));
  }
}
