import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Sql } from '../../src/core/sql.ts';
import { type DatabaseServer, startDatabaseServer } from '../campaigns/crash/lane.ts';

/** Accounts of before 0045, as it finds them. */

const DIRECTORY = join(import.meta.dirname, '../../migrations');

let server: DatabaseServer;
let sql: Sql;
beforeAll(async () => {
  server = await startDatabaseServer();
  await server.create('antes');
  sql = server.open('antes');
  const files = (await readdir(DIRECTORY)).filter((name) => /^\d{4}_/.test(name)).sort();
  const apply = async (name: string) => {
    const text = await readFile(join(DIRECTORY, name), 'utf8');
    await sql.begin((tx) => tx.unsafe(text));
  };
  for (const name of files.filter((name) => name < '0045')) await apply(name);
  await sql`
    insert into usuario (id, nome, email, senha_hash, criado_em)
    values (${randomUUID()}, 'Ana', 'ana@exemplo.com.br', '-', '2026-01-02T03:04:05Z')`;
  for (const name of files.filter((name) => name.startsWith('0045'))) await apply(name);
});
afterAll(async () => {
  await sql?.end();
  await server?.stop();
});

it('an account of before e-mails were confirmed counts as confirmed since it exists', async () => {
  const [row] = await sql<{ email_confirmado_em: Date }[]>`select email_confirmado_em from usuario`;
  expect(row?.email_confirmado_em.toISOString()).toBe('2026-01-02T03:04:05.000Z');
});

it('an account that an older process makes has its address yet to confirm', async () => {
  await sql`
    insert into usuario (id, nome, email, senha_hash, criado_em)
    values (${randomUUID()}, 'Davi', 'davi@exemplo.com.br', '-', now())`;
  const [row] = await sql`select email_confirmado_em from usuario where email = 'davi@exemplo.com.br'`;
  expect(row?.email_confirmado_em).toBeNull();
});
