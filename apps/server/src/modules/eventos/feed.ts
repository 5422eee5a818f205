import { setTimeout as pause } from 'node:timers/promises';
import type { EventoWebhook } from '@rubrica/contract';
import { createBatch } from '../../core/batch.ts';
import type { Logger } from '../../core/log.ts';
import type { Row } from '../../core/row.ts';
import type { Scope } from '../../core/scope.ts';
import type { Database } from '../../core/sql.ts';

/** How often a process looks for what is new, as long as somebody waits for it. */
const LOOK_EVERY_MS = 100;
/** And after a look that failed. */
const LOOK_AGAIN_MS = 1_000;
/** Events that one look numbers, and tells of. */
const MOST = 5_000;
/** Readers whose looks are one. */
const TOGETHER = 100_000;

/** What a reader waits for. */
export interface Wanted {
  readonly scope: Scope;
  readonly tipo: EventoWebhook | null;
  readonly documentoId: string | null;
}

/**
 * The feed of events, for the readers of one process. They never ask the database each for itself: one look numbers what
 * was committed before it, for all of them, and wakes those whom it concerns.
 */
export interface Feed {
  /** Numbers what was committed before this was called. @returns how many got a number */
  settle(): Promise<number>;
  /**
   * Reads, and while there is nothing reads again when something came, for so long at most.
   * @param read one page; what it answers is given as it is
   */
  read<T>(wanted: Wanted, waitMs: number, read: () => Promise<T>, isEmpty: (page: T) => boolean): Promise<T>;
  /** How many wait. */
  waiting(): number;
}

type New = Row<
  'acesso.eventos_depois',
  {
    readonly posicao: number;
    readonly organizacao_id: string;
    readonly ambiente: string;
    readonly evento: string;
    readonly documento_id: string | null;
  }
>;

/** @param stopping wakes everybody: the process ends */
export function createFeed(db: Pick<Database, 'sql'>, log: Logger, stopping: AbortSignal): Feed {
  const waiters = createWaiters();
  stopping.addEventListener('abort', () => waiters.wakeAll(), { once: true });
  /** The greatest number that waiters were told of. */
  let told: number | null = null;

  async function look(): Promise<number> {
    const [row] = await db.sql<{ numerados: number; ultima: number }[]>`select * from acesso.numerar_eventos(${MOST})`;
    const { numerados, ultima } = row ?? { numerados: 0, ultima: 0 };
    // Whoever begins to wait reads after the next look, so what was there before is nothing to tell.
    if (told === null || waiters.count() === 0) told = Math.max(told ?? 0, ultima);
    else if (ultima > told) {
      const news = await db.sql<New[]>`select * from acesso.eventos_depois(${told}, ${MOST})`;
      for (const one of news) waiters.wake(one);
      told = news.at(-1)?.posicao ?? ultima;
    }
    return numerados;
  }
  const joinLook = createBatch<null, number>(
    async (readers) => {
      const numbered = await look();
      return readers.map(() => numbered);
    },
    { atOnce: 1, most: TOGETHER },
  );
  const settle = () => joinLook(null);

  let looking = false;
  async function keepLooking(): Promise<void> {
    if (looking) return;
    looking = true;
    while (waiters.count() > 0 && !stopping.aborted) {
      await pause(LOOK_EVERY_MS);
      await settle().catch((error) => {
        log.warn({ err: error }, 'the feed of events could not be looked at');
        return pause(LOOK_AGAIN_MS);
      });
    }
    looking = false;
  }

  return {
    settle,
    waiting: waiters.count,
    async read(wanted, waitMs, read, isEmpty) {
      const until = performance.now() + waitMs;
      const waiter = waitMs > 0 ? waiters.join(wanted) : null;
      if (waiter) void keepLooking();
      try {
        await settle();
        for (;;) {
          waiter?.forget();
          const page = await read();
          const left = until - performance.now();
          if (!waiter || !isEmpty(page) || left <= 0 || stopping.aborted) return page;
          await waiter.woken(left);
        }
      } finally {
        waiter?.leave();
      }
    },
  };
}

interface Waiter {
  /** What came before is known. */
  forget(): void;
  /** Resolves when something came since `forget`, or after so many milliseconds. */
  woken(withinMs: number): Promise<void>;
  leave(): void;
}

/** Who waits, by scope. */
function createWaiters() {
  const byScope = new Map<string, Set<{ readonly wanted: Wanted; wake(): void }>>();
  let count = 0;
  const keyOf = (organizacaoId: string, ambiente: string) => `${organizacaoId}/${ambiente}`;

  return {
    count: () => count,
    join(wanted: Wanted): Waiter {
      let came = false;
      let resolve: (() => void) | undefined;
      const one = {
        wanted,
        wake() {
          came = true;
          resolve?.();
        },
      };
      const key = keyOf(wanted.scope.organizacaoId, wanted.scope.ambiente);
      const here = byScope.get(key) ?? new Set();
      byScope.set(key, here.add(one));
      count += 1;
      return {
        forget() {
          came = false;
        },
        woken: (withinMs) =>
          new Promise((done) => {
            if (came) return done();
            const timer = setTimeout(done, withinMs);
            resolve = () => {
              clearTimeout(timer);
              done();
            };
          }),
        leave() {
          here.delete(one);
          if (here.size === 0 && byScope.get(key) === here) byScope.delete(key);
          count -= 1;
        },
      };
    },
    wake({ organizacao_id, ambiente, evento, documento_id }: New): void {
      for (const { wanted, wake } of byScope.get(keyOf(organizacao_id, ambiente)) ?? []) {
        const { tipo, documentoId } = wanted;
        if ((tipo === null || tipo === evento) && (documentoId === null || documentoId === documento_id)) wake();
      }
    },
    wakeAll(): void {
      for (const here of byScope.values()) for (const { wake } of here) wake();
    },
  };
}
