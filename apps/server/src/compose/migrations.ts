import { readdir, readFile } from 'node:fs/promises';
import { sha256Hex } from '../core/chain.ts';
import { APP_ROLE, type JobDefinition, type Sql } from '../core/sql.ts';
import { QUEUE_SCHEMA, QUEUE_VERSION } from '../jobs/queue.ts';

const DIRECTORY = new URL('../../migrations/', import.meta.url);
/** Two processes that start together must not migrate together. Any constants of our own will do. */
const LOCK = 7_281_994;
const LOCK_OF_ALL = LOCK + 1;
/** Application's role or functions not there yet: nothing was migrated so far. */
const NOT_MIGRATED = ['22023', '42883', '3F000', '42704', '42501'];

interface Migration {
  readonly name: string;
  readonly text: string;
  readonly hash: string;
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(DIRECTORY)).filter((file) => /^\d{4}_.*\.sql$/.test(file)).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, DIRECTORY), 'utf8');
      return { name, text, hash: sha256Hex(text) };
    }),
  );
}

/**
 * Brings the schema to the newest migration, forward only, and gives the application's role what it needs and no more.
 * Needs a connection of the database's owner. Each file runs once, in a transaction with the row that remembers it.
 * @returns the names of the files that ran
 * @throws when a file that already ran has changed since: history is not rewritten.
 */
export function migrate(sql: Sql): Promise<string[]> {
  return underLock(sql, LOCK, async (connection) => {
    await connection`create table if not exists migracao (
      nome text primary key, sha256 text not null, aplicada_em timestamptz not null default now())`;
    const rows = await connection<{ nome: string; sha256: string }[]>`select nome, sha256 from migracao`;
    const done = new Map(rows.map((row) => [row.nome, row.sha256]));
    const applied: string[] = [];
    for (const { name, text, hash } of await readMigrations()) {
      if (done.has(name)) {
        if (done.get(name) !== hash) throw new Error(`migration ${name} changed after it was applied`);
        continue;
      }
      await connection.unsafe(
        `begin;\n${text}\n;insert into migracao (nome, sha256) values ('${name}', '${hash}');\ncommit;`,
      );
      applied.push(name);
    }
    await grant(connection);
    return applied;
  });
}

/**
 * Schema, then whatever `queues` does, then the rights on the queue and of `login`, the role that requests and jobs log in
 * as, in one process at a time; at last it is remembered that the database is ready for this version of the code. Harmless
 * to repeat.
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
    await grantQueue(sql);
    await admit(sql, login);
    const version = await versionOf(jobs);
    await connection`
      insert into instalacao (nome, impressao) values (${`versao:${version}`}, ${version}) on conflict (nome) do nothing`;
    return applied;
  });
}

/**
 * Whether the database was brought to this version of the code. An older version stays ready when a newer one came: the
 * schema goes forward only, and processes of both may run while they are being replaced.
 * @param sql of the application's role
 */
export async function isReady(sql: Sql, jobs: readonly JobDefinition<object>[]): Promise<boolean> {
  const version = await versionOf(jobs);
  try {
    const [row] = await sql<{ pronta: boolean }[]>`select acesso.versao_pronta(${version}) as pronta`;
    return row?.pronta === true;
  } catch (error) {
    if (NOT_MIGRATED.includes(String((error as { code?: string }).code))) return false;
    throw error;
  }
}

/** Everything of this version that a database has to be prepared for. */
async function versionOf(jobs: readonly JobDefinition<object>[]): Promise<string> {
  const migrations = (await readMigrations()).map(({ name, hash }) => [name, hash]);
  const queues = jobs.map(({ name, retry }) => [name, retry.limit, retry.delay, retry.maxDelay]);
  return sha256Hex(JSON.stringify([migrations, queues, QUEUE_VERSION]));
}

async function underLock<T>(sql: Sql, lock: number, work: (connection: Sql) => Promise<T>): Promise<T> {
  const connection = await sql.reserve();
  try {
    // A migration over a large table may take longer than any request, and so may the wait for another process.
    await connection`set statement_timeout = 0`;
    await connection`select pg_advisory_lock(${lock})`;
    return await work(connection);
  } finally {
    // Without the lock the next process need not wait for this connection to close, even when a migration failed half way.
    await connection`rollback`.catch(() => {});
    await connection`select pg_advisory_unlock(${lock})`.catch(() => {});
    await connection`reset statement_timeout`.catch(() => {});
    connection.release();
  }
}

/** The role is shared by every database of a cluster; two databases may create it at the same time. */
async function grant(sql: Sql): Promise<void> {
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
    revoke all on all functions in schema acesso from public;
    grant usage on schema public, acesso to ${APP_ROLE};
    grant select, insert, update, delete on all tables in schema public to ${APP_ROLE};
    revoke all on migracao, instalacao from ${APP_ROLE};
    revoke update, delete on evento_auditoria, certificado, evento_seguranca from ${APP_ROLE};
    revoke insert, update, delete on expurgo from ${APP_ROLE};
    grant execute on all functions in schema acesso to ${APP_ROLE};
    revoke create on schema public from public;
    do $$ begin
      execute format('revoke temporary on database %I from public', current_database());
      execute format('grant temporary on database %I to current_user', current_database());
    exception when others then
      -- Another database of the cluster does the same at this moment; the next start does it again.
      if sqlerrm not like '%tuple concurrently updated%' then raise; end if;
    end $$;
    do $$ declare routine regprocedure; begin
      -- PostgreSQL looks for tables among temporary ones first, unless the path says otherwise.
      for routine in
        select p.oid
          from pg_proc p
          join pg_namespace n on n.oid = p.pronamespace
         where n.nspname in ('public', 'acesso') and p.prosecdef
           and not coalesce(array_to_string(p.proconfig, ';') ~ 'search_path=[^;]*pg_temp(;|$)', false)
      loop
        execute format('alter routine %s set search_path = public, pg_temp', routine);
      end loop;
    end $$;
  `);
}

/** A login other than the owner may become the application's role, and is nothing else. */
async function admit(sql: Sql, login: string): Promise<void> {
  const [row] = await sql<{ other: boolean }[]>`
    select rolname <> current_user as other from pg_roles where rolname = ${login}`;
  if (row?.other) await sql`grant ${sql(APP_ROLE)} to ${sql(login)}`;
}

/** After the queue's own schema exists: the application's role may use it, not alter it. */
export async function grantQueue(sql: Sql): Promise<void> {
  await sql.unsafe(`
    grant usage on schema ${QUEUE_SCHEMA} to ${APP_ROLE};
    grant select, insert, update, delete on all tables in schema ${QUEUE_SCHEMA} to ${APP_ROLE};
    grant usage, select on all sequences in schema ${QUEUE_SCHEMA} to ${APP_ROLE};
    grant execute on all functions in schema ${QUEUE_SCHEMA} to ${APP_ROLE};
  `);
}
