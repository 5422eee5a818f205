import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it } from 'vitest';
import { lacking, without } from '../../../../packages/pdf/test/judges/programs.ts';
import { until } from '../../../../scripts/until.ts';
import { type EmbeddedPostgres, runningEmbedded, startEmbeddedPostgres } from '../../src/adapters/embedded-postgres.ts';
import { livePostgresIn } from '../../src/adapters/embedded-postgres-runtime.ts';
import { connect as open } from '../../src/core/sql.ts';

const CHILD = join(import.meta.dirname, 'embedded-postgres-child.ts');
const isRoot = process.getuid?.() === 0;
/** Processes of its own, as a container has them. */
const apart =
  spawnSync('unshare', ['--fork', '--pid', '--ipc', '--mount-proc', 'true']).status === 0 &&
  spawnSync('flock', ['/', 'true']).status === 0
    ? {}
    : without('no namespaces of processes can be made, or no flock');
const cleanups: Array<() => Promise<void> | void> = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function directory(parent = tmpdir()): string {
  const path = mkdtempSync(join(parent, 'rubrica-test-'));
  chmodSync(path, 0o755);
  cleanups.push(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

async function start(dataDir: string, extra = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, fsync: false, ...extra });
  cleanups.push(() => server.stop());
  return server;
}

function connect(server: Pick<EmbeddedPostgres, 'connection'>) {
  const sql = open(server.connection, null, 1);
  cleanups.push(() => sql.end({ timeout: 1 }).catch(() => {}));
  return sql;
}

/** Processes that work in the cluster's directory, zombies aside: independent of the adapter's own look into /proc. */
function processesIn(cluster: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/cwd`) === cluster;
    } catch {
      return false;
    }
  });
}

/** Runs the child program, as another user when given one, until it has printed its connection. */
async function hold(dataDir: string, mode: 'run' | 'hold', as: readonly string[] = []) {
  const [file = '', ...args] = [...as, process.execPath, CHILD, dataDir, mode];
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  const errors: string[] = [];
  child.stderr.on('data', (chunk) => errors.push(String(chunk)));
  const ended = new Promise<number | null>((done) => child.once('close', (code) => done(code)));
  const line = await new Promise<string>((done) => {
    createInterface({ input: child.stdout }).once('line', done);
    child.once('close', () => done(''));
  });
  if (line === '') throw new Error(errors.join(''));
  return { child: child as ChildProcess, ended, connection: JSON.parse(line) as EmbeddedPostgres['connection'] };
}

describe('embedded PostgreSQL', () => {
  it('creates a cluster, keeps its data over a restart and leaves nothing running', async () => {
    const dataDir = directory();
    const first = await start(dataDir, { fsync: true });
    const sql = connect(first);
    const [about] = await sql`
      select current_setting('server_version') version, current_setting('listen_addresses') listen,
             current_setting('fsync') fsync, lower('ÁÇÃO') lower, current_setting('server_encoding') encoding`;
    expect(about).toMatchObject({ version: '18.4', listen: '', fsync: 'on', lower: 'áção', encoding: 'UTF8' });
    await sql`create table t as select 7 as seven`;
    await first.stop();
    expect(processesIn(join(dataDir, 'pg'))).toEqual([]);

    const second = await start(dataDir, { settings: { max_connections: '17' } });
    expect(await connect(second)`select seven, current_setting('max_connections') max from t`).toEqual([
      { seven: 7, max: '17' },
    ]);
  });

  it('lets nobody but its user into the socket directory and the cluster', async () => {
    const dataDir = directory();
    const server = await start(dataDir);
    expect(statSync(server.connection.host).mode & 0o777).toBe(0o700);
    expect(statSync(join(dataDir, 'pg')).mode & 0o777).toBe(0o700);
  });

  it('has in memory after a restart what it had there before', async () => {
    const dataDir = directory();
    const server = await start(dataDir, { fsync: true });
    const owner = connect(server);
    await owner`create extension pg_buffercache`;
    await owner`create table wanted as select generate_series(1, 100000) as id`;
    await owner`create table unwanted as select generate_series(1, 100000) as id`;
    await owner`checkpoint`;
    await owner`select pg_buffercache_evict_relation('unwanted')`;
    await owner.end();
    await server.stop();

    const again = connect(await start(dataDir, { fsync: true }));
    const pagesOf = async (table: string) => {
      const [row] = await again<{ pages: number }[]>`
        select count(*)::int as pages
          from pg_buffercache
         where relfilenode = pg_relation_filenode(${table}) and relforknumber = 0`;
      return row?.pages ?? 0;
    };
    await until(async () => (await pagesOf('wanted')) >= 443);
    expect(await pagesOf('unwanted')).toBe(0);
  });

  it('keeps the libraries that its operator chose', async () => {
    const dataDir = directory();
    const chosen = `alter system set shared_preload_libraries = 'auto_explain'`;
    const server = await start(dataDir, { fsync: true });
    await connect(server).unsafe(chosen);
    await server.stop();

    const again = connect(await start(dataDir, { fsync: true }));
    expect(await again`show shared_preload_libraries`).toEqual([{ shared_preload_libraries: 'auto_explain' }]);
  });

  it('runs two instances at once', async () => {
    const servers = await Promise.all([start(directory()), start(directory())]);
    const pids = await Promise.all(servers.map((server) => connect(server)`select pg_postmaster_start_time() t`));
    expect(pids).toHaveLength(2);
    expect(servers[0]?.connection.path).not.toBe(servers[1]?.connection.path);
  });

  it('serves from a directory deeper than a socket path can be', async () => {
    const dataDir = join(directory(), ...Array.from({ length: 12 }, () => 'um-diretorio'));
    const server = await start(dataDir);
    expect(Buffer.byteLength(server.connection.path)).toBeLessThan(108);
    expect(await connect(server)`select 1 as one`).toEqual([{ one: 1 }]);
    await server.stop();
    expect(existsSync(server.connection.host)).toBe(false);
  });

  it('refuses a directory another server works in, naming its process', async () => {
    const dataDir = directory();
    const { pid } = await start(dataDir);
    await expect(startEmbeddedPostgres({ dataDir, fsync: false })).rejects.toThrow(
      new RegExp(`${pid}.*[^]*DATABASE_URL`),
    );
  });

  it(
    'refuses a directory of which a server in another container has the lock, and leaves that one alone',
    apart,
    async () => {
      const dataDir = directory();
      const server = await start(dataDir);
      const elsewhere = ['unshare', '--fork', '--pid', '--ipc', '--mount-proc'];
      await expect(hold(dataDir, 'hold', elsewhere)).rejects.toThrow(
        /já está em uso por um Rubrica de outro contêiner/,
      );
      expect(existsSync(join(dataDir, 'pg/postmaster.pid'))).toBe(true);
      expect((await connect(server)`select 1 as one`)[0]).toEqual({ one: 1 });
    },
  );

  it('tells when the server dies on its own', async () => {
    let told: (detail: string) => void = () => {};
    const exit = new Promise<string>((done) => {
      told = done;
    });
    const server = await start(directory(), { onExit: told });
    process.kill(server.pid, 'SIGQUIT');
    expect(await exit).toContain('immediate shutdown');
  });

  it('starts over a lock whose pid now belongs to another process', async () => {
    const dataDir = directory();
    await (await start(dataDir)).stop();
    // Our parent is alive and is no PostgreSQL; the server itself would refuse to start over its pid.
    writeFileSync(
      join(dataDir, 'pg', 'postmaster.pid'),
      `${process.ppid}\n${join(dataDir, 'pg')}\n0\n5432\n\n\n  0 0\n`,
    );
    const server = await start(dataDir);
    expect(await connect(server)`select 1 as one`).toEqual([{ one: 1 }]);
  });

  it('dies with a killed parent, and the next start finds what was committed', lacking('setpriv'), async () => {
    const dataDir = directory();
    const { child, connection, ended } = await hold(dataDir, 'hold');
    const sql = connect({ connection });
    await sql`create table kept as select 1 as one`;
    child.kill('SIGKILL');
    await ended;
    await until(() => processesIn(join(dataDir, 'pg')).length === 0);
    expect(await connect(await start(dataDir))`select one from kept`).toEqual([{ one: 1 }]);
  });
});

describe('embedded PostgreSQL where there are neither sockets nor signals, as on Windows', () => {
  const system = { reachedBy: 'PORT', toldBy: 'PG_CTL' } as const;

  it('lets nobody in without a password, keeps its data over a restart and leaves nothing running', async () => {
    const dataDir = directory();
    const server = await start(dataDir, { guarded: true, system });
    const owner = connect(server);
    await owner`create table kept (id int)`;
    await owner`insert into kept values (1)`;
    const { password: _, ...nobody } = server.connection;
    await expect(connect({ connection: nobody })`select 1`).rejects.toMatchObject({ code: '28P01' });
    const login = connect({ connection: server.login });
    await expect(login`select * from kept`).rejects.toMatchObject({ code: '42501' });
    expect(await runningEmbedded(dataDir)).toEqual(server.connection);
    expect(existsSync(join(dataDir, 'pg-socket'))).toBe(false);
    await owner.end();
    await server.stop();
    expect(processesIn(join(dataDir, 'pg'))).toEqual([]);
    expect(existsSync(join(dataDir, 'pg', 'postmaster.pid'))).toBe(false);

    const again = await start(dataDir, { guarded: true, system });
    expect(await connect(again)`select * from kept`).toEqual([{ id: 1 }]);
    expect(again.login.password).not.toBe(server.login.password);
  });

  it('finds a running server by its lock where the system shows no processes', async () => {
    const dataDir = directory();
    const server = await start(dataDir, { system });
    const [cluster, nowhere] = [join(dataDir, 'pg'), join(dataDir, 'no-proc')];
    expect(await livePostgresIn(cluster, nowhere)).toBe(server.pid);
    await server.stop();
    expect(await livePostgresIn(cluster, nowhere)).toBeUndefined();
    writeFileSync(join(cluster, 'postmaster.pid'), `${2 ** 22 + 1}\n`);
    expect(await livePostgresIn(cluster, nowhere)).toBeUndefined();
  });
});

describe('embedded PostgreSQL, started by', isRoot ? {} : without('only root can start it as somebody else'), () => {
  const namespaces =
    spawnSync('unshare', ['--user', 'true']).status === 0 ? {} : without('no namespaces of users can be made');
  const nobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];
  const bareUid = ['setpriv', '--reuid=54321', '--regid=54321', '--clear-groups'];

  it('an ordinary user', async () => {
    const dataDir = directory();
    chownSync(dataDir, 65_534, 65_534);
    expect(await (await hold(dataDir, 'run', nobody)).ended).toBe(0);
  });

  it('a uid without a name', namespaces, async () => {
    const dataDir = directory();
    chownSync(dataDir, 54_321, 54_321);
    expect(await (await hold(dataDir, 'run', bareUid)).ended).toBe(0);
  });

  it('root in a tree only root may enter', namespaces, async () => {
    const closed = directory();
    chmodSync(closed, 0o700);
    const server = await start(join(closed, 'data'));
    expect(await connect(server)`select 1 as one`).toEqual([{ one: 1 }]);
    expect(statSync(join(closed, 'data', 'pg')).uid).toBe(0);
  });

  it('root over the cluster of an ordinary user, but not the other way round', async () => {
    const dataDir = directory();
    chownSync(dataDir, 1, 1);
    const daemon = ['setpriv', '--reuid=1', '--regid=1', '--clear-groups'];
    expect(await (await hold(dataDir, 'run', daemon)).ended).toBe(0);
    await (await start(dataDir)).stop();
    expect(readFileSync(join(dataDir, 'pg', 'PG_VERSION'), 'utf8')).toBe('18\n');
    await expect(hold(dataDir, 'run', daemon)).rejects.toThrow(/pertence a outro usuário/);
  });
});
