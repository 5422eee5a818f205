import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from './log.ts';
import { type Scope, scopeKey } from './scope.ts';

/** How often a process looks for what is new, as long as somebody waits for it. */
const LOOK_EVERY_MS = 100;
/** And after a look that failed. */
const LOOK_AGAIN_MS = 1_000;

/** What a reader waits for, at least where. */
export interface Wanted {
  readonly scope: Scope;
  /** Before every reading but the first: whoever waited may be nobody any more. @throws what refuses them */
  readonly recheck: () => Promise<void>;
}

/**
 * The waiting readers of one process. They never ask the database each for itself: one look for all of them finds what is
 * new, and wakes those whom it concerns.
 */
export interface Waiting<W extends Wanted> {
  /** How many wait. */
  count(): number;
  /** The organizations they wait in. */
  organizations(): string[];
  /** Wakes those of a scope whom something concerns. */
  wake(organizacaoId: string, ambiente: string, concerns?: (wanted: W) => boolean): void;
  /**
   * Reads, and while there is nothing reads again when something came, for so long at most.
   * @param read one page; what it answers is given as it is
   */
  read<T>(wanted: W, waitMs: number, read: () => Promise<T>, isEmpty: (page: T) => boolean): Promise<T>;
}

interface Waiter {
  /** What came before is known. */
  forget(): void;
  /** Resolves when something came since `forget`, or after so many milliseconds. */
  woken(withinMs: number): Promise<void>;
  leave(): void;
}

/**
 * @param look finds what is new, and wakes
 * @param options.first what comes before the first reading of everybody
 * @param options.stopping wakes everybody: the process ends
 */
export function createWaiting<W extends Wanted>(
  look: (waiting: Waiting<W>) => Promise<unknown>,
  { log, stopping, first }: { log: Logger; stopping: AbortSignal; first?: () => Promise<unknown> },
): Waiting<W> {
  const { join, ...waiters } = createWaiters<W>();
  stopping.addEventListener('abort', () => waiters.wakeAll(), { once: true });

  let looking = false;
  async function keepLooking(): Promise<void> {
    if (looking) return;
    looking = true;
    while (waiters.count() > 0 && !stopping.aborted) {
      await pause(LOOK_EVERY_MS);
      await look(waiting).catch((error) => {
        log.warn({ err: error }, 'what readers wait for could not be looked at');
        return pause(LOOK_AGAIN_MS);
      });
    }
    looking = false;
  }

  const waiting: Waiting<W> = {
    count: waiters.count,
    organizations: waiters.organizations,
    wake: waiters.wake,
    async read(wanted, waitMs, read, isEmpty) {
      const until = performance.now() + waitMs;
      const waiter = waitMs > 0 ? join(wanted) : null;
      if (waiter) void keepLooking();
      try {
        await first?.();
        for (;;) {
          waiter?.forget();
          const page = await read();
          const left = until - performance.now();
          if (!waiter || !isEmpty(page) || left <= 0 || stopping.aborted) return page;
          await waiter.woken(left);
          await wanted.recheck();
        }
      } finally {
        waiter?.leave();
      }
    },
  };
  return waiting;
}

/** Who waits, by scope. */
function createWaiters<W extends Wanted>() {
  interface One {
    readonly wanted: W;
    wake(): void;
  }
  const byScope = new Map<string, Set<One>>();
  let count = 0;

  return {
    count: () => count,
    organizations: () => [
      ...new Set([...byScope.values()].flatMap((here) => [...here].map(({ wanted }) => wanted.scope.organizacaoId))),
    ],
    join(wanted: W): Waiter {
      let came = false;
      let resolve: (() => void) | undefined;
      const one = {
        wanted,
        wake() {
          came = true;
          resolve?.();
        },
      };
      const key = scopeKey(wanted.scope);
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
    wake(organizacaoId: string, ambiente: string, concerns: (wanted: W) => boolean = () => true): void {
      for (const { wanted, wake } of byScope.get(scopeKey({ organizacaoId, ambiente })) ?? [])
        if (concerns(wanted)) wake();
    },
    wakeAll(): void {
      for (const here of byScope.values()) for (const { wake } of here) wake();
    },
  };
}
