import { startEmbeddedPostgres } from '../adapters/embedded-postgres.ts';
import type { Config } from '../config.ts';
import type { JobDefinition } from '../core/sql.ts';
import { type ConnectionOptions, connect } from '../core/sql.ts';
import { migrateQueue, type QueueConnection } from '../jobs/queue.ts';
import { grantQueue, migrate } from '../migrate.ts';

/** Where the database is, in the two forms its two drivers take. */
export interface DatabaseServer {
  readonly options: ConnectionOptions;
  readonly queue: QueueConnection;
  /** Ends the embedded server; nothing to do for one of the operator's own. */
  stop(): Promise<void>;
}

/** The operator's PostgreSQL, or the embedded one under DATA_DIR/pg. */
export async function openDatabaseServer(config: Config, onLost: (detail: string) => void): Promise<DatabaseServer> {
  if (config.databaseUrl === null) {
    const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, onExit: onLost });
    const { host, port, database, username } = embedded.connection;
    return {
      options: embedded.connection,
      queue: { host, port, database, user: username },
      stop: () => embedded.stop(),
    };
  }
  const url = new URL(config.databaseUrl);
  const host = url.searchParams.get('host') ?? url.hostname;
  const ssl = !['disable', 'prefer', null].includes(url.searchParams.get('sslmode'));
  const base = {
    host,
    port: Number(url.port) || 5432,
    database: decodeURIComponent(url.pathname.slice(1)),
    ...(ssl ? { ssl: url.searchParams.get('sslmode') === 'require' ? { rejectUnauthorized: false } : true } : {}),
    ...(url.password ? { password: decodeURIComponent(url.password) } : {}),
  };
  const user = decodeURIComponent(url.username);
  // A host that begins with a slash is a directory with the server's socket (libpq's own convention).
  const socket = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${base.port}` } : {};
  return {
    options: { ...base, ...socket, username: user } as ConnectionOptions,
    queue: { ...base, user },
    stop: async () => {},
  };
}

/** Brings schema and queue to the newest version, as the database's owner. Several processes may do so at once. */
export async function migrateAll(server: DatabaseServer, jobs: readonly JobDefinition<object>[]): Promise<string[]> {
  const owner = connect(server.options, null, 2);
  try {
    const applied = await migrate(owner);
    await migrateQueue(server.queue, jobs);
    await grantQueue(owner);
    return applied;
  } finally {
    await owner.end({ timeout: 5 });
  }
}
