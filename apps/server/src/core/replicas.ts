import { setTimeout as delay } from 'node:timers/promises';
import type { Piece } from './driver/statement.ts';
import type { Sql, Tag } from './driver/tag.ts';
import type { Logger } from './log.ts';
import { Problem } from './problem.ts';

/** Where the primary's log stood: its timeline in hexadecimal and how far it is safe, `00000001 0/3A21F8`. */
export type Position = string;

/**
 * An item of a select list, `posicao_wal`: a position that no commit acknowledged before the statement lies beyond. Without
 * waiting for the disk a commit is acknowledged before it is safe; then what was written counts.
 */
export const positionIn = (sql: Tag): Piece => sql`,
  (select substr(pg_walfile_name(ate), 1, 8) || ' ' || ate
     from (select case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
                       else pg_current_wal_flush_lsn() end as ate) as log) as posicao_wal`;

/** Ran on a connection just before its transaction begins, whose snapshot is taken later. @throws if it must not begin */
export type Before = (own: Tag) => Promise<void>;

/** A reading transaction on one server. @param entering called before its work; it throws if nobody waits any more */
export type Reading<T> = (server: Sql, before: Before, entering: () => void) => Promise<T>;

/** What became of reads that a replica might answer: the last three were answered by the primary. */
export type ReadOutcome = 'answered' | 'behind' | 'failed' | 'resting';

/** Servers that follow the primary and answer reads in its place (ADR 0068). */
export interface Replicas {
  /**
   * Runs a reading transaction on a replica that has everything up to a position. Its work may be started again on the
   * primary.
   * @returns null if no replica answered it
   * @throws Problem whatever the work answers with
   */
  read<T>(seen: Position, run: Reading<T>): Promise<{ readonly value: T } | null>;
  /** Whether the last attempt failed on each of them. */
  away(): boolean;
  /** How many reads had which outcome since the process started. */
  readonly counts: Readonly<Record<ReadOutcome, number>>;
  close(): Promise<void>;
}

/** How long a replica may take to catch up with a caller: a network's delay and the replay of a few records. */
const CATCH_UP_MS = 20;
const LOOK_AGAIN_MS = 2;
/** How long a transaction may take to begin: a round trip, and perhaps a new connection. */
const BEGIN_MS = 250;
/** A replica that did not answer is not asked again before that, and then by one read alone. */
const REST_MS = 1_000;

class Behind extends Error {}
class Silent extends Error {}

interface Replica {
  readonly name: string;
  readonly sql: Sql;
  failing: boolean;
  /** As `performance.now()`. */
  restsUntil: number;
}

/** @param servers pools of the application's role @param close closes whatever belongs to them */
export function createReplicas(
  servers: readonly { readonly name: string; readonly sql: Sql }[],
  log: Logger,
  close: () => Promise<void>,
): Replicas {
  const replicas = servers.map(({ name, sql }): Replica => ({ name, sql, failing: false, restsUntil: 0 }));
  const counts: Record<ReadOutcome, number> = { answered: 0, behind: 0, failed: 0, resting: 0 };
  let turn = 0;

  function choose(): Replica | undefined {
    const now = performance.now();
    const awake = replicas.filter(({ restsUntil }) => restsUntil <= now);
    turn += 1;
    const chosen = awake[turn % awake.length];
    // Others wait for the outcome of this attempt, elsewhere.
    if (chosen?.failing) chosen.restsUntil = now + REST_MS;
    return chosen;
  }

  function works(replica: Replica): void {
    if (replica.failing) log.info({ replica: replica.name }, 'a read replica answers again');
    replica.failing = false;
    replica.restsUntil = 0;
    counts.answered += 1;
  }

  function fails(replica: Replica, error: unknown): void {
    counts[error instanceof Behind ? 'behind' : 'failed'] += 1;
    if (!replica.failing) log.warn({ replica: replica.name, reason: String(error) }, 'a read replica is left aside');
    replica.failing = true;
    replica.restsUntil = performance.now() + REST_MS;
  }

  return {
    counts,
    away: () => replicas.every(({ failing }) => failing),
    close,
    async read(seen, run) {
      const replica = choose();
      if (!replica) {
        counts.resting += 1;
        return null;
      }
      try {
        const value = await caughtUp(() => begunInTime(replica.sql, seen, run));
        works(replica);
        return { value };
      } catch (error) {
        if (error instanceof Problem) {
          works(replica);
          throw error;
        }
        fails(replica, error);
        return null;
      }
    },
  };
}

async function caughtUp<T>(read: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + CATCH_UP_MS;
  for (;;) {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof Behind) || performance.now() > deadline) throw error;
      await delay(LOOK_AGAIN_MS);
    }
  }
}

async function begunInTime<T>(server: Sql, seen: Position, run: Reading<T>): Promise<T> {
  let abandoned = false;
  const begun = Promise.withResolvers<void>();
  const reading = run(server, hasEverythingUpTo(seen), () => {
    if (abandoned) throw new Silent('too late');
    begun.resolve();
  });
  const late = setTimeout(() => begun.reject(new Silent(`no answer in ${BEGIN_MS} ms`)), BEGIN_MS);
  try {
    await Promise.race([begun.promise, reading]);
  } catch (error) {
    abandoned = true;
    reading.catch(() => {});
    throw error;
  } finally {
    clearTimeout(late);
  }
  return reading;
}

/**
 * A promoted replica replays nothing any more, and one that follows a primary of before a failover has another history
 * under the same numbers: neither is asked. Its own timeline is that of its last restartpoint, at most `checkpoint_timeout`
 * old.
 */
function hasEverythingUpTo(seen: Position): Before {
  const [timeline = '', ate = ''] = seen.split(' ');
  return async (own) => {
    const [row] = await own<{ follows: boolean; there: boolean }[]>`
      select pg_is_in_recovery() and (select timeline_id from pg_control_checkpoint()) = ${Number.parseInt(timeline, 16)}
               as follows,
             coalesce(pg_last_wal_replay_lsn() >= ${ate}::pg_lsn, false) as there`.execute();
    if (!row?.follows) throw new Error('it does not follow the primary');
    if (!row.there) throw new Behind('it is behind');
  };
}
