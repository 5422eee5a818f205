import { setTimeout as delay } from 'node:timers/promises';
import { runningEmbedded, startEmbeddedPostgres } from '../adapters/embedded-postgres.ts';
import type { SocketConnection } from '../adapters/embedded-postgres-access.ts';
import type { Config } from '../config/index.ts';
import type { Logger } from '../core/log.ts';
import { APP_ROLE, type ConnectionOptions, connect, type JobDefinition } from '../core/sql.ts';
import { migrateQueue, type QueueConnection } from '../jobs/queue.ts';
import { isReady, migrateEverything } from './migrations.ts';

/** A database that is starting, or not reachable yet: worth waiting for, like the process that migrates. */
const NOT_THERE_YET = ['ECONNREFUSED', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN', 'CONNECT_TIMEOUT', '57P03'];

/**
 * The embedded server and this process end together, so if it does not accept connections yet the machine is just busy.
 */
const EMBEDDED_PATIENCE_S = 60;

/** A login, in the forms that the two drivers take. */
export interface DatabaseLogin {
  readonly options: ConnectionOptions;
  readonly queue: QueueConnection;
}

/** Where the database is, and the login this process uses. */
export interface DatabaseServer extends DatabaseLogin {
  /** The owner of everything in it: for migrations and for the operator's commands, never for requests or jobs. */
  readonly owner: DatabaseLogin;
  /** Stops the embedded server; does nothing for an external one. */
  stop(): Promise<void>;
}

/**
 * The operator's PostgreSQL, or the embedded one under DATA_DIR/pg.
 * @param onLost called if the embedded server exits on its own
 */
export async function openDatabaseServer(config: Config, onLost: (detail: string) => void): Promise<DatabaseServer> {
  if (config.databaseUrl === null) {
    const { dataDir } = config;
    const embedded = await startEmbeddedPostgres({ dataDir, guarded: true, onExit: onLost });
    return { ...socketLogin(embedded.login), owner: socketLogin(embedded.connection), stop: () => embedded.stop() };
  }
  const login = loginOf(config.databaseUrl);
  return { ...login, owner: loginOf(config.migrateDatabaseUrl ?? config.databaseUrl), stop: async () => {} };
}

/** The same, but only as its owner, for a command: the embedded database may be in use by a running service. */
export async function openDatabaseAsOwner(config: Config, onLost: (detail: string) => void): Promise<DatabaseServer> {
  const running = config.databaseUrl === null ? await runningEmbedded(config.dataDir) : null;
  if (running === null) return openDatabaseServer(config, onLost);
  const login = socketLogin(running);
  return { ...login, owner: login, stop: async () => {} };
}

function socketLogin(connection: SocketConnection): DatabaseLogin {
  const { host, port, database, username, password } = connection;
  const secret = password === undefined ? {} : { password };
  return {
    options: { ...connection, connect_timeout: EMBEDDED_PATIENCE_S },
    queue: { host, port, database, user: username, ...secret, connectionTimeoutMillis: EMBEDDED_PATIENCE_S * 1000 },
  };
}

function loginOf(address: string): DatabaseLogin {
  const url = new URL(address);
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
  // A host that begins with a slash is a directory with the server's socket (libpq's convention).
  const socket = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${base.port}` } : {};
  return { options: { ...base, ...socket, username: user } as ConnectionOptions, queue: { ...base, user } };
}

/** Migrates schema and queue to the newest version, as the database's owner. Several processes may do so at once. */
export async function migrateAll(
  { owner, options }: Pick<DatabaseServer, 'owner' | 'options'>,
  jobs: readonly JobDefinition<object>[],
): Promise<string[]> {
  const sql = connect(owner.options, null, 3);
  try {
    const login = options.username ?? '';
    return await migrateEverything(sql, jobs, login, () => migrateQueue(owner.queue, jobs));
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** How often a process that does not migrate checks whether another has. */
const LOOK_AGAIN_MS = 500;
/** After this long, somebody forgot to migrate, or migrated with another version of the code. */
const READY_WITHIN_MS = 5 * 60_000;

/**
 * Waits until there is a database and another process has migrated it to this version of the code.
 * @throws Error saying what to do, after five minutes, or the signal's reason when it is aborted
 */
export async function untilMigrated(
  server: DatabaseServer,
  jobs: readonly JobDefinition<object>[],
  log: Logger,
  signal: AbortSignal | undefined,
): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS;
  for (let first = true; ; first = false) {
    // Reconnects each time: with a role that does not exist yet, connecting itself is refused.
    const sql = connect(server.options, APP_ROLE, 1);
    const state = await isReady(sql, jobs).catch((error: NodeJS.ErrnoException) => {
      if (NOT_THERE_YET.includes(error.code ?? '')) return false;
      throw error;
    });
    await sql.end({ timeout: 5 });
    if (state) return;
    if (first) log.warn('the database is not at this version yet; waiting for a process that migrates');
    if (performance.now() > deadline) {
      throw new Error('O banco não está nesta versão. Execute `npm run migrate` com o mesmo código e inicie de novo.');
    }
    await delay(LOOK_AGAIN_MS, undefined, signal ? { signal } : {});
  }
}
