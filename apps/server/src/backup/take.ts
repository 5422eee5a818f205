import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type DatabaseServer, openDatabaseAsOwner } from '../compose/database.ts';
import { recordBackup } from '../compose/last-backup.ts';
import type { Config } from '../config/index.ts';
import { FileMissing, type FileStore } from '../core/ports.ts';
import type { Row } from '../core/row.ts';
import { connect, type Sql } from '../core/sql.ts';
import { VERSION } from '../core/version.ts';
import { copyCluster, onCopy, storeCluster } from './cluster.ts';
import { type Contents, inSnapshot, majorOf, readContents } from './contents.ts';
import { accessOf, dump } from './dump.ts';
import { type Entry, entriesInFile, putList, writeEntries } from './entries.ts';
import { sealKeys } from './keys.ts';
import { type Manifest, putManifest } from './manifest.ts';
import { leaveMark, untilNobodyPrunes } from './marks.ts';
import { putChecked, storedHashes } from './objects.ts';
import { findProgram } from './programs.ts';
import { inParallel, without } from './streams.ts';
import type { Target } from './target.ts';

/** Files copied at once: each waits for two disks. */
export const WIDTH = 16;

export interface TakeOptions {
  readonly config: Config;
  readonly target: Target;
  readonly files: FileStore;
  /** A folder for what is needed on the way. */
  readonly work: string;
  /** Encrypts the keys; null leaves them out. */
  readonly passphrase: string | null;
  /** The embedded database was lost. */
  readonly onLost: (detail: string) => never;
  /** Told what comes next, which waits for it. */
  readonly onStep?: (step: string) => void | Promise<void>;
}

export interface Taken {
  readonly manifest: Manifest;
  /** What the target lacked, and the bytes of it. */
  readonly copied: { readonly count: number; readonly bytes: number };
}

interface DatabaseCopy {
  readonly database: Manifest['database'];
  readonly contents: Contents;
}

/**
 * Takes a set: the database first, then the files that its rows name, then the manifest, without which there is no set.
 * Whoever runs it again after it died copies only what the target still lacks.
 * @throws Error for the operator
 */
export async function takeBackup(options: TakeOptions): Promise<Taken> {
  const { config, target, work, passphrase, onLost } = options;
  const id = `${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}-${randomBytes(3).toString('hex')}`;
  const mark = await leaveMark(target, 'backup', id);
  try {
    await untilNobodyPrunes(target);
    const keys = passphrase === null ? null : await sealKeys(config, passphrase, id);
    const server = await openDatabaseAsOwner(config, onLost);
    const sql = connect(server.owner.options, null, 2);
    try {
      const list = join(work, 'files.ndjson.gz');
      await options.onStep?.('banco');
      const { database, contents } = await (config.databaseUrl === null ? copyEmbedded : copyExternal)(
        options,
        server,
        sql,
        list,
      );
      await options.onStep?.('arquivos');
      const { copied, files } = await copyFiles(options, list, sql);
      mark.confirm();
      const manifest: Manifest = {
        format: 1,
        id,
        ...contents,
        finishedAt: new Date().toISOString(),
        version: VERSION,
        database,
        files,
        keys,
      };
      await putManifest(target, manifest);
      if (manifest.files.missing.length === 0)
        await recordBackup(sql, { set: id, takenAt: new Date(contents.takenAt) });
      return { manifest, copied };
    } finally {
      await sql.end({ timeout: 5 });
      await server.stop();
    }
  } finally {
    await mark.remove().catch(() => {});
  }
}

/** A dump by the program of the server's own version, which sees the same snapshot as the list of files. */
async function copyExternal(
  { config, target }: TakeOptions,
  server: DatabaseServer,
  sql: Sql,
  list: string,
): Promise<DatabaseCopy> {
  const major = await majorOf(sql);
  const program = await findProgram('pg_dump', config.postgresBin, (one) => one === major, String(major));
  const connection = await sql.reserve();
  try {
    return await inSnapshot(connection, async () => {
      const [row] = await connection<{ snapshot: string }[]>`select pg_export_snapshot() as snapshot`;
      const contents = await readContents(connection, list);
      const access = accessOf(config.migrateDatabaseUrl ?? config.databaseUrl, server.owner.options);
      const stored = await dump(program, access, row?.snapshot ?? '', target);
      const entry = { path: 'rubrica.dump', ...stored };
      return {
        contents,
        database: { kind: 'dump', major, ...(await storeEntries(target, `${list}.database`, [entry])) },
      };
    });
  } finally {
    connection.release();
  }
}

/** The files of the embedded server, and what is said in the copy itself: nothing lies between the two. */
async function copyEmbedded(
  { config, target, work }: TakeOptions,
  _: DatabaseServer,
  sql: Sql,
  list: string,
): Promise<DatabaseCopy> {
  await copyCluster(sql, config.dataDir, work);
  const { contents, major } = await onCopy(work, async (copy) => ({
    contents: await inSnapshot(copy, () => readContents(copy, list)),
    major: await majorOf(copy),
  }));
  const stored = await storeEntries(target, `${list}.database`, storeCluster(target, join(work, 'pg')));
  return { contents, database: { kind: 'cluster', major, ...stored } };
}

async function storeEntries(
  target: Target,
  path: string,
  entries: AsyncIterable<Entry> | Iterable<Entry>,
): Promise<{ bytes: number; list: readonly string[] }> {
  let bytes = 0;
  const counted = async function* () {
    for await (const entry of entries) {
      bytes += entry.size;
      yield entry;
    }
  };
  await writeEntries(path, counted());
  return { bytes, list: await putList(target, path) };
}

/** Copies what the target lacks of the files in a list, each checked against the hash in its row. */
async function copyFiles(
  { target, files }: TakeOptions,
  list: string,
  sql: Sql,
): Promise<{ files: Manifest['files']; copied: Taken['copied'] }> {
  const copied = { count: 0, bytes: 0 };
  const lost = new Set<string>();
  const lacking = without(entriesInFile(list), ({ parts }) => parts[0] ?? '', storedHashes(target));
  await inParallel(lacking, WIDTH, async ({ path, size, parts: [sha256 = ''] }) => {
    const found = await files.read(path).catch((error) => {
      if (error instanceof FileMissing) return null;
      throw error;
    });
    if (found === null || !(await putChecked(target, found.stream, sha256))) {
      lost.add(path);
      return;
    }
    copied.count += 1;
    copied.bytes += size;
  });
  const there = { count: 0, bytes: 0 };
  const present = async function* () {
    for await (const entry of entriesInFile(list)) {
      if (lost.has(entry.path)) continue;
      there.count += 1;
      there.bytes += entry.size;
      yield entry;
    }
  };
  await writeEntries(`${list}.there`, present());
  const explained = await explain(sql, [...lost].sort());
  return { files: { ...there, list: await putList(target, `${list}.there`), ...explained }, copied };
}

type FileRow = Row<'arquivo', { readonly chave: string }>;

/**
 * Why files could not be copied. One whose row went too was deleted while the set was taken, as it should be; the set
 * remembers it with its row. One that a row still names is damage of before.
 */
async function explain(sql: Sql, lost: readonly string[]): Promise<Pick<Manifest['files'], 'gone' | 'missing'>> {
  const rows = await sql<FileRow[]>`select chave from arquivo where chave = any(${[...lost]})`;
  const named = new Set(rows.map(({ chave }) => chave));
  return { gone: lost.filter((key) => !named.has(key)), missing: lost.filter((key) => named.has(key)) };
}
