import type { Logger } from '../../core/log.ts';
import { BeyondLimits } from '../../core/pdf.ts';
import { Unavailable } from '../../core/ports.ts';
import { Problem } from '../../core/problem.ts';

/** How long a picture that could not be drawn is not retried, and how many such pictures are remembered. */
const FAILED_MS = 600_000;
const FAILED_KEPT = 1_000;

/** A picture to be drawn: of which file, and a key of its own. */
export interface Drawing {
  readonly arquivoId: string;
  readonly key: string;
  /** Waits until it may be drawn, and then has it drawn. */
  readonly inTurn?: <T>(work: () => Promise<T>) => Promise<T>;
  /** @returns null if it cannot be drawn @throws BeyondLimits if nothing of its file can */
  draw(): Promise<Buffer | null>;
}

/**
 * Draws each picture once for all who ask for it at the same time. Whatever the reason, a failure is null, and is
 * remembered for a while.
 * @throws Unavailable and Problem, which say nothing about the file
 */
export function createDrawings(log: Logger): (drawing: Drawing) => Promise<Buffer | null> {
  const underWay = new Map<string, Promise<Buffer | null>>();
  const failed = new Map<string, number>();
  const hasFailed = (key: string) => (failed.get(key) ?? 0) > performance.now();

  const remember = (key: string) => {
    failed.set(key, performance.now() + FAILED_MS);
    for (const [oldest] of failed) {
      if (failed.size <= FAILED_KEPT) break;
      failed.delete(oldest);
    }
  };

  const attempt = async ({ arquivoId, key, draw }: Drawing): Promise<Buffer | null> => {
    // While it waited for its turn another page may have shown what the file is like.
    if (hasFailed(arquivoId)) return null;
    try {
      const bytes = await draw();
      if (bytes) return bytes;
    } catch (error) {
      if (error instanceof Unavailable || error instanceof Problem) throw error;
      log.warn({ err: error, arquivoId }, 'a picture could not be made');
      // How long it took tells nothing: on a busy machine a harmless page waits for its turn.
      if (error instanceof BeyondLimits) remember(arquivoId);
    }
    remember(key);
    return null;
  };

  return (drawing) => {
    const { arquivoId, key, inTurn = (work) => work() } = drawing;
    const found = underWay.get(key);
    if (found) return found;
    if (hasFailed(key) || hasFailed(arquivoId)) return Promise.resolve(null);
    const mine = inTurn(() => attempt(drawing)).finally(() => underWay.delete(key));
    underWay.set(key, mine);
    return mine;
  };
}
