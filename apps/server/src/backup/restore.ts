import { randomBytes } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RESTORE_MARK } from '../compose/data-dir.ts';
import { type DatabaseServer, migrateAll, openDatabaseServer } from '../compose/database.ts';
import { ensureRole, newestMigration } from '../compose/migrations.ts';
import { JOBS } from '../compose/modules.ts';
import type { Config } from '../config/index.ts';
import { systemClock } from '../core/clock.ts';
import { copyToFile } from '../core/copy-to-file.ts';
import type { FileStore } from '../core/ports.ts';
import { connect, type Sql } from '../core/sql.ts';
import { hasCluster, restoreCluster } from './cluster.ts';
import { inSnapshot, trailHeads } from './contents.ts';
import { accessOf, restoreDump } from './dump.ts';
import { type Entry, entriesIn } from './entries.ts';
import { openKeys, placeKeys } from './keys.ts';
import { type Manifest, readManifest, readManifests, setIds } from './manifest.ts';
import { BrokenObject, openObject } from './objects.ts';
import { endOpenLogs } from './open-log.ts';
import { findProgram } from './programs.ts';
import { inParallel } from './streams.ts';
import { WIDTH } from './take.ts';
import type { Target } from './target.ts';
import { piecesOf } from './verify.ts';

export interface RestoreOptions {
  readonly config: Config;
  readonly target: Target;
  readonly files: FileStore;
  readonly work: string;
  /** Which set; null: the one whose restoring was interrupted here, else the newest. */
  readonly id: string | null;
  /** Asked for only if the set has keys; null leaves them where they are. */
  readonly passphrase: () => Promise<string | null>;
  readonly onLost: (detail: string) => never;
  readonly onStep?: (step: string) => void;
}

/** What was restored, and what follows when the service starts. */
export interface Restored {
  readonly manifest: Manifest;
  /** What became of the keys, a line each; null if they were not restored. */
  readonly keys: readonly string[] | null;
  /** Names of the migrations and function files that ran. */
  readonly migrated: readonly string[];
  readonly due: Due;
  /** Origins of the open logs that ended. */
  readonly endedLogs: readonly string[];
  /** Deletions answered after the set was taken, as newer sets in the target know them. */
  readonly erasedSince: readonly string[];
}

/** What the service does at its next start because it fell due meanwhile. */
export interface Due {
  readonly jobs: number;
  readonly deadlines: number;
  readonly reminders: number;
  readonly deletions: number;
  readonly purges: number;
}

/**
 * Restores a set into an empty installation: keys, files, and the database last, whole or not at all; then migrates it to
 * this version. Interrupted, it is simply run again.
 * @throws Error for the operator, before anything was changed if the installation is not empty or the set is of a newer
 * version
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { config, target, files } = options;
  const mark = join(config.dataDir, RESTORE_MARK);
  const interrupted = await readFile(mark, 'utf8').catch(() => null);
  const id = options.id ?? interrupted ?? (await setIds(target)).at(-1);
  if (id === undefined) throw new Error('Não há nenhum conjunto neste alvo.');
  const manifest = await readManifest(target, id);
  await refuseUnfit(manifest, config);
  const resumed = interrupted === id;
  if (!resumed) await refuseFiles(files);
  if (!resumed && manifest.database.kind === 'cluster' && (await hasCluster(config.dataDir))) throw notEmpty();
  const passphrase = manifest.keys === null ? null : await options.passphrase();
  const keys = manifest.keys && passphrase !== null ? await openKeys(manifest.keys, passphrase, id) : null;
  if (config.databaseUrl !== null || (await hasCluster(config.dataDir))) await refuseDatabase(options, resumed);
  await writeFile(mark, id, { mode: 0o600, flush: true });
  const placed = keys && (await placeKeys(keys, config));
  options.onStep?.('arquivos');
  await restoreFiles(options, manifest);
  options.onStep?.('banco');
  const restored = await restoreDatabase(options, manifest);
  await rm(mark);
  return { manifest, keys: placed, ...restored, erasedSince: await erasedSince(target, manifest) };
}

const notEmpty = () =>
  new Error('O banco não está vazio: restaure num banco novo, e com um DATA_DIR novo se ele é o embutido.');

async function refuseUnfit({ schema, database, version }: Manifest, config: Config): Promise<void> {
  const newest = await newestMigration();
  if (schema > newest) {
    throw new Error(
      `O conjunto é da versão ${version}, cujo banco (${schema}) é mais novo que o desta (${newest}). Restaure com aquela versão ou uma mais nova.`,
    );
  }
  if (database.kind === 'cluster' && config.databaseUrl !== null) {
    throw new Error(
      `O conjunto traz os arquivos do PostgreSQL ${database.major} embutido, que não entram noutro servidor. Restaure sem DATABASE_URL.`,
    );
  }
}

async function refuseFiles(files: FileStore): Promise<void> {
  for await (const key of files.list('', 0)) {
    throw new Error(`O lugar dos arquivos não está vazio (há ${key}). Restaure numa instalação vazia.`);
  }
}

/** With an embedded cluster there, it is started to look. */
async function refuseDatabase({ config, onLost }: RestoreOptions, resumed: boolean): Promise<void> {
  await withDatabase(config, onLost, async (sql) => {
    if (!resumed && !(await isEmpty(sql))) throw notEmpty();
  });
}

async function withDatabase<T>(
  config: Config,
  onLost: (detail: string) => never,
  work: (sql: Sql, server: DatabaseServer) => Promise<T>,
): Promise<T> {
  const server = await openDatabaseServer(config, onLost);
  const sql = connect(server.owner.options, null, 2);
  try {
    return await work(sql, server);
  } finally {
    await sql.end({ timeout: 5 });
    await server.stop();
  }
}

/** Whether there is nothing of anybody in a database, but what extensions bring. */
async function isEmpty(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ empty: boolean }[]>`
    select not exists (
      select from pg_class c
        join pg_namespace n on n.oid = c.relnamespace
       where n.nspname <> 'information_schema' and n.nspname !~ '^pg_'
         and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')) as empty`;
  return row?.empty === true;
}

/** Each file is checked before it takes its place; its key is checked by the store, which knows no way out of itself. */
async function restoreFiles({ target, files, work }: RestoreOptions, manifest: Manifest): Promise<void> {
  await inParallel(entriesIn(target, manifest.files.list), WIDTH, async ({ path, parts: [sha256 = ''] }: Entry) => {
    const local = join(work, randomBytes(12).toString('hex'));
    try {
      const { stream } = await openObject(target, sha256);
      if ((await copyToFile(stream, local)).sha256 !== sha256) throw new BrokenObject(sha256, false);
      await files.put(path, local);
    } finally {
      await rm(local, { force: true });
    }
  });
}

async function restoreDatabase(
  { config, target, onLost }: RestoreOptions,
  { database, trails, files }: Manifest,
): Promise<Pick<Restored, 'migrated' | 'due' | 'endedLogs'>> {
  const { kind, list, major } = database;
  if (kind === 'cluster' && !(await hasCluster(config.dataDir))) {
    await restoreCluster(target, entriesIn(target, list), config.dataDir);
  }
  return withDatabase(config, onLost, async (sql, server) => {
    if (kind === 'dump' && (await isEmpty(sql))) {
      const program = await findProgram(
        'pg_restore',
        config.postgresBin,
        (one) => one >= major,
        `${major} ou mais novo`,
      );
      // Rights are in the dump, and granting them needs the role.
      await ensureRole(sql);
      const access = accessOf(config.migrateDatabaseUrl ?? config.databaseUrl, server.owner.options);
      await restoreDump(program, access, piecesOf(target, list));
    }
    await checkContents(sql, { trails, files });
    const migrated = await migrateAll(server, JOBS);
    return { migrated, endedLogs: await endOpenLogs(sql, systemClock.now()), due: await dueNow(sql) };
  });
}

/** @throws Error if the database is not the one that the manifest describes */
async function checkContents(sql: Sql, { trails, files }: Pick<Manifest, 'trails' | 'files'>): Promise<void> {
  const connection = await sql.reserve();
  try {
    const heads = await inSnapshot(connection, () => trailHeads(connection));
    if (heads.count !== trails.count || heads.sha256 !== trails.sha256) {
      throw new Error('As trilhas do banco restaurado não são as que o manifesto diz. Não use este conjunto.');
    }
    const [row] = await connection<{ rows: number }[]>`select count(*) as rows from arquivo`;
    if (row?.rows !== files.count + files.gone.length + files.missing.length) {
      throw new Error('O banco restaurado nomeia outros arquivos que o conjunto. Não use este conjunto.');
    }
  } finally {
    connection.release();
  }
}

const MANY = 1_000_000;

async function dueNow(sql: Sql): Promise<Due> {
  const [row] = await sql<Due[]>`
    select (select count(*) from fila.job where state < 'active') as jobs,
           (select count(*) from acesso.vencidos(now(), ${MANY})) as deadlines,
           (select count(*) from acesso.lembretes_devidos(now(), ${MANY})) as reminders,
           (select count(*) from acesso.eliminacoes_devidas(now(), ${MANY})) as deletions,
           (select count(*) from acesso.expurgaveis(now(), ${MANY}, '{}')) as purges`;
  if (!row) throw new Error('the database does not say what is due');
  return row;
}

/** A manifest that cannot be read tells nothing here; the set itself was readable. */
async function erasedSince(target: Target, { id, erasures }: Manifest): Promise<string[]> {
  const known = new Set(erasures.map((one) => one.id));
  const newer = await readManifests(target).catch(() => []);
  const later = newer.filter((one) => one.id > id).flatMap((one) => one.erasures);
  return [...new Set(later.map((one) => one.id).filter((one) => !known.has(one)))];
}
