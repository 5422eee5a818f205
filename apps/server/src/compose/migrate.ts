import type { Config } from '../config/index.ts';
import { migrateAll, openDatabaseServer } from './database.ts';
import { JOBS } from './modules.ts';
import type { Run } from './process.ts';

/**
 * Migrates schema and queue to the newest version, reports what it did, and exits. Safe to repeat and to run beside
 * running processes. The embedded database is started for this, and belongs to one process: stop the service first.
 */
export async function migrateAlone(config: Config, { onFatal }: Run): Promise<null> {
  const server = await openDatabaseServer(config, onFatal);
  try {
    const applied = await migrateAll(server, JOBS);
    const done = applied.length === 0 ? 'nada a fazer' : applied.join(', ');
    process.stdout.write(`Banco na versão mais nova (${done}).\n`);
    return null;
  } finally {
    await server.stop();
  }
}
