import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../src/adapters/embedded-postgres.ts';
import { migrate } from '../../src/compose/migrations.ts';
import type { Clock } from '../../src/core/clock.ts';
import { APP_ROLE, connect, createDatabase, type Database, type Sql } from '../../src/core/sql.ts';

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
  const dataDir = await mkdtemp(join(tmpdir(), 'rubrica-test-'));
  const server = await startEmbeddedPostgres({ dataDir, fsync: false });
  const owner = connect({ ...server.connection }, null, 2);
  await migrate(owner);
  const db = createDatabase(connect({ ...server.connection }, APP_ROLE, 4), {
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
      await owner.end({ timeout: 5 });
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
