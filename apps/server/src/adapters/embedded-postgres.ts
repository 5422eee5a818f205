import { type ChildProcess, spawn } from 'node:child_process';
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
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import { guard, openAccessFile, ownerPassword, type SocketConnection } from './embedded-postgres-access.ts';
import {
  chooseLauncher,
  EmbeddedPostgresError,
  findBinaries,
  type Launcher,
  livePostgresIn,
  minimalEnv,
  type PostgresBinaries,
  run,
  socketDirectory,
} from './embedded-postgres-runtime.ts';

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
/** Crash recovery of a large cluster replays WAL before the server is ready. */
const READY_MS = 120_000;
const STOP_MS = 10_000;
const LINES_KEPT = 40;

/**
 * Starts the embedded PostgreSQL under `dataDir`/pg, creating the cluster if needed. It listens on a unix socket in a
 * directory only its user may enter, and if the system supports it (`setpriv`) dies with this process. Call it from the
 * main thread: the kernel ties the child to the thread that started it (prctl(2), PR_SET_PDEATHSIG).
 *
 * @throws EmbeddedPostgresError if there is no binary, no user to run it as, or the directory is in use
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, binaries, launcher } = await prepare(options.dataDir);
  const cluster = join(dataDir, 'pg');
  const fsync = options.fsync ?? true;
  await ensureCluster(dataDir, cluster, binaries, launcher, fsync);
  await clearPredecessor(cluster);
  const sockets = await socketDirectory(dataDir, launcher.owner);
  const settings: Record<string, string> = {
    listen_addresses: '',
    unix_socket_directories: sockets,
    port: String(PORT),
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_destination: 'stderr',
    logging_collector: 'off',
    // LOG, FATAL and PANIC: the application logs failed statements, with their request ids.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    // The passwords are 256 random bits: more hash rounds would only slow down each connection.
    scram_iterations: '1',
    ...(options.guarded ? { hba_file: await openAccessFile(cluster, launcher.owner) } : {}),
    jit: 'off',
    ...(fsync ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...options.settings,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = new Server([...launcher.prefix('QUIT'), binaries.postgres, '-D', cluster, ...args], binaries.env);
  await server.ready();
  const connection: SocketConnection = {
    path: join(sockets, `.s.PGSQL.${PORT}`),
    host: sockets,
    port: PORT,
    database: DATABASE,
    username: SUPERUSER,
  };
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
      // Left over only if a killed server could not remove its socket; the next start reuses the directory.
      await rmdir(sockets).catch(() => {});
    },
  };
}

/** The owner's connection to the server that another process runs on `dataDir`/pg; null if none is running. */
export async function runningEmbedded(dataDir: string): Promise<SocketConnection | null> {
  const cluster = join(await realpath(dataDir).catch(() => dataDir), 'pg');
  if (typeof (await livePostgresIn(cluster)) !== 'number') return null;
  // The fifth line of the lock file is the socket's directory (PostgreSQL, "postmaster.pid").
  const lock = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const host = lock.split('\n')[4];
  if (!host) return null;
  const password = await ownerPassword(dataDir);
  return { path: join(host, `.s.PGSQL.${PORT}`), host, port: PORT, database: DATABASE, username: SUPERUSER, password };
}

async function prepare(given: string): Promise<{ dataDir: string; binaries: PostgresBinaries; launcher: Launcher }> {
  // Others may traverse it (PostgreSQL's own user must) but not list it; secrets in it have their own modes.
  await mkdir(given, { recursive: true, mode: 0o711 }).catch(refuseDirectory);
  const dataDir = await realpath(given);
  await access(dataDir, constants.W_OK | constants.X_OK).catch(refuseDirectory);
  const binaries = await findBinaries(join(dataDir, 'pg-lib'));
  const workDir = join(dataDir, `pg-init-${randomBytes(6).toString('hex')}`);
  await mkdir(workDir, { mode: 0o700 });
  try {
    return { dataDir, binaries, launcher: await chooseLauncher(binaries, workDir) };
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

/**
 * Creates the cluster in a separate directory and renames it into place, so that `pg` exists only when it is complete.
 */
async function ensureCluster(
  dataDir: string,
  cluster: string,
  binaries: PostgresBinaries,
  launcher: Launcher,
  fsync: boolean,
): Promise<void> {
  if (await exists(cluster)) return checkCluster(cluster, launcher);
  for (const name of await readdir(dataDir)) {
    if (name.startsWith('pg-init-')) await rm(join(dataDir, name), { recursive: true, force: true });
  }
  const fresh = join(dataDir, `pg-init-${randomBytes(6).toString('hex')}`);
  await mkdir(fresh, { mode: 0o700 });
  if (launcher.owner !== null) await lchown(fresh, launcher.owner.uid, launcher.owner.gid);
  // The builtin locale orders by code point, folds case by Unicode and, unlike ICU's or libc's, never changes with the
  // machine, so an index remains valid wherever the directory is moved. Trust authentication applies only to the
  // socket.
  const flags = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  const { code, output } = await run(
    [
      ...launcher.prefix('KILL'),
      ...[binaries.initdb, '-D', fresh, '-U', SUPERUSER, '--auth=trust', '--no-instructions'],
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
 * Waits until no server from a previous run is using the cluster, then removes its lock file: the pid in it may by now
 * belong to a zombie or an unrelated process, which PostgreSQL would mistake for a live server.
 */
async function clearPredecessor(cluster: string): Promise<void> {
  const deadline = performance.now() + PREDECESSOR_MS;
  let live = await livePostgresIn(cluster);
  while (typeof live === 'number') {
    if (performance.now() > deadline) {
      throw new EmbeddedPostgresError(
        `${cluster} já está em uso pelo processo ${live}. Encerre o outro Rubrica ou escolha outro DATA_DIR.`,
      );
    }
    await delay(20);
    live = await livePostgresIn(cluster);
  }
  // Without /proc nothing is known about the lock's owner, and PostgreSQL's own check decides.
  if (live === undefined) await rm(join(cluster, 'postmaster.pid'), { force: true });
}

async function ensureDatabase(connection: SocketConnection): Promise<void> {
  const { path, username, database } = connection;
  const sql = postgres({ path, username, database: 'postgres', max: 1, onnotice: () => {} });
  try {
    const found = await sql`select 1 from pg_database where datname = ${database}`;
    if (found.length === 0) await sql`create database ${sql(database)}`;
  } finally {
    await sql.end();
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** The postmaster as a child process. */
class Server {
  readonly #child: ChildProcess;
  readonly #lines: string[] = [];
  readonly #exited: Promise<void>;
  readonly #ready: Promise<void>;
  #stopping = false;

  constructor(command: readonly string[], env: Readonly<Record<string, string>>) {
    const [file = '', ...args] = command;
    // In its own session: Ctrl-C in a terminal signals the whole foreground group, and the database must outlive the
    // requests that are still finishing.
    const child = spawn(file, args, {
      env: minimalEnv(env),
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
      cwd: '/',
    });
    this.#child = child;
    this.#exited = new Promise((done) => child.once('close', () => done()));
    this.#ready = new Promise((done, fail) => {
      createInterface({ input: child.stderr }).on('line', (line) => {
        this.#lines.push(line);
        if (this.#lines.length > LINES_KEPT) this.#lines.shift();
        if (line.includes('database system is ready to accept connections')) done();
      });
      child.once('error', (cause) => fail(new EmbeddedPostgresError(cause.message, { cause })));
      child.once('close', () => fail(new EmbeddedPostgresError(`o servidor encerrou:\n${this.#lines.join('\n')}`)));
    });
    this.#ready.catch(() => {});
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  async ready(): Promise<void> {
    const timer = new AbortController();
    const late = delay(READY_MS, undefined, { signal: timer.signal }).then(
      () => 'late' as const,
      () => 'ready' as const,
    );
    try {
      if ((await Promise.race([this.#ready, late])) === 'late') {
        await this.stop();
        throw new EmbeddedPostgresError(`não ficou pronto em ${READY_MS / 1000} s:\n${this.#lines.join('\n')}`);
      }
    } finally {
      timer.abort();
    }
  }

  onUnexpectedExit(listener: ((detail: string) => void) | undefined): void {
    this.#exited.then(() => {
      if (!this.#stopping) listener?.(this.#lines.join('\n'));
    });
  }

  /** Fast shutdown (SIGINT: sessions are closed, a checkpoint is written), then immediate, then forced. */
  async stop(): Promise<void> {
    this.#stopping = true;
    for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
      if (this.#child.exitCode !== null || this.#child.signalCode !== null) break;
      this.#child.kill(signal);
      const timer = new AbortController();
      await Promise.race([this.#exited, delay(STOP_MS, undefined, { signal: timer.signal }).catch(() => {})]);
      timer.abort();
    }
    await this.#exited;
  }
}
