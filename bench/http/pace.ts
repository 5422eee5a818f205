import { setTimeout as delay } from 'node:timers/promises';

/**
 * Several callers, each of whom waits for the end of one act before the next.
 * @returns acts a second, until the last that was begun in `seconds` ended, and how many there were
 */
export async function together(
  callers: number,
  seconds: number,
  act: () => Promise<unknown>,
): Promise<{ readonly perSecond: number; readonly count: number }> {
  const began = performance.now();
  let count = 0;
  const caller = async () => {
    while (performance.now() < began + seconds * 1000) {
      await act();
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return { count, perSecond: (count * 1000) / (performance.now() - began) };
}

/**
 * Acts that begin when they are due, whatever becomes of those before.
 * @param act `due` as `performance.now()` tells it
 * @returns the most that were in progress at once
 */
export async function paced(
  perSecond: number,
  seconds: number,
  act: (due: number) => Promise<unknown>,
): Promise<number> {
  const open = new Set<Promise<unknown>>();
  const began = performance.now();
  let most = 0;
  for (let count = 0; count < perSecond * seconds; count += 1) {
    const due = began + (count * 1000) / perSecond;
    const early = due - performance.now();
    if (early > 0) await delay(early);
    const one = act(due).finally(() => open.delete(one));
    open.add(one);
    most = Math.max(most, open.size);
  }
  await Promise.all(open);
  return most;
}

/** Does something for each, several at once. */
export async function spread<T>(callers: number, all: readonly T[], act: (one: T) => Promise<unknown>): Promise<void> {
  let next = 0;
  const caller = async () => {
    while (next < all.length) await act(all[next++] as T);
  };
  await Promise.all(Array.from({ length: callers }, caller));
}
