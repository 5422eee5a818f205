import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../src/adapters/embedded-postgres.ts';
import { grantQueue, migrate } from '../src/compose/migrations.ts';
import { systemClock } from '../src/core/clock.ts';
import { createLog } from '../src/core/log.ts';
import { APP_ROLE, connect, createDatabase, type JobDefinition } from '../src/core/sql.ts';
import { createJobQueue, migrateQueue } from '../src/jobs/queue.ts';

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

/** A real, empty database of the newest schema with the queues of `jobs`, gone after `stop`. */
export async function startDatabase(jobs: readonly JobDefinition<object>[]) {
  const dataDir = mkdtempSync(join(tmpdir(), 'rubrica-test-'));
  chmodSync(dataDir, 0o755);
  const server = await startEmbeddedPostgres({ dataDir, fsync: false });
  const { path, host, port, database, username } = server.connection;
  const address: DatabaseAddress = { path, host, port, database, username };
  /** As the owner of the tables, whom row-level security does not bind. */
  const owner = connect({ path, database, username }, null, 3);
  await migrate(owner);
  await migrateQueue({ host, port, database, user: username }, jobs);
  await grantQueue(owner);
  return {
    address,
    owner,
    async stop() {
      await owner.end();
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
