/** Pictures under way at once: a browser has six connections to a service, and the panel's calls need theirs. */
const AT_ONCE = 2;

let underWay = 0;
const waiting: (() => void)[] = [];

function next(): void {
  if (underWay >= AT_ONCE) return;
  waiting.shift()?.();
}

/**
 * Waits for a turn. Who has left meanwhile gives it up at once.
 * @returns what ends the turn; ending it twice does nothing
 */
export async function awaitTurn(leaving: AbortSignal): Promise<() => void> {
  if (underWay >= AT_ONCE) {
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      leaving.addEventListener(
        'abort',
        () => {
          const at = waiting.indexOf(resolve);
          if (at < 0) return;
          waiting.splice(at, 1);
          resolve();
        },
        { once: true },
      );
    });
    if (leaving.aborted) return () => {};
  }
  underWay += 1;
  let mine = true;
  return () => {
    if (!mine) return;
    mine = false;
    underWay -= 1;
    next();
  };
}
