import { useRef } from 'react';

/**
 * Saves what was wished last, one request at a time: two on the line could arrive the other way round. A wish that comes
 * while another is being saved waits, in the place of one that waited before it.
 * @param save does one wish; `later` tells whether another waits by now
 * @param onEnd called once nothing is left to save: with undefined, or with why a wish could not be, which gives up the
 *   one that waited
 */
export function useLastWish<W>(
  save: (wish: W, later: () => boolean) => Promise<void>,
  onEnd: (error: unknown) => void,
): (wish: W) => void {
  const waiting = useRef<{ readonly wish: W } | null>(null);
  const working = useRef(false);
  const work = async () => {
    let failed: unknown;
    working.current = true;
    try {
      while (waiting.current) {
        const { wish } = waiting.current;
        waiting.current = null;
        await save(wish, () => waiting.current !== null);
      }
    } catch (error) {
      failed = error;
      waiting.current = null;
    }
    working.current = false;
    onEnd(failed);
  };
  return (wish) => {
    waiting.current = { wish };
    if (!working.current) void work();
  };
}
