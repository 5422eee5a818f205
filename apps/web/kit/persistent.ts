/** How often a part that did not come is asked for again. */
const AGAIN_MS = 3_000;

/**
 * Loads a part of the page, retrying while the connection is down: a missing part must not cost anybody what they
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
