import { encodeInk, type PageInk } from '@rubrica/pdf/ink';
import type { ReceivedFile } from '../../core/pdf.ts';
import { PdfTaskFailed } from './child.ts';
import type { PdfEngine } from './engine.ts';

/** Three hundred pages take a second or two; what takes this long is not worth waiting for. */
const WHOLE_MS = 30_000;
/** The number of tasks that may exceed their worker's limits before the rest of a file is left unknown. */
const MAX_BROKEN = 4;
const ALL = 10_000;

/**
 * Where a file's pages have ink, determined page by page so that previews are not delayed for long. A page that cannot
 * be drawn within the limits is unknown, and so is everything after too many of those.
 * @returns as encoded by `encodeInk` @throws FileAltered; Unavailable if no worker is available
 */
export async function findInk(engine: Pick<PdfEngine, 'ink'>, { path, sha256 }: ReceivedFile): Promise<Uint8Array> {
  const found: (PageInk | null)[] = [];
  const until = performance.now() + WHOLE_MS;
  let broken = 0;
  let alone = false;
  while (broken < MAX_BROKEN && performance.now() < until) {
    try {
      const { pages, total } = await engine.ink({ path, sha256, from: found.length, most: alone ? 1 : ALL });
      found.push(...pages);
      alone = false;
      if (pages.length === 0 || found.length >= total) break;
    } catch (error) {
      if (!(error instanceof PdfTaskFailed)) throw error;
      if (error.reason === 'ERROR') break;
      broken += 1;
      // With several pages it is unknown which one failed, so the first is tried alone.
      if (alone) found.push(null);
      alone = !alone;
    }
  }
  return encodeInk(found);
}
