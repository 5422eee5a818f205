import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Finding } from '@rubrica/contract';
import { APP_ROLE, connect, type Sql } from '../../core/sql.ts';
import { readPowers } from '../database-roles.ts';
import { pendingMigrations } from '../migrations.ts';
import { type Check, failed, fine, type Subject, Unknown, unverified, warned } from './check.ts';
import { DATABASE_STATE } from './database-state.ts';
import { spaceFinding } from './disk.ts';
import { bytesInWords, reasonOf } from './words.ts';

const NAME = 'Banco';
const OLDEST_SERVED = 150_000;
/** insufficient_privilege. */
const NOT_ALLOWED = '42501';
/** undefined_table, invalid_schema_name: nothing was migrated. */
const NOT_MIGRATED = ['42P01', '3F000'];

type Part = readonly [ponto: string, look: (sql: Sql, subject: Subject, ponto: string) => Promise<Finding>];

const PARTS: readonly Part[] = [
  ['Banco: login', login],
  ['Banco: papéis', roles],
  ...DATABASE_STATE,
  ['Banco: espaço', space],
  ['Banco: migrações', migrations],
];

export const database: Check = {
  ponto: NAME,
  async run(subject) {
    let sql: Sql;
    try {
      sql = await subject.owner();
      const version = await readVersion(sql);
      return [version, ...(await Promise.all(PARTS.map((part) => look(part, sql, subject))))];
    } catch (error) {
      if (error instanceof Unknown) return [failed(NAME, error.message, error.advice ?? '')];
      const advice = 'Confira DATABASE_URL e MIGRATE_DATABASE_URL, e se o PostgreSQL está no ar.';
      return [failed(NAME, `Não respondeu: ${reasonOf(error)}.`, advice)];
    }
  },
};

async function look([ponto, examine]: Part, sql: Sql, subject: Subject): Promise<Finding> {
  try {
    return await examine(sql, subject, ponto);
  } catch (error) {
    const code = String((error as { code?: unknown }).code);
    if (code === NOT_ALLOWED) {
      const advice = 'Rode o doutor com MIGRATE_DATABASE_URL, o login do dono.';
      return unverified(ponto, 'Este login não pode ver isso.', advice);
    }
    if (NOT_MIGRATED.includes(code)) return failed(ponto, 'O banco ainda não tem as tabelas.', 'Rode npm run migrate.');
    return failed(ponto, `Não respondeu: ${reasonOf(error)}.`, 'Veja o registro do PostgreSQL.');
  }
}

async function readVersion(sql: Sql): Promise<Finding> {
  const [row] = await sql<{ number: number; version: string }[]>`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as version`;
  const fact = `PostgreSQL ${row?.version}.`;
  return (row?.number ?? 0) < OLDEST_SERVED
    ? failed(NAME, fact, 'Atualize para o PostgreSQL 15 ou mais novo.')
    : fine(NAME, fact);
}

/** That the login of requests gets in and may do its work, by doing it. */
async function login(_sql: Sql, subject: Subject, ponto: string): Promise<Finding> {
  const { app, appName } = await subject.logins();
  if (app === null) {
    return unverified(ponto, `A senha do login ${appName} muda a cada início, e só o processo do serviço a tem.`);
  }
  const sql = connect(app, APP_ROLE, 1);
  try {
    await sql`select 1`;
    return fine(ponto, `${appName} entra, e assume ${APP_ROLE}.`);
  } catch (error) {
    const advice = `Confira DATABASE_URL; npm run migrate dá a esse login o papel ${APP_ROLE}.`;
    return failed(ponto, `${appName} não entra, ou não assume ${APP_ROLE}: ${reasonOf(error)}.`, advice);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function roles(sql: Sql, subject: Subject, ponto: string): Promise<Finding> {
  const { appName } = await subject.logins();
  const powers = await readPowers(sql, appName);
  if (powers === null) return unverified(ponto, `O login ${appName} não está entre os papéis do banco.`);
  const { unbound, owns, temporary } = powers;
  const advice = 'Separe os logins: docs/operations/internet.md, “The database”.';
  if (unbound) return warnedOrFailed(subject, ponto, `${appName} passa por cima das regras de linhas.`, advice);
  if (owns) return warnedOrFailed(subject, ponto, `${appName} é dono das tabelas, ou pode vir a ser.`, advice);
  if (temporary) {
    const fact = `${appName} não possui nada, mas pode criar tabelas temporárias.`;
    return warned(ponto, fact, 'Rode npm run migrate, que revoga isso, como dono do banco.');
  }
  return fine(ponto, `${appName} não possui nada e está sob as regras de linhas.`);
}

/** On a developer's machine one login for all is how it comes. */
const warnedOrFailed = ({ config }: Subject, ponto: string, fact: string, advice: string): Finding =>
  (config.production ? failed : warned)(ponto, `${fact} Uma falha de SQL alcançaria tudo.`, advice);

async function space(sql: Sql, { config }: Subject, ponto: string): Promise<Finding> {
  const [row] = await sql<{ size: number }[]>`select pg_database_size(current_database()) as size`;
  const size = `O banco ocupa ${bytesInWords(row?.size ?? 0)}`;
  if (config.databaseUrl !== null) {
    const advice = 'Vigie o disco na máquina do PostgreSQL.';
    return unverified(ponto, `${size}; o espaço livre do servidor não se vê por SQL.`, advice);
  }
  return spaceFinding(ponto, `${size}; no disco dele`, await statfs(join(config.dataDir, 'pg')));
}

async function migrations(sql: Sql, _subject: Subject, ponto: string): Promise<Finding> {
  const pending = await pendingMigrations(sql);
  if (pending.length === 0) return fine(ponto, 'Todas as desta versão foram aplicadas.');
  return failed(ponto, `Faltam: ${pending.join(', ')}.`, 'Rode npm run migrate com o mesmo código.');
}
