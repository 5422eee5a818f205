import { grantQueue } from '../src/compose/migrations.ts';
import { systemClock } from '../src/core/clock.ts';
import { createLog } from '../src/core/log.ts';
import { APP_ROLE, connect, createDatabase, type JobDefinition } from '../src/core/sql.ts';
import { createJobQueue, migrateQueue } from '../src/jobs/queue.ts';

/**
 * A real, empty database of the newest schema with every queue of the service, as DATABASE_URL takes it
 * (run-setup.ts).
 */
export async function newDatabase(): Promise<{ url: string; remove(): Promise<void> }> {
  const from = process.env.TEST_RUN;
  if (!from) throw new Error('there is no TEST_RUN: tests are run by vitest, with its globalSetup');
  const answer = await fetch(from, { method: 'POST' });
  const url = await answer.text();
  if (!answer.ok) throw new Error(url);
  return {
    url,
    remove: async () => {
      await fetch(`${from}${new URL(url).pathname}`, { method: 'DELETE' });
    },
  };
}

/** Where a test database is, in a form that can be handed to another process. */
export interface DatabaseAddress {
  readonly path: string;
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly username: string;
}

/** What one process of the service holds of a database: its own role's connections and its end of the queue. */
export function openDatabase({ path, host, port, database, username }: DatabaseAddress) {
  const log = createLog('silent');
  const queue = createJobQueue({ host, port, database, user: username }, APP_ROLE, log);
  const db = createDatabase(connect({ path, database, username }, APP_ROLE, 10), {
    clock: systemClock,
    enqueue: queue.enqueue,
    onAfterCommitError: (error) => log.error(error),
  });
  return { queue, db };
}

/** @param url as `newDatabase` gives it */
export function addressOf(url: string): DatabaseAddress {
  const { pathname, searchParams, username } = new URL(url);
  const host = searchParams.get('host') ?? '';
  const port = 5432;
  return { path: `${host}/.s.PGSQL.${port}`, host, port, database: pathname.slice(1), username };
}

/** A database of newDatabase(), with the queues of `jobs` too, and its owner. */
export async function startDatabase(jobs: readonly JobDefinition<object>[]) {
  const { url, remove } = await newDatabase();
  const address = addressOf(url);
  const { path, host, port, database, username } = address;
  /** As the owner of the tables, whom row-level security does not bind. */
  const owner = connect({ path, database, username }, null, 3);
  if (jobs.length > 0) {
    await migrateQueue({ host, port, database, user: username }, jobs);
    await grantQueue(owner);
  }
  return {
    address,
    owner,
    async stop() {
      await owner.end();
      await remove();
    },
  };
}
