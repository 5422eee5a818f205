import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Lacking, without } from '../../../packages/pdf/test/judges/programs.ts';
import { until } from '../../../scripts/until.ts';
import { chooseLauncher, minimalEnv, run } from '../src/adapters/embedded-postgres-runtime.ts';
import { connect, type Sql } from '../src/core/sql.ts';
import { endWithTests } from './campaigns/crash/child.ts';

/** PostgreSQL 15 as Debian installs it, which also has the programs that the embedded one comes without. */
export const INSTALLED_BIN = '/usr/lib/postgresql/15/bin';

export const lackingPostgres = (): Lacking =>
  existsSync(join(INSTALLED_BIN, 'postgres')) ? {} : without('postgresql-15 not installed');

export interface InstalledPostgres {
  /** A new empty database, as DATABASE_URL takes it. */
  create(database: string): Promise<string>;
  /** Everything of it; its data in `dados`, which is its socket's folder too. */
  readonly folder: string;
  open(database: string): Sql;
  /** Runs a program as the server's user. @throws with what it printed unless it ends well */
  asOwner(...command: string[]): Promise<string>;
  /** Ends the server and leaves its folder. */
  down(): Promise<void>;
  /** Starts it on its folder again. */
  up(): Promise<void>;
  stop(): Promise<void>;
}

const USER = 'rubrica';

/**
 * A server of its own on a socket, under a user that is not root.
 * @param settings of postgresql.conf, for its folder
 */
export async function startInstalledPostgres(
  settings: (folder: string) => Readonly<Record<string, string>> = () => ({}),
): Promise<InstalledPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'rubrica-pg15-'));
  const program = (name: string) => join(INSTALLED_BIN, name);
  const binaries = { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl'), env: {} };
  const launcher = await chooseLauncher(binaries, folder);
  const cluster = join(folder, 'dados');
  const asOwner = async (...command: string[]) => {
    const { code, output } = await run([...launcher.prefix('KILL'), ...command], {});
    if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}: ${output}`);
    return output;
  };
  const words = ['-U', USER, '--auth=trust', '-N', '--encoding=UTF8', '--locale=C.UTF-8'];
  await asOwner(binaries.initdb, '-D', cluster, ...words);
  const all = {
    listen_addresses: '',
    unix_socket_directories: cluster,
    fsync: 'off',
    max_connections: '200',
    timezone: 'UTC',
    ...settings(folder),
  };
  const open = (database: string) =>
    connect({ path: join(cluster, '.s.PGSQL.5432'), database, username: USER }, null, 2);
  let child: ChildProcess;
  const up = async () => {
    const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const [file = '', ...rest] = [...launcher.prefix('QUIT'), binaries.postgres, '-D', cluster, ...args];
    child = spawn(file, rest, { env: minimalEnv({}), stdio: 'ignore', detached: true, cwd: '/' });
    endWithTests(child);
    await until(async () => {
      const sql = open('postgres');
      const rows = await sql`select 1 where not pg_is_in_recovery()`.catch(() => []);
      await sql.end({ timeout: 1 });
      return rows.length > 0;
    });
  };
  const down = async () => {
    const ended = new Promise((done) => child.once('close', done));
    child.kill('SIGINT');
    await ended;
  };
  await up();
  return {
    ...{ folder, open, asOwner, up, down },
    async create(database) {
      const sql = open('postgres');
      await sql.unsafe(`create database ${database}`);
      await sql.end({ timeout: 5 });
      return `postgres://${USER}@localhost/${database}?host=${encodeURIComponent(cluster)}`;
    },
    async stop() {
      await down();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
