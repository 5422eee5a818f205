import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import {
  access,
  chmod,
  lchown,
  lstat,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
} from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from '../core/sql.ts';
import {
  ACCEPTS_WITHIN_S,
  guard,
  makeOwnerPassword,
  openAccessFile,
  ownerPassword,
  type SocketConnection,
} from './embedded-postgres-access.ts';
import { lockOn } from './embedded-postgres-lock.ts';
import {
  chooseLauncher,
  EmbeddedPostgresError,
  findBinaries,
  freeLoopbackPort,
  type Launcher,
  LOOPBACK,
  livePostgresIn,
  type PostgresBinaries,
  run,
  socketDirectory,
} from './embedded-postgres-runtime.ts';
import { type Ending, Server } from './embedded-postgres-server.ts';
import { type System, systemOf } from './embedded-postgres-system.ts';

export { EmbeddedPostgresError } from './embedded-postgres-runtime.ts';

export interface EmbeddedPostgresOptions {
  /** The service's DATA_DIR; the cluster lives in `pg` under it. */
  readonly dataDir: string;
  /** False only in tests: a machine crash may then lose the cluster. */
  readonly fsync?: boolean;
  /** Additional `name=value` settings of postgresql.conf. */
  readonly settings?: Readonly<Record<string, string>>;
  /**
   * Requires passwords, and creates a login that owns nothing (`login` in the result). Otherwise anyone who can enter
   * the socket's directory may connect as the owner.
   */
  readonly guarded?: boolean;
  /** Only in tests: what another system has or lacks. */
  readonly system?: Partial<System>;
  /** Called if the server exits without `stop()` having been called; `detail` has its last output. */
  readonly onExit?: (detail: string) => void;
}

export interface EmbeddedPostgres {
  /** For the owner of everything in it. */
  readonly connection: SocketConnection;
  /** For the login that owns nothing, if the server is guarded; otherwise the owner's too. */
  readonly login: SocketConnection;
  readonly pid: number;
  /** Stops the server (open connections are closed) and resolves when its process is gone. */
  stop(): Promise<void>;
}

const MAJOR = '18';
const PORT = 5432;
const SUPERUSER = 'rubrica';
const DATABASE = 'rubrica';
/**
 * How long a server from a previous run gets to exit: one that died with its parent takes about a quarter of a second.
 */
const PREDECESSOR_MS = 5_000;

/**
 * Starts the embedded PostgreSQL under `dataDir`/pg, creating the cluster if needed. It listens on a unix socket in a
 * directory only its user may enter, and if the system supports it (`setpriv`) dies with this process. Call it from the
 * main thread: the kernel ties the child to the thread that started it (prctl(2), PR_SET_PDEATHSIG).
 *
 * @throws EmbeddedPostgresError if there is no binary, no user to run it as, or the directory is in use
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const system = { ...systemOf(), ...options.system };
  const { dataDir, binaries, launcher } = await prepare(options.dataDir, system);
  const cluster = join(dataDir, 'pg');
  const fsync = options.fsync ?? true;
  await ensureCluster({ dataDir, cluster, binaries, launcher, fsync, system });
  const lock = lockOn(dataDir, cluster, PREDECESSOR_MS);
  await untilFree(cluster);
  // Without a lock, what other processes there are has to be enough.
  if (lock === null) await rm(join(cluster, 'postmaster.pid'), { force: true });
  const { connection, reach, release } = await place(system, dataDir, launcher);
  const settings: Record<string, string> = {
    ...reach,
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_destination: 'stderr',
    logging_collector: 'off',
    // LOG, FATAL and PANIC: the application logs failed statements, with their request ids.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    // The passwords are 256 random bits: more hash rounds would only slow down each connection.
    scram_iterations: '1',
    ...(options.guarded && connection.password === undefined
      ? { hba_file: await openAccessFile(cluster, launcher.owner) }
      : {}),
    jit: 'off',
    ...(fsync ? await keptPages(cluster) : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...options.settings,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const words = [...launcher.prefix('QUIT'), ...(lock?.clear ?? []), binaries.postgres, '-D', cluster, ...args];
  const command = [...(lock?.take ?? []), ...words];
  const tell = (signal: Ending, pid: number) =>
    run([...launcher.prefix('KILL'), binaries.pgCtl, 'kill', signal, String(pid)], binaries.env);
  const server = new Server(command, binaries.env, system.toldBy === 'PG_CTL' ? tell : null);
  await server.ready();
  let logins: Pick<EmbeddedPostgres, 'connection' | 'login'>;
  try {
    await ensureDatabase(connection);
    logins = options.guarded ? await guard(connection, dataDir, cluster) : { connection, login: connection };
  } catch (error) {
    await server.stop();
    throw error;
  }
  server.onUnexpectedExit(options.onExit);
  return {
    ...logins,
    pid: server.pid,
    stop: async () => {
      await server.stop();
      await release();
    },
  };
}

/** Where the server listens. */
interface Place {
  /** The owner's; with a password if the server lets nobody in without. */
  readonly connection: SocketConnection;
  /** The server's settings. */
  readonly reach: Readonly<Record<string, string>>;
  /** To be called once the server has ended. */
  release(): Promise<void>;
}

async function place(system: System, dataDir: string, launcher: Launcher): Promise<Place> {
  const owner = { database: DATABASE, username: SUPERUSER };
  if (system.reachedBy === 'PORT') {
    const port = await freeLoopbackPort();
    return {
      connection: { path: '', host: LOOPBACK, port, ...owner, password: await ownerPassword(dataDir) },
      reach: { listen_addresses: LOOPBACK, unix_socket_directories: '', port: String(port) },
      release: async () => {},
    };
  }
  const sockets = await socketDirectory(dataDir, launcher.owner);
  return {
    connection: { path: join(sockets, `.s.PGSQL.${PORT}`), host: sockets, port: PORT, ...owner },
    reach: { listen_addresses: '', unix_socket_directories: sockets, port: String(PORT) },
    // Left over only if a killed server could not remove its socket; the next start reuses the directory.
    release: () => rmdir(sockets).catch(() => {}),
  };
}

/** The owner's connection to the server that another process runs on `dataDir`/pg; null if none is running. */
export async function runningEmbedded(dataDir: string): Promise<SocketConnection | null> {
  const cluster = join(await realpath(dataDir).catch(() => dataDir), 'pg');
  if ((await livePostgresIn(cluster)) === undefined) return null;
  // The fourth line of the lock file is the port, the fifth the socket's directory (PostgreSQL, "postmaster.pid").
  const lock = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const [, , , port = '', sockets = ''] = lock.split(/\r?\n/);
  if (port === '') return null;
  const owner = { database: DATABASE, username: SUPERUSER, password: await ownerPassword(dataDir) };
  if (sockets === '') return { path: '', host: LOOPBACK, port: Number(port), ...owner };
  return { path: join(sockets, `.s.PGSQL.${port}`), host: sockets, port: Number(port), ...owner };
}

async function prepare(
  given: string,
  system: System,
): Promise<{ dataDir: string; binaries: PostgresBinaries; launcher: Launcher }> {
  // Others may traverse it (PostgreSQL's own user must) but not list it; secrets in it have their own modes.
  await mkdir(given, { recursive: true, mode: 0o711 }).catch(refuseDirectory);
  const dataDir = await realpath(given);
  await access(dataDir, constants.W_OK | constants.X_OK).catch(refuseDirectory);
  const binaries = await findBinaries(join(dataDir, 'pg-lib'), system);
  const workDir = join(dataDir, `pg-init-${randomBytes(6).toString('hex')}`);
  await mkdir(workDir, { mode: 0o700 });
  try {
    return { dataDir, binaries, launcher: await chooseLauncher(binaries, workDir, system) };
  } finally {
    await rm(workDir, { recursive: true });
  }
}

function refuseDirectory(cause: NodeJS.ErrnoException): never {
  throw new EmbeddedPostgresError(
    `DATA_DIR (${cause.path}) não pode ser escrito pelo usuário atual (${cause.code}). ` +
      'Dê a ele o diretório ou escolha outro DATA_DIR.',
    { cause },
  );
}

interface NewCluster {
  readonly dataDir: string;
  readonly cluster: string;
  readonly binaries: PostgresBinaries;
  readonly launcher: Launcher;
  readonly fsync: boolean;
  readonly system: System;
}

/**
 * Creates the cluster in a separate directory and renames it into place, so that `pg` exists only when it is complete.
 */
async function ensureCluster({ dataDir, cluster, binaries, launcher, fsync, system }: NewCluster): Promise<void> {
  if (await exists(cluster)) return checkCluster(cluster, launcher);
  for (const name of await readdir(dataDir)) {
    if (name.startsWith('pg-init-')) await rm(join(dataDir, name), { recursive: true, force: true });
  }
  const fresh = join(dataDir, `pg-init-${randomBytes(6).toString('hex')}`);
  await mkdir(fresh, { mode: 0o700 });
  if (launcher.owner !== null) await lchown(fresh, launcher.owner.uid, launcher.owner.gid);
  // The builtin locale orders by code point, folds case by Unicode and, unlike ICU's or libc's, never changes with the
  // machine, so an index remains valid wherever the directory is moved.
  const flags = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  // Who can enter the socket's directory is trusted; whoever can reach a port is not.
  const access =
    system.reachedBy === 'SOCKET'
      ? ['--auth=trust']
      : ['--auth=scram-sha-256', `--pwfile=${await makeOwnerPassword(dataDir, launcher.owner)}`];
  const { code, output } = await run(
    [
      ...launcher.prefix('KILL'),
      ...[binaries.initdb, '-D', fresh, '-U', SUPERUSER, ...access, '--no-instructions'],
      ...flags,
      ...(fsync ? [] : ['--no-sync']),
    ],
    binaries.env,
  );
  if (code !== 0) {
    await rm(fresh, { recursive: true, force: true });
    throw new EmbeddedPostgresError(`initdb falhou:\n${output.trim()}`);
  }
  try {
    await rename(fresh, cluster);
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    // Another process starting on the same directory was faster; it also holds the lock, as the caller will find out.
    if (!(await exists(cluster))) throw error;
  }
}

async function checkCluster(cluster: string, launcher: Launcher): Promise<void> {
  const found = await lstat(cluster);
  const owner = found.uid;
  const wanted = launcher.owner?.uid ?? process.getuid?.() ?? owner;
  if (owner !== wanted) {
    if (process.getuid?.() !== 0 || !found.isDirectory()) {
      throw new EmbeddedPostgresError(
        `${cluster} pertence a outro usuário (uid ${owner}). ` +
          `Inicie com o usuário de antes ou, como root, entregue o diretório: chown -R ${wanted} ${cluster}`,
      );
    }
    await chownTree(cluster, wanted, launcher.owner?.gid ?? 0);
  }
  const version = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim();
  if (version !== MAJOR) {
    throw new EmbeddedPostgresError(`${cluster} é de um PostgreSQL ${version}, e o embutido é o ${MAJOR}.`);
  }
}

/**
 * For a symbolic link, the owner of the link itself is changed, not of its target: the tree's previous owner may have
 * planted it.
 */
async function chownTree(path: string, uid: number, gid: number): Promise<void> {
  for (const entry of await readdir(path, { withFileTypes: true, recursive: true })) {
    await lchown(join(entry.parentPath, entry.name), uid, gid);
  }
  await lchown(path, uid, gid);
  await chmod(path, 0o700);
}

/**
 * Waits until no server from a previous run is using the cluster. Then its lock file has to go: the pid in it may by
 * now belong to a zombie or an unrelated process, which PostgreSQL would mistake for a live server.
 */
async function untilFree(cluster: string): Promise<void> {
  const deadline = performance.now() + PREDECESSOR_MS;
  let live = await livePostgresIn(cluster);
  while (live !== undefined) {
    if (performance.now() > deadline) {
      throw new EmbeddedPostgresError(
        `${cluster} já está em uso pelo processo ${live}. Encerre o outro Rubrica ou escolha outro DATA_DIR.`,
      );
    }
    await delay(20);
    live = await livePostgresIn(cluster);
  }
}

async function ensureDatabase(connection: SocketConnection): Promise<void> {
  const { database } = connection;
  const sql = connect({ ...connection, database: 'postgres', connect_timeout: ACCEPTS_WITHIN_S }, null, 1);
  try {
    const found = await sql`select 1 from pg_database where datname = ${database}`;
    if (found.length === 0) await sql`create database ${sql(database)}`;
  } finally {
    await sql.end();
  }
}

/**
 * Lets the server note every five minutes, and when it stops, which pages it has in memory, and read them in the background
 * at its next start (pg_prewarm). Libraries that the operator chose by ALTER SYSTEM stay as they are.
 */
async function keptPages(cluster: string): Promise<Record<string, string>> {
  const chosen = await readFile(join(cluster, 'postgresql.auto.conf'), 'utf8');
  return /^\s*shared_preload_libraries\b/m.test(chosen) ? {} : { shared_preload_libraries: 'pg_prewarm' };
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
