import type { Clock } from '../../src/core/clock.ts';
import { APP_ROLE, connect, createDatabase, type Database, type Sql } from '../../src/core/sql.ts';
import { startDatabase } from '../database.ts';

/** A clock that tests can move. It starts at a whole millisecond of real time. */
export interface TestClock extends Clock {
  advance(ms: number): void;
}

export function testClock(): TestClock {
  let offset = 0;
  return {
    now: () => new Date(Date.now() + offset),
    advance: (ms) => {
      offset += ms;
    },
  };
}

/** A migrated database of its own: `db` as the application sees it, `owner` past every lock. */
export interface TestDatabase {
  readonly db: Database;
  readonly owner: Sql;
  stop(): Promise<void>;
}

export async function startTestDatabase(clock: Clock): Promise<TestDatabase> {
  const { address, owner, stop } = await startDatabase([]);
  const { path, database, username } = address;
  const db = createDatabase(connect({ path, database, username }, APP_ROLE, 4), {
    clock,
    enqueue: async () => {},
    onAfterCommitError: (error) => {
      throw error;
    },
  });
  return {
    db,
    owner,
    stop: async () => {
      await db.close();
      await stop();
    },
  };
}
