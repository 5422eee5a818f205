/** How often a part that did not come is asked for again. */
const AGAIN_MS = 3_000;

/**
 * Loads a part of the page, and again while the line is gone: a part that is missing must not take with it what was
 * typed. Never rejects.
 */
export async function persistently<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise<void>((done) => {
        const timer = setTimeout(go, AGAIN_MS);
        function go() {
          clearTimeout(timer);
          removeEventListener('online', go);
          done();
        }
        addEventListener('online', go);
      });
    }
  }
}
