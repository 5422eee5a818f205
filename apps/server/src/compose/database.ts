import { setTimeout as delay } from 'node:timers/promises';
import { type PeerCertificate, checkServerIdentity as verifyIdentity } from 'node:tls';
import { runningEmbedded, startEmbeddedPostgres } from '../adapters/embedded-postgres.ts';
import { EMBEDDED_LOGIN, type SocketConnection } from '../adapters/embedded-postgres-access.ts';
import { type Config, parseDatabaseUrl } from '../config/index.ts';
import type { Logger } from '../core/log.ts';
import { createPrimary, placeOf, type Server } from '../core/primary.ts';
import { APP_ROLE, type ConnectionOptions, connect, type JobDefinition } from '../core/sql.ts';
import { migrateQueue, type QueueConnection } from '../jobs/queue.ts';
import { memoryLimit } from './memory-limit.ts';
import { isReady, migrateEverything } from './migrations.ts';

/** A database that is starting, or not reachable yet: worth waiting for, like the process that migrates. */
const NOT_THERE_YET = ['ECONNREFUSED', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN', 'CONNECT_TIMEOUT', '57P03'];

/**
 * The embedded server and this process end together, so if it does not accept connections yet the machine is just busy.
 */
const EMBEDDED_PATIENCE_S = 60;
/** The primary answers meanwhile. */
const REPLICA_S = 2;

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
    const settings = { shared_buffers: `${sharedBuffers(memoryLimit().bytes)}MB` };
    const embedded = await startEmbeddedPostgres({ dataDir, guarded: true, settings, onExit: onLost });
    return { ...socketLogin(embedded.login), owner: socketLogin(embedded.connection), stop: () => embedded.stop() };
  }
  const login = loginOf(config.databaseUrl);
  return { ...login, owner: loginOf(config.migrateDatabaseUrl ?? config.databaseUrl), stop: async () => {} };
}

const MEGABYTE = 1024 ** 2;
/** PostgreSQL's own default. */
const LEAST_SHARED_MB = 128;
/** Holds what is searched and listed of a million documents; only what is read takes memory. */
const MOST_SHARED_MB = 1024;
const SHARED_PART = 8;

/** How much the embedded server keeps of its tables, in megabytes, on a machine or within a limit of so much memory. */
export const sharedBuffers = (memory: number): number =>
  Math.min(Math.max(Math.floor(memory / SHARED_PART / MEGABYTE), LEAST_SHARED_MB), MOST_SHARED_MB);

/** The same, but only as its owner, for a command: the embedded database may be in use by a running service. */
export async function openDatabaseAsOwner(config: Config, onLost: (detail: string) => void): Promise<DatabaseServer> {
  const running = config.databaseUrl === null ? await runningEmbedded(config.dataDir) : null;
  if (running === null) return openDatabaseServer(config, onLost);
  const login = socketLogin(running);
  return { ...login, owner: login, stop: async () => {} };
}

/** The logins of a database that is there, of which nothing is started. */
export interface KnownLogins {
  readonly owner: ConnectionOptions;
  /** The one of requests and jobs; null: that of the embedded database, whose password only its process has. */
  readonly app: ConnectionOptions | null;
  /** Its name. */
  readonly appName: string;
}

/** @returns null if the embedded database is not running */
export async function knownLogins(config: Config): Promise<KnownLogins | null> {
  if (config.databaseUrl === null) {
    const running = await runningEmbedded(config.dataDir);
    return running && { owner: running, app: null, appName: EMBEDDED_LOGIN };
  }
  const app = loginOf(config.databaseUrl).options;
  return { owner: loginOf(config.migrateDatabaseUrl ?? config.databaseUrl).options, app, appName: app.username };
}

/** The replicas of DATABASE_READ_URL, each with the same login. */
export function replicasOf(config: Config): { readonly name: string; readonly options: ConnectionOptions }[] {
  if (config.databaseReadUrl === null) return [];
  const { hosts, database, user, password, sslmode } = parseDatabaseUrl(config.databaseReadUrl, true);
  const login = { database, username: user, ...(password === null ? {} : { password }) };
  return hosts.map((host) => ({
    name: `${host.host}:${host.port}`,
    options: { ...placeOf(host), ...login, ...encryption(sslmode, [host]), connect_timeout: REPLICA_S, readOnly: true },
  }));
}

function socketLogin(connection: SocketConnection): DatabaseLogin {
  const { host, port, database, username, password } = connection;
  const secret = password === undefined ? {} : { password };
  return {
    options: { ...connection, connect_timeout: EMBEDDED_PATIENCE_S },
    queue: { host, port, database, user: username, ...secret, connectionTimeoutMillis: EMBEDDED_PATIENCE_S * 1000 },
  };
}

function loginOf(text: string): DatabaseLogin {
  const { hosts, database, user, password, sslmode } = parseDatabaseUrl(text);
  const login = { database, ...(password === null ? {} : { password }) };
  const encrypted = encryption(sslmode, hosts);
  const [{ host, port }] = hosts;
  const queue = { host, port, ...login, ...encrypted, user };
  if (hosts.length === 1) {
    return { options: { ...placeOf(hosts[0]), ...login, ...encrypted, username: user }, queue };
  }
  const { socket } = createPrimary(hosts, (server, signal) => {
    const alone = encryption(sslmode, [server]);
    const own = { ...placeOf(server), ...login, ...alone, username: user, connect_timeout: ASK_S };
    return askTimeline({ ...own, readOnly: true }, signal);
  });
  // Wherever it is told to connect, the socket finds the server itself.
  return {
    options: { host, port, ...login, ...encrypted, username: user, socket },
    queue: { ...queue, stream: socket },
  };
}

/** A server that takes connections but not this one may have its say in the time that all of them get. */
const ASK_S = 2;

/** Each promotion begins a timeline, with which the names of files of the write-ahead log begin. */
async function askTimeline(options: ConnectionOptions, signal: AbortSignal): Promise<string | null> {
  const sql = connect(options, null, 1);
  const end = () => void sql.end({ timeout: 0 });
  signal.addEventListener('abort', end, { once: true });
  try {
    const [row] = await sql<{ wal: string | null }[]>`
      select case when current_setting('transaction_read_only') = 'off'
                  then pg_walfile_name(pg_current_wal_lsn()) end as wal`;
    return row?.wal?.slice(0, 8) ?? null;
  } finally {
    signal.removeEventListener('abort', end);
    await sql.end({ timeout: 0 });
  }
}

/** @param hosts where the connection may lead: a certificate of any of them will do */
function encryption(sslmode: string | null, hosts: readonly Server[]): { readonly ssl?: boolean | object } {
  if (sslmode === null || ['disable', 'prefer'].includes(sslmode)) return {};
  if (sslmode === 'require') return { ssl: { rejectUnauthorized: false } };
  if (hosts.length === 1) return { ssl: true };
  const checkServerIdentity = (_: string, certificate: PeerCertificate) => {
    const failures = hosts.map(({ host }) => verifyIdentity(host, certificate));
    return failures.includes(undefined) ? undefined : failures[0];
  };
  return { ssl: { checkServerIdentity } };
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
