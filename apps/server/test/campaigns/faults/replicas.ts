import { type ChildProcess, spawn } from 'node:child_process';
import { appendFile, cp, lchown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../../../src/adapters/embedded-postgres.ts';
import {
  chooseLauncher,
  findBinaries,
  type Launcher,
  minimalEnv,
  type PostgresBinaries,
  socketDirectory,
} from '../../../src/adapters/embedded-postgres-runtime.ts';
import { connect, type Sql } from '../../../src/core/sql.ts';
import { descendantsOf, endWithTests, isAlive } from '../crash/child.ts';

/** One PostgreSQL of two. */
export interface Replica {
  /** Path of its socket. */
  readonly socket: string;
  /** Statements as the owner of everything. */
  open(): Sql;
  /** Every process of it dies in this very moment, as with its machine. */
  kill(): Promise<void>;
}

/**
 * A primary and a standby that has whatever the primary acknowledges (streaming replication, `synchronous_standby_names`),
 * both on loopback alone.
 */
export interface Pair {
  readonly primary: Replica;
  readonly standby: Replica;
  readonly user: string;
  readonly database: string;
  /** Makes the standby a primary. Resolves when it takes writes. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

const PORT = 5432;
const STANDBY = 'espelho';
const READY_MS = 60_000;

/**
 * @param fsync false where only processes die, and not machines
 * @param synchronous false where nobody waits for the standby to have anything
 */
export async function startPair(fsync = false, synchronous = true): Promise<Pair> {
  const root = await mkdtemp(join(tmpdir(), 'rubrica-par-'));
  const children: ChildProcess[] = [];
  const stop = async () => {
    for (const child of children) await killAll(child);
    await rm(root, { recursive: true, force: true });
  };
  try {
    const [first, second] = [join(root, 'a'), join(root, 'b')] as const;
    const made = await startEmbeddedPostgres({ dataDir: first, fsync: false });
    await made.stop();
    const { username, database } = made.connection;
    const tools = await openTools(root);
    await mkdir(second, { mode: 0o711 });
    await cp(join(first, 'pg'), join(second, 'pg'), { recursive: true, preserveTimestamps: true });
    const sockets = {
      a: await socketDirectory(first, tools.launcher.owner),
      b: await socketDirectory(second, tools.launcher.owner),
    };
    await writeFile(join(second, 'pg', 'standby.signal'), '');
    const from = `host=${sockets.a} port=${PORT} user=${username} application_name=${STANDBY}`;
    await appendFile(join(second, 'pg', 'postgresql.auto.conf'), `primary_conninfo = '${from}'\n`);
    await own(join(second, 'pg'), tools.launcher);

    const start = async (folder: string, directory: string, settings: Record<string, string>): Promise<Replica> => {
      const child = launch(tools, join(folder, 'pg'), directory, { fsync: fsync ? 'on' : 'off', ...settings });
      children.push(child);
      const socket = join(directory, `.s.PGSQL.${PORT}`);
      const open = () => connect({ path: socket, username, database, readOnly: true }, null, 2);
      await answering(open, child);
      return { socket, open, kill: () => killAll(child) };
    };
    const primary = await start(first, sockets.a, synchronous ? { synchronous_standby_names: STANDBY } : {});
    const standby = await start(second, sockets.b, {});
    await untilRow(
      primary.open,
      (sql) => sql`
      select 1 from pg_stat_replication where sync_state = ${synchronous ? 'sync' : 'async'} and state = 'streaming'`,
    );
    return {
      ...{ primary, standby, user: username, database },
      async promote() {
        const sql = standby.open();
        await sql`select pg_promote(true)`;
        await sql.end();
        await untilRow(standby.open, (sql) => sql`select 1 where not pg_is_in_recovery()`);
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Tools {
  readonly binaries: PostgresBinaries;
  readonly launcher: Launcher;
}

async function openTools(root: string): Promise<Tools> {
  // PostgreSQL's own user must pass through, and list nothing.
  const binaries = await findBinaries(join(root, 'a', 'pg-lib'));
  const trial = join(root, 'a', 'pg-trial');
  await mkdir(trial, { mode: 0o700 });
  return { binaries, launcher: await chooseLauncher(binaries, trial) };
}

/** Gives a copied cluster to whom the server runs as. */
async function own(cluster: string, { owner }: Launcher): Promise<void> {
  if (owner === null) return;
  for (const entry of await readdir(cluster, { withFileTypes: true, recursive: true })) {
    await lchown(join(entry.parentPath, entry.name), owner.uid, owner.gid);
  }
  await lchown(cluster, owner.uid, owner.gid);
}

function launch({ binaries, launcher }: Tools, cluster: string, sockets: string, more: Record<string, string>) {
  const settings = {
    ...{ listen_addresses: '', unix_socket_directories: sockets, port: String(PORT), timezone: 'UTC' },
    ...{ wal_level: 'replica', synchronous_commit: 'on', jit: 'off', max_connections: '200', ...more },
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const [file = '', ...rest] = [...launcher.prefix('QUIT'), binaries.postgres, '-D', cluster, ...args];
  const child = spawn(file, rest, { env: minimalEnv(binaries.env), stdio: 'ignore', detached: true, cwd: '/' });
  endWithTests(child);
  return child;
}

async function answering(open: () => Sql, child: ChildProcess): Promise<void> {
  await untilRow(open, (sql) => {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    return sql`select 1`;
  });
}

/** Waits until a statement has a row, on a new connection each time. */
async function untilRow(open: () => Sql, ask: (sql: Sql) => PromiseLike<readonly unknown[]>): Promise<void> {
  const deadline = performance.now() + READY_MS;
  for (;;) {
    const sql = open();
    const rows = await Promise.resolve(ask(sql)).catch((error) => {
      if (performance.now() > deadline || error.message.startsWith('the server ended')) throw error;
      return [];
    });
    await sql.end({ timeout: 1 });
    if (rows.length > 0) return;
    if (performance.now() > deadline) throw new Error('the replicas are not ready in time');
    await delay(20);
  }
}

async function killAll(child: ChildProcess): Promise<void> {
  const pid = child.pid as number;
  const below = (await descendantsOf(pid)) ?? [];
  for (const one of [pid, ...below]) if (isAlive(one)) process.kill(one, 'SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await new Promise((done) => child.once('exit', done));
}
