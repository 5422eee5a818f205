import { encodeInk, type PageInk } from '@rubrica/pdf/ink';
import { PdfTaskFailed } from './child.ts';
import type { PdfEngine } from './engine.ts';

/** Three hundred pages take a second or two; what takes this long is not worth waiting for. */
const WHOLE_MS = 30_000;
/** Tasks that break the bounds of their worker before the rest of a file is left unknown. */
const MAX_BROKEN = 4;
const ALL = 10_000;

/**
 * Where a file's pages have ink, found page by page so that nobody who waits for a picture waits long. A page that
 * cannot be drawn within the bounds is unknown, and so is what comes after too many of those.
 * @returns as `encodeInk` writes it @throws Unavailable when no worker can be had
 */
export async function findInk(engine: Pick<PdfEngine, 'ink'>, path: string): Promise<Uint8Array> {
  const found: (PageInk | null)[] = [];
  const until = performance.now() + WHOLE_MS;
  let broken = 0;
  let alone = false;
  while (broken < MAX_BROKEN && performance.now() < until) {
    try {
      const { pages, total } = await engine.ink({ path, from: found.length, most: alone ? 1 : ALL });
      found.push(...pages);
      alone = false;
      if (pages.length === 0 || found.length >= total) break;
    } catch (error) {
      if (!(error instanceof PdfTaskFailed)) throw error;
      if (error.reason === 'ERROR') break;
      broken += 1;
      // Of several pages it is not known which one it was: the first is tried alone.
      if (alone) found.push(null);
      alone = !alone;
    }
  }
  return encodeInk(found);
}
