import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeSchema, SCHEMA_FILE } from '../../scripts/schema.ts';
import { migrate } from '../../src/compose/migrations.ts';
import { sha256Hex } from '../../src/core/chain.ts';
import { APP_ROLE, type Sql } from '../../src/core/sql.ts';
import { type DatabaseServer, startDatabaseServer } from '../campaigns/crash/lane.ts';

/** The files of functions, applied to databases of any age, by processes of any version, in any order. */

const MIGRATIONS = join(import.meta.dirname, '../../migrations');
const FUNCTIONS = join(import.meta.dirname, '../../functions');

let server: DatabaseServer;
let files: string[];
let databases = 0;
const open: Sql[] = [];
let directory: string;
beforeAll(async () => {
  server = await startDatabaseServer();
  files = (await readdir(FUNCTIONS)).filter((name) => name.endsWith('.sql')).sort();
  directory = await mkdtemp(join(tmpdir(), 'rubrica-funcoes-'));
});
afterAll(async () => {
  for (const sql of open) await sql.end();
  await server?.stop();
  await rm(directory, { recursive: true, force: true });
});

async function newDatabase(): Promise<string> {
  databases += 1;
  const name = `funcoes${databases}`;
  await server.create(name);
  return name;
}

function connectTo(name: string): Sql {
  const sql = server.open(name);
  open.push(sql);
  return sql;
}

/** The files with a change in one of them, as another version has them. */
async function versionWith(file: string, change: (text: string) => string): Promise<URL> {
  const copy = await mkdtemp(join(directory, 'versao-'));
  await cp(FUNCTIONS, copy, { recursive: true });
  await writeFile(join(copy, file), change(await readFile(join(copy, file), 'utf8')));
  return pathToFileURL(`${copy}/`);
}

const applied = (names: readonly string[]) => names.map((name) => `functions/${name}`);
const LIMIT = 'limit 1000';
const limitOf = async (sql: Sql) => {
  const [row] = await sql<{ body: string }[]>`select prosrc as body from pg_proc where proname = 'a_concluir'`;
  return /limit \d+/.exec(row?.body ?? '')?.[0];
};

it('a database of before functions stood in files ends in the schema of a new one', async () => {
  const sql = connectTo(await newDatabase());
  await sql`create table migracao (nome text primary key, sha256 text not null, aplicada_em timestamptz not null default now())`;
  const before = (await readdir(MIGRATIONS)).filter((name) => /^\d{4}_/.test(name) && name < '0053').sort();
  for (const name of before) {
    const text = await readFile(join(MIGRATIONS, name), 'utf8');
    await sql.begin((tx) => tx.unsafe(text));
    await sql`insert into migracao (nome, sha256) values (${name}, ${sha256Hex(text)})`;
  }
  // What the version before granted, and nobody took back.
  await sql.unsafe(`
    do $$ begin create role ${APP_ROLE} nologin; exception when duplicate_object then null; end $$;
    revoke all on all functions in schema acesso from public;
    grant usage on schema public, acesso to ${APP_ROLE};
    grant execute on all functions in schema acesso to ${APP_ROLE};`);
  const ran = await migrate(sql);
  expect(ran).toEqual(expect.arrayContaining(['0053_funcoes_em_arquivos.sql', ...applied(files)]));
  expect(await describeSchema(sql)).toBe(await readFile(SCHEMA_FILE, 'utf8'));
});

it('two processes that start together apply the functions once', async () => {
  const name = await newDatabase();
  const both = await Promise.all([migrate(connectTo(name)), migrate(connectTo(name))]);
  const [first, second] = both.sort((a, b) => b.length - a.length);
  expect(first).toEqual(expect.arrayContaining(applied(files)));
  expect(second).toEqual([]);
});

describe('a file that changed', () => {
  it('is applied, and no other', async () => {
    const sql = connectTo(await newDatabase());
    await migrate(sql);
    const next = await versionWith('documentos.sql', (text) => text.replace(LIMIT, 'limit 999'));
    expect(await migrate(sql, next)).toEqual(applied(['documentos.sql']));
    expect(await limitOf(sql)).toBe('limit 999');
  });

  it('is not taken back by a process of the version before', async () => {
    const sql = connectTo(await newDatabase());
    await migrate(sql);
    await migrate(sql, await versionWith('documentos.sql', (text) => text.replace(LIMIT, 'limit 999')));
    expect(await migrate(sql)).toEqual([]);
    expect(await limitOf(sql)).toBe('limit 999');
  });

  it('leaves every function as it was where one of them cannot be made', async () => {
    const sql = connectTo(await newDatabase());
    await migrate(sql);
    const broken = await versionWith('documentos.sql', (text) => `${text.replace(LIMIT, 'limit 999')}create function;`);
    await expect(migrate(sql, broken)).rejects.toThrow(/syntax error/);
    expect(await limitOf(sql)).toBe(LIMIT);
    expect(await migrate(sql)).toEqual([]);
  });
});

it('a database function that nobody was granted is open to nobody', async () => {
  const sql = connectTo(await newDatabase());
  const next = await versionWith(
    'documentos.sql',
    (text) => `${text}create function acesso.esquecida() returns int language sql security definer return 1;`,
  );
  await migrate(sql, next);
  const [row] = await sql<{ open: boolean }[]>`
    select has_function_privilege(${APP_ROLE}, 'acesso.esquecida()', 'execute') as open`;
  expect(row?.open).toBe(false);
});
