import { setTimeout as delay } from 'node:timers/promises';
import { runningEmbedded, startEmbeddedPostgres } from '../adapters/embedded-postgres.ts';
import type { SocketConnection } from '../adapters/embedded-postgres-access.ts';
import type { Config } from '../config/index.ts';
import type { Logger } from '../core/log.ts';
import { APP_ROLE, type ConnectionOptions, connect, type JobDefinition } from '../core/sql.ts';
import { migrateQueue, type QueueConnection } from '../jobs/queue.ts';
import { isReady, migrateEverything } from './migrations.ts';

/** A database that is starting, or not reachable yet: worth waiting for, as the process that migrates is. */
const NOT_THERE_YET = ['ECONNREFUSED', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN', 'CONNECT_TIMEOUT', '57P03'];

/** The embedded server ends with this process, or this process with it: who is not let in waits for a busy machine. */
const EMBEDDED_PATIENCE_S = 60;

/** A login, in the two forms its two drivers take. */
export interface DatabaseLogin {
  readonly options: ConnectionOptions;
  readonly queue: QueueConnection;
}

/** Where the database is, and as whom this process goes there. */
export interface DatabaseServer extends DatabaseLogin {
  /** Who owns everything in it: for migrations and for the operator's commands, never for requests or jobs. */
  readonly owner: DatabaseLogin;
  /** Ends the embedded server; nothing to do for one of the operator's own. */
  stop(): Promise<void>;
}

/**
 * The operator's PostgreSQL, or the embedded one under DATA_DIR/pg.
 * @param onLost told when the embedded server ends by itself
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

/** The same as its owner alone, for a command: beside a service that runs on the embedded database too. */
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
  // A host that begins with a slash is a directory with the server's socket (libpq's own convention).
  const socket = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${base.port}` } : {};
  return { options: { ...base, ...socket, username: user } as ConnectionOptions, queue: { ...base, user } };
}

/** Brings schema and queue to the newest version, as the database's owner. Several processes may do so at once. */
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

/** How often a process that does not migrate looks whether another has. */
const LOOK_AGAIN_MS = 500;
/** After so long somebody forgot to migrate, or did so with another version of the code. */
const READY_WITHIN_MS = 5 * 60_000;

/**
 * Waits until another process has brought the database to this version of the code, and until there is a database.
 * @throws Error with what to do, after five minutes, or the signal's reason when it is aborted
 */
export async function untilMigrated(
  server: DatabaseServer,
  jobs: readonly JobDefinition<object>[],
  log: Logger,
  signal: AbortSignal | undefined,
): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS;
  for (let first = true; ; first = false) {
    // Opened anew each time: a role that does not exist yet refuses the connection itself.
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
