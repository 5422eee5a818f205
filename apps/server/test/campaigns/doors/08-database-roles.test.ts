import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IN_ORDER } from '../../../../../scripts/in-order.ts';
import { connect, type Sql } from '../../../src/core/sql.ts';
import { newDatabase } from '../../database.ts';
import { newAccount, type Service, startService } from '../../harness.ts';
import { startProgram } from '../../processes/support.ts';
import { AS_IT_COMES } from './support.ts';

/** Line 8: whatever statement runs in a request or a job, row-level security binds it. */

const OPERATOR = fileURLToPath(new URL('../../../src/operator.ts', import.meta.url));

/** What an attacker would try who got a statement of his own to run, each refused. */
async function isBound(sql: Sql): Promise<void> {
  const refused = async (statement: string) => {
    const code = await sql.unsafe(statement).then(
      () => 'done',
      (error: { code?: string }) => error.code,
    );
    return [statement, code];
  };
  const [row] =
    await sql`select current_user::text as role, session_user::text as login, current_setting('search_path') as path`;
  const [{ owner } = { owner: '' }] =
    await sql`select tableowner as owner from pg_tables where tablename = 'documento'`;
  expect(row?.login).not.toBe(owner);
  expect(row?.path).toMatch(/, ?pg_temp$/);
  for (const statement of [
    `set role "${owner}"`,
    `set session authorization "${owner}"`,
    `reset role; set role "${owner}"`,
    'alter table documento disable row level security',
    'alter table documento no force row level security',
    'drop table documento',
    'create table intruder (x int)',
    'create table acesso.intruder (x int)',
    'create temporary table documento (id uuid)',
    'create role intruder',
    'alter role current_user superuser',
    'truncate evento_auditoria',
    'update evento_auditoria set corpo = corpo',
    'delete from evento_auditoria',
    'delete from certificado',
    "create function intruder() returns int language sql as 'select 1'",
    "copy documento to program 'true'",
    "select pg_read_file('/etc/passwd')",
    'select * from migracao',
  ]) {
    expect(await refused(statement)).toEqual([statement, '42501']);
  }
  // As whom it logged in it is bound as well, though nothing set its role.
  const bare = await sql.reserve();
  try {
    await bare`reset role`;
    expect((await bare`select 1 from documento`).length).toBe(0);
    await expect(bare.unsafe('create temporary table documento (id uuid)')).rejects.toMatchObject({ code: '42501' });
    await expect(bare.unsafe('alter table documento disable row level security')).rejects.toMatchObject({
      code: '42501',
    });
  } finally {
    await bare`set role rubrica_app`;
    bare.release();
  }
}

describe('the embedded database', () => {
  let dataDir: string;
  let service: Service;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'rubrica-portas-'));
    service = await startService({ DATA_DIR: dataDir });
  });
  afterAll(async () => {
    await service.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('binds the service, which logs in as somebody who owns nothing', async () => {
    await newAccount(service.origin);
    await isBound(service.app.db.sql);
    const queues = await service.owner<{ usename: string }[]>`
      select distinct usename::text from pg_stat_activity where application_name in ('rubrica', 'rubrica-fila')
         and pid <> pg_backend_pid() and query not like '%pg_stat_activity%'`;
    expect(queues.map(({ usename }) => usename)).toContain('rubrica_processo');
    expect(service.app.openDoors.join('\n')).not.toContain('DATABASE_URL');
  });

  it('lets nobody in without a password, of those too who may enter its directory', async () => {
    const { path, database } = service.app.db.sql.options;
    for (const username of ['rubrica', 'rubrica_processo', 'rubrica_app', 'postgres']) {
      const sql = connect({ path: path as string, database, username }, null, 1);
      await expect(sql`select 1`, username).rejects.toThrow();
      await sql.end({ timeout: 1 });
    }
  });

  it('is open to its operator while the service runs, by a file nobody else reads', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [OPERATOR, 'selo', 'listar'], {
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, DATA_DIR: dataDir },
    });
    expect(stdout).toMatch(/PRODUCAO/);
    const password = await readFile(join(dataDir, 'pg.senha'), 'utf8');
    expect(password).toMatch(/^[\w-]{43}$/);
  });

  it('has another password after each start', async () => {
    const passwordOf = () => readFile(join(dataDir, 'pg.senha'), 'utf8');
    const before = await passwordOf();
    await service.stop();
    service = await startService({ DATA_DIR: dataDir });
    expect(await passwordOf()).not.toBe(before);
  });
});

describe('an own database', IN_ORDER, () => {
  let database: Awaited<ReturnType<typeof newDatabase>>;
  let dataDir: string;
  let owner: Sql;
  let weak: string;
  /** Roles are shared by all databases of the test server. */
  const login = `processo_${process.pid}_${Date.now()}`;

  beforeAll(async () => {
    database = await newDatabase();
    dataDir = await mkdtemp(join(tmpdir(), 'rubrica-portas-'));
    const url = new URL(database.url);
    const host = url.searchParams.get('host') as string;
    owner = connect(
      { path: `${host}/.s.PGSQL.5432`, database: url.pathname.slice(1), username: url.username },
      null,
      2,
    );
    await owner.unsafe(`create role ${login} login`);
    url.username = login;
    weak = url.href;
  });
  afterAll(async () => {
    await database.remove();
    await owner.unsafe('select 1').catch(() => {});
    await owner.end({ timeout: 5 });
    await rm(dataDir, { recursive: true, force: true });
  });

  it('binds the service that has MIGRATE_DATABASE_URL beside DATABASE_URL', async () => {
    const service = await startService({ DATABASE_URL: weak, MIGRATE_DATABASE_URL: database.url, DATA_DIR: dataDir });
    try {
      await newAccount(service.origin);
      await isBound(service.app.db.sql);
      expect(service.app.openDoors.join('\n')).not.toContain('DATABASE_URL');
    } finally {
      await service.stop();
    }
  });

  it('is started on by processes that never hear of the owner', async () => {
    const env = { ...AS_IT_COMES, DATABASE_URL: weak, DATA_DIR: dataDir };
    const [http, jobs] = [startProgram('main', { ...env, ROLES: 'http' }), startProgram('worker', env)];
    const [origin] = await Promise.all([http.started, jobs.started]);
    expect((await fetch(`${origin}/readyz`)).status).toBe(200);
    expect(await Promise.all([http.stop(), jobs.stop()])).toEqual([0, 0]);
  });

  it('with one login for both is warned of at the start', async () => {
    const program = startProgram('main', { ...AS_IT_COMES, DATABASE_URL: database.url, DATA_DIR: dataDir });
    await program.started;
    expect(program.output()).toMatch(/^ {2}atenção .*MIGRATE_DATABASE_URL/m);
    await program.stop();
  });

  it('with the owner in both places does not start: the lock that was asked for would not be there', async () => {
    const both = { DATABASE_URL: database.url, MIGRATE_DATABASE_URL: database.url };
    const program = startProgram('main', { ...AS_IT_COMES, ...both, DATA_DIR: dataDir });
    await expect(program.started).rejects.toThrow();
    expect(program.output()).toMatch(/DATABASE_URL: o papel .*create role/);
  });

  it('every function that runs as the owner looks for temporary tables last', async () => {
    const open = await owner`
      select p.oid::regprocedure::text as routine
        from pg_proc p
        join pg_namespace n on n.oid = p.pronamespace
       where n.nspname in ('public', 'acesso') and p.prosecdef
         and not coalesce(array_to_string(p.proconfig, ';') ~ 'search_path=[^;]*pg_temp(;|$)', false)`;
    expect(open.map(({ routine }) => routine)).toEqual([]);
  });
});
