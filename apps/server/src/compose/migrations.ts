import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { sha256Hex } from '../core/chain.ts';
import type { Columns } from '../core/row.ts';
import { APP_ROLE, type JobDefinition, type Sql, type Statements } from '../core/sql.ts';
import { indexTestJobs, QUEUE_SCHEMA, QUEUE_VERSION } from '../jobs/queue.ts';

const MIGRATIONS = new URL('../../migrations/', import.meta.url);
const FUNCTIONS = new URL('../../functions/', import.meta.url);
/** Two processes that start together must not both migrate. The constants are arbitrary. */
const LOCK = 7_281_994;
const LOCK_OF_ALL = LOCK + 1;
/**
 * The first line of a migration whose statements run one by one, so that it may build indexes beside those who write
 * (`create index concurrently`) and holds no lock from one statement to the next. Each is written so that it may run
 * again.
 */
const ONE_BY_ONE = '-- Statement by statement.';
/** How long one that waits for another's migration sleeps between two looks. */
const LOOK_AGAIN_MS = 50;
/** The application's role or functions do not exist yet: nothing has been migrated. */
const NOT_MIGRATED = ['22023', '42883', '3F000', '42704', '42501'];

interface SqlFile {
  readonly name: string;
  readonly text: string;
  readonly hash: string;
}

async function readFiles(directory: URL, named: RegExp): Promise<SqlFile[]> {
  const names = (await readdir(directory)).filter((file) => named.test(file)).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, directory), 'utf8');
      return { name, text, hash: sha256Hex(text) };
    }),
  );
}

const readMigrations = (directory = MIGRATIONS) => readFiles(directory, /^\d{4}_.*\.sql$/);
const readFunctions = (directory: URL) => readFiles(directory, /\.sql$/);

/**
 * Migrates the schema to the newest version, forward only, applies changed function files, and grants the application's
 * role what it needs and no more. Needs a connection of the database's owner. Each migration runs once, in a
 * transaction with the row that records it; one that begins with ONE_BY_ONE runs a statement at a time outside of any,
 * is recorded at its end, and after an interruption runs again from its beginning. Function files run when their text
 * is new, all in one transaction.
 * @param functions where the function files are
 * @param migrations where the migrations are
 * @returns the names of the files that ran
 * @throws if a migration that already ran has changed since: history is not rewritten.
 */
export function migrate(sql: Sql, functions = FUNCTIONS, migrations = MIGRATIONS): Promise<string[]> {
  return underLock(sql, LOCK, async (connection) => {
    await connection`create table if not exists migracao (
      nome text primary key, sha256 text not null, aplicada_em timestamptz not null default now())`;
    const rows = await connection<Columns<'migracao', 'nome' | 'sha256'>[]>`select nome, sha256 from migracao`;
    const done = new Map(rows.map((row) => [row.nome, row.sha256]));
    const applied: string[] = [];
    for (const { name, text, hash } of await readMigrations(migrations)) {
      if (done.has(name)) {
        if (done.get(name) !== hash) throw new Error(`migration ${name} changed after it was applied`);
        continue;
      }
      const record = `insert into migracao (nome, sha256) values ('${name}', '${hash}')`;
      if (text.startsWith(ONE_BY_ONE)) {
        await dropUnfinishedIndexes(connection);
        for (const statement of [...statementsOf(text), record]) await connection.unsafe(statement);
      } else {
        await connection.unsafe(`begin;\n${text}\n;${record};\ncommit;`);
      }
      applied.push(name);
    }
    await ensureRole(connection);
    applied.push(...(await applyFunctions(connection, await readFunctions(functions))));
    await grant(connection);
    return applied;
  });
}

/**
 * The statements of a migration that runs them one by one: each ends with a semicolon at the end of a line, outside of a
 * body quoted by dollars.
 */
export function statementsOf(text: string): string[] {
  const statements: string[] = [];
  let lines: string[] = [];
  let quoted = false;
  for (const line of text.split('\n')) {
    lines.push(line);
    if ((line.split('$$').length - 1) % 2 === 1) quoted = !quoted;
    if (quoted || !line.trimEnd().endsWith(';')) continue;
    statements.push(lines.join('\n'));
    lines = [];
  }
  return statements;
}

/** What an interrupted `create index concurrently` left: it would pass for the index, and is none. */
async function dropUnfinishedIndexes(sql: Statements): Promise<void> {
  const rows = await sql<{ name: string }[]>`
    select indexrelid::regclass::text as name
      from pg_index
     where not indisvalid and indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`;
  for (const { name } of rows) await sql.unsafe(`drop index concurrently ${name}`);
}

/**
 * Earlier texts of a file are remembered too: a process of an earlier version finds its own text among those already
 * applied, and leaves the newer one in place. Function bodies are not checked when created, so the files may be in any
 * order. What a file does not grant is available to nobody.
 */
async function applyFunctions(sql: Statements, files: readonly SqlFile[]): Promise<string[]> {
  const rows = await sql<
    Columns<'funcao_aplicada', 'arquivo' | 'sha256'>[]
  >`select arquivo, sha256 from funcao_aplicada`;
  const known = new Set(rows.map(({ arquivo, sha256 }) => `${arquivo} ${sha256}`));
  const due = files.filter(({ name, hash }) => !known.has(`${name} ${hash}`));
  if (due.length === 0) return [];
  await sql.unsafe(
    [
      'begin',
      'set local check_function_bodies = off',
      ...due.flatMap(({ name, text, hash }) => [
        `${text}\n`,
        `insert into funcao_aplicada (arquivo, sha256) values ('${name}', '${hash}')`,
      ]),
      'revoke all on all functions in schema acesso from public',
      'commit',
    ].join(';\n'),
  );
  return due.map(({ name }) => `functions/${name}`);
}

/**
 * Runs the schema migration, then `queues`, then grants rights on the queue and to `login`, the role used for requests
 * and jobs, in one process at a time; finally records that the database is ready for this version of the code. Safe to
 * repeat.
 */
export function migrateEverything(
  sql: Sql,
  jobs: readonly JobDefinition<object>[],
  login: string,
  queues: () => Promise<void>,
): Promise<string[]> {
  return underLock(sql, LOCK_OF_ALL, async (connection) => {
    const applied = await migrate(sql);
    await queues();
    await indexTestJobs(sql);
    await grantQueue(sql);
    await admit(sql, login);
    const version = await versionOf(jobs);
    await connection`
      insert into instalacao (nome, impressao) values (${`versao:${version}`}, ${version}) on conflict (nome) do nothing`;
    return applied;
  });
}

/**
 * Whether the database was migrated to this version of the code. An older version stays ready when a newer one comes:
 * the schema only moves forward, and processes of both versions may run during an upgrade.
 * @param sql of the application's role
 */
export async function isReady(sql: Sql, jobs: readonly JobDefinition<object>[]): Promise<boolean> {
  const version = await versionOf(jobs);
  try {
    const [row] = await sql<{ ready: boolean }[]>`select acesso.versao_pronta(${version}) as ready`;
    return row?.ready === true;
  } catch (error) {
    if (NOT_MIGRATED.includes(String((error as { code?: string }).code))) return false;
    throw error;
  }
}

/** The name of the last migration of this version. */
export async function newestMigration(): Promise<string> {
  return (await readMigrations()).at(-1)?.name ?? '';
}

/** Files of this version that did not run yet, as the owner of the database sees it. */
export async function pendingMigrations(owner: Sql): Promise<string[]> {
  const done = await owner<Columns<'migracao', 'nome'>[]>`select nome from migracao`;
  const known = new Set(done.map(({ nome }) => nome));
  return (await readMigrations()).map(({ name }) => name).filter((name) => !known.has(name));
}

/** A fingerprint of everything in this version that a database must be prepared for. */
async function versionOf(jobs: readonly JobDefinition<object>[]): Promise<string> {
  const files = [...(await readMigrations()), ...(await readFunctions(FUNCTIONS))].map(({ name, hash }) => [
    name,
    hash,
  ]);
  const queues = jobs.map(({ name, retry }) => [name, retry.limit, retry.delay, retry.maxDelay]);
  return sha256Hex(JSON.stringify([files, queues, QUEUE_VERSION]));
}

async function underLock<T>(sql: Sql, lock: number, work: (connection: Statements) => Promise<T>): Promise<T> {
  const connection = await sql.reserve();
  try {
    // A migration of a large table may take longer than any request, and so may waiting for another process.
    await connection`set statement_timeout = 0`;
    // By looking again, not by waiting in a statement: its snapshot would keep the other's indexes from being finished.
    while (!(await tryLock(connection, lock))) await delay(LOOK_AGAIN_MS);
    return await work(connection);
  } catch (error) {
    // A migration that failed halfway leaves its transaction, in which the lock could not be given back.
    await connection`rollback`.catch(() => {});
    throw error;
  } finally {
    // So that the next process need not wait for this connection to close.
    await connection`select pg_advisory_unlock(${lock})`.catch(() => {});
    await connection`reset statement_timeout`.catch(() => {});
    connection.release();
  }
}

async function tryLock(sql: Statements, lock: number): Promise<boolean> {
  const [row] = await sql<{ locked: boolean }[]>`select pg_try_advisory_lock(${lock}) as locked`;
  return row?.locked === true;
}

/** The role is shared by all databases of a cluster, and two of them may create it at the same time. */
export async function ensureRole(sql: Statements): Promise<void> {
  await sql.unsafe(`
    do $$ begin
      create role ${APP_ROLE} nologin;
    exception when duplicate_object or unique_violation then null;
    end $$;
    do $$ begin
      execute format('grant ${APP_ROLE} to %I', current_user);
    exception when unique_violation then null; when others then
      if sqlerrm not like '%tuple concurrently updated%' then raise; end if;
    end $$;
  `);
}

/** Its rights on schemas and tables; rights on functions are granted in their files. */
async function grant(sql: Statements): Promise<void> {
  await sql.unsafe(`
    grant usage on schema public, acesso to ${APP_ROLE};
    grant select, insert, update, delete on all tables in schema public to ${APP_ROLE};
    revoke all on migracao, instalacao, funcao_aplicada from ${APP_ROLE};
    revoke update, delete on evento_auditoria, certificado, evento_seguranca from ${APP_ROLE};
    revoke insert, update, delete on expurgo from ${APP_ROLE};
    revoke create on schema public from public;
    do $$ begin
      execute format('revoke temporary on database %I from public', current_database());
      execute format('grant temporary on database %I to current_user', current_database());
    exception when others then
      -- Another database of the cluster does the same at this moment; the next start does it again.
      if sqlerrm not like '%tuple concurrently updated%' then raise; end if;
    end $$;
  `);
}

/** A login other than the owner may become the application's role, and nothing else. */
async function admit(sql: Sql, login: string): Promise<void> {
  const [row] = await sql<{ other: boolean }[]>`
    select rolname <> current_user as other from pg_roles where rolname = ${login}`;
  if (row?.other) await sql`grant ${sql(APP_ROLE)} to ${sql(login)}`;
}

/** Once the queue's own schema exists: the application's role may use it, but not alter it. */
export async function grantQueue(sql: Sql): Promise<void> {
  await sql.unsafe(`
    grant usage on schema ${QUEUE_SCHEMA} to ${APP_ROLE};
    grant select, insert, update, delete on all tables in schema ${QUEUE_SCHEMA} to ${APP_ROLE};
    grant usage, select on all sequences in schema ${QUEUE_SCHEMA} to ${APP_ROLE};
    grant execute on all functions in schema ${QUEUE_SCHEMA} to ${APP_ROLE};
  `);
}
