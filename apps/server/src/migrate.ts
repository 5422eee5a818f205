import { readdir, readFile } from 'node:fs/promises';
import { sha256Hex } from './core/chain.ts';
import { APP_ROLE, type Sql } from './core/sql.ts';
import { QUEUE_SCHEMA } from './jobs/queue.ts';

const DIRECTORY = new URL('../migrations/', import.meta.url);
/** Two processes that start together must not migrate together. Any constant of our own will do. */
const LOCK = 7_281_994;

/**
 * Brings the schema to the newest migration, forward only, and gives the application's role what it needs and no more.
 * Needs a connection of the database's owner. Each file runs once, in a transaction with the row that remembers it.
 * @throws when a file that already ran has changed since: history is not rewritten.
 */
export async function migrate(sql: Sql): Promise<string[]> {
  const connection = await sql.reserve();
  try {
    await connection`select pg_advisory_lock(${LOCK})`;
    await connection`create table if not exists migracao (
      nome text primary key, sha256 text not null, aplicada_em timestamptz not null default now())`;
    const rows = await connection<{ nome: string; sha256: string }[]>`select nome, sha256 from migracao`;
    const done = new Map(rows.map((row) => [row.nome, row.sha256]));
    const applied: string[] = [];
    for (const name of (await readdir(DIRECTORY)).filter((file) => /^\d{4}_.*\.sql$/.test(file)).sort()) {
      const text = await readFile(new URL(name, DIRECTORY), 'utf8');
      const hash = sha256Hex(text);
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
  } finally {
    // Closing is what gives the lock back even when a migration failed half way.
    await connection`rollback`.catch(() => {});
    await connection`select pg_advisory_unlock(${LOCK})`.catch(() => {});
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
    revoke all on migracao from ${APP_ROLE};
    revoke update, delete on evento_auditoria, certificado, evento_seguranca from ${APP_ROLE};
    revoke insert, update, delete on expurgo from ${APP_ROLE};
    grant execute on all functions in schema acesso to ${APP_ROLE};
  `);
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
