import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  lchown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, parse, resolve } from 'node:path';
import { type System, systemOf } from './embedded-postgres-system.ts';

/**
 * The operator's message if the embedded database cannot run here; it always says that DATABASE_URL is the alternative.
 */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
  constructor(reason: string, options?: ErrorOptions) {
    super(
      `O PostgreSQL embutido não pôde ser iniciado: ${reason}\n` +
        'Para usar um PostgreSQL 15 ou mais novo já instalado, defina DATABASE_URL=postgres://usuario:senha@maquina:5432/banco.',
      options,
    );
  }
}

/** The binaries of a platform package, and the environment in which their shared libraries are found. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
  readonly env: Readonly<Record<string, string>>;
}

/** What it takes to find out who can run them. */
type Runnable = Pick<PostgresBinaries, 'postgres' | 'env'>;

/**
 * Finds the PostgreSQL of this platform and makes its shared libraries loadable.
 *
 * The package stores each library once and lists the missing links in pg-symlinks.json; its install script, which we do
 * not run, would create them. They are created outside node_modules (which may be read-only or another user's) and
 * found through LD_LIBRARY_PATH, which takes precedence over the binaries' RUNPATH and so also over a system libpq.
 * macOS strips DYLD_* from children of /bin/sh, so there the links go where the package expects them.
 */
export async function findBinaries(linkDir: string, system: System = systemOf()): Promise<PostgresBinaries> {
  const { packageName: name, libraryLinks } = system;
  let found: { initdb: string; postgres: string; pg_ctl: string };
  try {
    found = (await import(name)) as typeof found;
  } catch (cause) {
    throw new EmbeddedPostgresError(`não há binário para ${process.platform}-${process.arch} (pacote ${name}).`, {
      cause,
    });
  }
  const programs = { initdb: found.initdb, postgres: found.postgres, pgCtl: found.pg_ctl };
  if (libraryLinks === 'NONE') return { ...programs, env: {} };
  const native = dirname(dirname(found.postgres));
  const inPackage = libraryLinks === 'PACKAGE';
  const links = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')) as Array<{
    source: string;
    target: string;
  }>;
  if (!inPackage) await mkdir(linkDir, { recursive: true, mode: 0o755 });
  for (const { source, target } of links) {
    const library = resolve(native, '..', source);
    const link = inPackage ? resolve(native, '..', target) : join(linkDir, target.slice(target.lastIndexOf('/') + 1));
    await linkTo(library, link);
  }
  const env = inPackage ? {} : { LD_LIBRARY_PATH: `${linkDir}:${join(native, 'lib')}` };
  return { ...programs, env };
}

async function linkTo(target: string, path: string): Promise<void> {
  try {
    await symlink(target, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if ((await readlink(path)) === target) return;
    // node_modules has moved since the link was made.
    const fresh = `${path}.${process.pid}`;
    await symlink(target, fresh);
    await rename(fresh, path);
  }
}

/**
 * How PostgreSQL processes are started: as which user, and tied to the life of this process if the system supports it.
 */
export interface Launcher {
  /** Words to put before the command. `deathSignal` is sent to the process when this one dies for any reason. */
  prefix(deathSignal: 'QUIT' | 'KILL'): readonly string[];
  /** Who must own the data directory; null: the owner of files this process creates. */
  readonly owner: { readonly uid: number; readonly gid: number } | null;
}

/** nobody/nogroup on Debian and everything derived from it. */
const NOBODY = 65_534;

const plain: Launcher = { prefix: () => [], owner: null };
const tied: Launcher = { prefix: (signal) => ['setpriv', '--pdeathsig', signal], owner: null };
// setpriv comes inside, because entering the namespace changes credentials, which clears the death signal.
const inNamespace: Launcher = {
  prefix: (signal) => [
    ...['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`],
    ...['setpriv', '--pdeathsig', signal],
  ],
  owner: null,
};

/**
 * Gives a bare uid a name, where the system has nss_wrapper (https://cwrap.org): a container has it, and seldom lets
 * anybody create namespaces. Without it the loader goes on without a name, and the launcher is not chosen.
 */
async function withName(folder: string): Promise<Launcher> {
  const [users, groups] = [join(folder, 'pg.passwd'), join(folder, 'pg.group')];
  const [uid, gid] = [process.getuid?.(), process.getgid?.()];
  await writeFile(users, `rubrica:x:${uid}:${gid}::/:/bin/sh\n`);
  await writeFile(groups, `rubrica:x:${gid}:\n`);
  const names = [`NSS_WRAPPER_PASSWD=${users}`, `NSS_WRAPPER_GROUP=${groups}`];
  return {
    prefix: (signal) => ['env', 'LD_PRELOAD=libnss_wrapper.so', ...names, ...tied.prefix(signal)],
    owner: null,
  };
}

/** For an ordinary user. */
async function* ownLaunchers(workDir: string): AsyncGenerator<Launcher> {
  yield* [tied, plain];
  yield await withName(dirname(workDir));
  yield inNamespace;
}

/**
 * Chooses the user PostgreSQL runs as, by trying. It refuses to run as root, so root starts it as `nobody`, or as the
 * owner of the tree if `nobody` may not enter it, or as a last resort as `nobody` inside a user namespace (the files
 * then remain root's). An ordinary user runs it as itself; initdb needs a user with a name, so a bare uid (`docker run
 * --user 1234`) gets one for the occasion, or uses the namespace. Each candidate must be able to load the binary and to
 * write to `workDir`.
 */
export async function chooseLauncher(
  binaries: Runnable,
  workDir: string,
  system: System = systemOf(),
): Promise<Launcher> {
  if (!system.asAnyUser) return plain;
  const isRoot = process.getuid?.() === 0;
  const problems = new Set<string>();
  for await (const launcher of isRoot ? await rootLaunchers(binaries, workDir) : ownLaunchers(workDir)) {
    if (isRoot) await lchown(workDir, launcher.owner?.uid ?? 0, launcher.owner?.gid ?? 0);
    const problem = await attempt(launcher, binaries, workDir);
    if (problem === null) return launcher;
    problems.add(problem);
  }
  const reason = isRoot
    ? 'ele recusa rodar como root, e nenhum usuário comum conseguiu usar node_modules e DATA_DIR. ' +
      'Inicie com um usuário comum ou mude a instalação de lugar.'
    : 'o usuário atual não consegue executá-lo.';
  throw new EmbeddedPostgresError(`${reason} (${[...problems].join('; ')})`);
}

async function rootLaunchers(binaries: Runnable, workDir: string): Promise<Launcher[]> {
  const owners = new Map([[NOBODY, NOBODY]]);
  for (const start of [binaries.postgres, workDir]) {
    for (let path = start; path !== dirname(path); path = dirname(path)) {
      const { uid, gid } = await stat(path);
      if (uid !== 0) owners.set(uid, gid);
    }
  }
  const asOwner = [...owners].map(
    ([uid, gid]): Launcher => ({
      prefix: (signal) => ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--pdeathsig', signal],
      owner: { uid, gid },
    }),
  );
  return [...asOwner, inNamespace];
}

async function attempt(launcher: Launcher, binaries: Runnable, workDir: string): Promise<string | null> {
  const script = 'id -un >/dev/null && "$0" --version >/dev/null && test -w "$1" && test -x "$1"';
  const command = [...launcher.prefix('KILL'), 'sh', '-c', script, binaries.postgres, workDir];
  const { code, output } = await run(command, binaries.env);
  return code === 0 ? null : output.trim() || `sem acesso a ${workDir}`;
}

/** The programs run in no directory of ours, which they would keep from being removed. */
export const OUTSIDE = parse(process.cwd()).root;

/** Runs a command to completion. If it cannot be started its code is 127. */
export function run(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ code: number; output: string }> {
  const [file = '', ...args] = command;
  return new Promise((done) => {
    let output = '';
    const child = spawn(file, args, { env: minimalEnv(env), stdio: ['ignore', 'pipe', 'pipe'], cwd: OUTSIDE });
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      output += chunk;
    });
    child.on('error', (error) => done({ code: 127, output: error.message }));
    child.on('close', (code) => done({ code: code ?? 128, output }));
  });
}

/** Nothing in the operator's environment (PGDATA, PGPORT, LC_*) may change how the embedded server behaves. */
export function minimalEnv(extra: Readonly<Record<string, string>>): Record<string, string> {
  const { SystemRoot, TEMP } = process.env;
  const windows = { ...(SystemRoot ? { SystemRoot } : {}), ...(TEMP ? { TEMP } : {}) };
  return { PATH: process.env.PATH ?? '/usr/bin:/bin:/usr/sbin:/sbin', ...windows, LC_ALL: 'C', TZ: 'UTC', ...extra };
}

/**
 * A private directory for the unix socket. A socket path has at most 107 bytes (sockaddr_un, 108 with its NUL), so a
 * deep DATA_DIR gets a short directory under the system's temporary one, the same at every start.
 */
export async function socketDirectory(dataDir: string, owner: Launcher['owner']): Promise<string> {
  const beside = join(dataDir, 'pg-socket');
  if (fits(beside)) {
    await mkdir(beside, { recursive: true, mode: 0o700 });
    if (owner !== null) await lchown(beside, owner.uid, owner.gid);
    return beside;
  }
  const name = `rubrica-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`;
  const directory = await claim(join(tmpdir(), name), owner?.uid ?? process.getuid?.() ?? 0);
  if (!fits(directory)) throw new EmbeddedPostgresError(`o caminho ${directory} é longo demais para um socket unix.`);
  if (owner !== null) await lchown(directory, owner.uid, owner.gid);
  return directory;
}

function fits(directory: string): boolean {
  return Buffer.byteLength(join(directory, '.s.PGSQL.5432.lock')) <= 107;
}

/**
 * Creates `path` for us alone, or uses it if it already is ours; in a shared /tmp a stranger may have created it first.
 */
async function claim(path: string, uid: number): Promise<string> {
  try {
    await mkdir(path, { mode: 0o700 });
    return path;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const found = await lstat(path);
  const ours = found.isDirectory() && (found.mode & 0o077) === 0 && [uid, process.getuid?.()].includes(found.uid);
  return ours ? path : mkdtemp(join(tmpdir(), 'rubrica-'));
}

/**
 * Finds a PostgreSQL process still running in this data directory: each of them has it as its working directory.
 * Zombies (never reaped in a container without an init) do not count, although PostgreSQL itself would take the pid in
 * postmaster.pid for a live server. Where there is no /proc to look in, that pid has to do. Undefined if there is none.
 *
 * @param proc where the system shows its processes
 */
export async function livePostgresIn(directory: string, proc = '/proc'): Promise<number | undefined> {
  let entries: string[];
  try {
    entries = await readdir(proc);
  } catch {
    return lockHolder(directory);
  }
  for (const entry of entries) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      if ((await readlink(`${proc}/${entry}/cwd`)) !== directory) continue;
      const status = await readFile(`${proc}/${entry}/stat`, 'latin1');
      const [, command, state] = /^\d+ \((.*)\) (\S)/s.exec(status) ?? [];
      if (command === 'postgres' && state !== 'Z') return Number(entry);
    } catch {
      // It has exited meanwhile, or is another user's process and so not one of ours.
    }
  }
  return undefined;
}

/** The process that the lock file names, if there is one with this pid. */
async function lockHolder(cluster: string): Promise<number | undefined> {
  const lock = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(lock, 10);
  if (!(pid > 0)) return undefined;
  try {
    process.kill(pid, 0);
    return pid;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? pid : undefined;
  }
}

/** A port of the loopback interface that nothing listens on now. */
export async function freeLoopbackPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done, fail) => server.once('error', fail).listen(0, LOOPBACK, done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

export const LOOPBACK = '127.0.0.1';
