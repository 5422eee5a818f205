import { randomBytes } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import {
  copyFile,
  mkdir,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  statfs,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncDirectory } from '../adapters/durable.ts';
import { startEmbeddedPostgres } from '../adapters/embedded-postgres.ts';
import { connect, type Sql, type Statements } from '../core/sql.ts';
import type { Entry } from './entries.ts';
import { putParts, readParts, storedHashes } from './objects.ts';
import type { Target } from './target.ts';

/**
 * The files of the embedded PostgreSQL, which comes without pg_dump and pg_basebackup. They are copied while the server
 * runs, with the WAL written meanwhile (PostgreSQL, "Making a Base Backup Using the Low Level API"), and a
 * server is started on the copy, so that what goes into the set is a cluster that was seen to start, shut down in order.
 */

/** Contents that PostgreSQL makes anew ("Backing Up the Data Directory"); the folders themselves must be there. */
const EMPTIED = new Set([
  ...['pg_wal', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans'],
  'pg_replslot',
]);
const LEFT_OUT = /^(postmaster\.(pid|opts)|pg_internal\.init.*|pgsql_tmp.*|acesso\.conf.*)$/;
const LAST = 'global/pg_control';
const SEGMENT = /^[0-9A-F]{24}$/;

/**
 * Copies the running cluster to `work`/pg.
 * @param sql of its owner; the connection must last until the end
 * @throws Error for the operator if there is no room
 */
export async function copyCluster(sql: Sql, dataDir: string, work: string): Promise<void> {
  const cluster = join(await realpath(dataDir), 'pg');
  await checkRoom(sql, work);
  const copy = join(work, 'pg');
  await mkdir(copy, { mode: 0o700 });
  const connection = await sql.reserve();
  const slot = `backup_${randomBytes(6).toString('hex')}`;
  try {
    await connection.unsafe('set statement_timeout = 0');
    // Keeps the WAL from now on; being temporary it goes with the connection.
    await connection`select pg_create_physical_replication_slot(${slot}, true, true)`;
    await connection`select pg_backup_start('rubrica', true)`;
    await copyTree(cluster, copy);
    const [stop] = await connection<{ label: string; last: string }[]>`
      select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(false)`;
    const first = /^START WAL LOCATION: .*\(file ([0-9A-F]{24})\)/m.exec(stop?.label ?? '')?.[1];
    if (!stop || !first) throw new Error('PostgreSQL did not say which WAL the copy needs');
    await writeFile(join(copy, 'backup_label'), stop.label, { mode: 0o600 });
    for (const name of await readdir(join(cluster, 'pg_wal'))) {
      if (!SEGMENT.test(name) || name < first || name > stop.last) continue;
      await copyFile(join(cluster, 'pg_wal', name), join(copy, 'pg_wal', name), constants.COPYFILE_FICLONE);
    }
    await connection`select pg_drop_replication_slot(${slot})`;
  } finally {
    connection.release();
  }
}

async function checkRoom(sql: Sql, work: string): Promise<void> {
  const [row] = await sql<{ bytes: number }[]>`select sum(pg_database_size(oid))::bigint as bytes from pg_database`;
  const { bavail, bsize } = await statfs(work);
  const [needed, free] = [row?.bytes ?? 0, bavail * bsize];
  if (free > needed) return;
  const mb = (bytes: number) => `${Math.ceil(bytes / 1024 ** 2)} MB`;
  throw new Error(`A cópia do banco embutido precisa de ${mb(needed)} livres em DATA_DIR, e há ${mb(free)}.`);
}

/** A server that runs removes and shortens files under us: what is missing then, its WAL makes anew. */
async function copyTree(from: string, to: string, path = ''): Promise<void> {
  for (const entry of await readdir(join(from, path), { withFileTypes: true })) {
    const inner = path === '' ? entry.name : `${path}/${entry.name}`;
    if (LEFT_OUT.test(entry.name) || inner === LAST) continue;
    if (entry.isDirectory()) {
      await mkdir(join(to, inner), { mode: 0o700 });
      if (!EMPTIED.has(inner)) await copyTree(from, to, inner);
    } else if (entry.isFile()) {
      await copyFile(join(from, inner), join(to, inner), constants.COPYFILE_FICLONE).catch(ignoreMissing);
    }
  }
  if (path === '') await copyFile(join(from, LAST), join(to, LAST));
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

/** Nothing is left of the WAL that is not needed any more. */
const LITTLE_WAL = { wal_recycle: 'off', min_wal_size: '32MB' };

/** Starts a server on a copied cluster, which replays its WAL, and stops it in order after `work`. */
export async function onCopy<T>(folder: string, work: (sql: Statements) => Promise<T>): Promise<T> {
  // Its files are read right afterwards, by this machine.
  const server = await startEmbeddedPostgres({ dataDir: folder, fsync: false, settings: LITTLE_WAL });
  try {
    const sql = connect(server.connection, null, 1);
    const connection = await sql.reserve();
    try {
      return await work(connection);
    } finally {
      connection.release();
      await sql.end({ timeout: 5 });
    }
  } finally {
    await server.stop();
  }
}

/** Most of a cluster's thousand files are small: those are stored one after the other, under this name. */
const BUNDLE = '.small';
const SMALL_BYTES = 1024 * 1024;

/**
 * Stores the files of a cluster that is shut down; pieces that did not change since another set are there already. A small
 * file has no pieces of its own: its bytes follow those of the one before in the bundle.
 */
export async function* storeCluster(target: Target, cluster: string): AsyncIterable<Entry> {
  const known = new Set<string>();
  for await (const sha256 of storedHashes(target)) known.add(sha256);
  const small: Entry[] = [];
  const large: string[] = [];
  const found = (await readdir(cluster, { withFileTypes: true, recursive: true }))
    .filter(({ name }) => !LEFT_OUT.test(name))
    .map((entry) => ({ entry, path: join(entry.parentPath, entry.name).slice(cluster.length + 1) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  for (const { entry, path } of found) if (entry.isDirectory()) yield { path: `${path}/`, size: 0, parts: [] };
  const bundle = async function* () {
    for (const { entry, path } of found) {
      if (!entry.isFile()) continue;
      const { size } = await stat(join(cluster, path));
      if (size > SMALL_BYTES) {
        large.push(path);
        continue;
      }
      small.push({ path, size, parts: [] });
      yield await readFile(join(cluster, path));
    }
  };
  yield { path: BUNDLE, ...(await putParts(target, bundle(), known)) };
  yield* small;
  for (const path of large) yield { path, ...(await putParts(target, createReadStream(join(cluster, path)), known)) };
}

/** A path within the cluster: names that PostgreSQL gives, none of them a way out. */
const PATH = /^(?:[A-Za-z0-9_][A-Za-z0-9_.-]*\/)*[A-Za-z0-9_][A-Za-z0-9_.-]*\/?$/;

/** Puts the files of a set's cluster into place; `dataDir`/pg is there once all of them are, each checked. */
export async function restoreCluster(target: Target, entries: AsyncIterable<Entry>, dataDir: string): Promise<void> {
  const fresh = join(dataDir, 'pg-restore');
  // What a restore left here that was killed.
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { mode: 0o700 });
  try {
    let bundle = reader(target, []);
    for await (const { path, size, parts } of entries) {
      if (path === BUNDLE) {
        bundle = reader(target, parts);
        continue;
      }
      if (!PATH.test(path))
        throw new Error(`o conjunto traz um caminho que não é de um banco: ${JSON.stringify(path)}`);
      const place = join(fresh, path);
      await mkdir(path.endsWith('/') ? place : dirname(place), { recursive: true, mode: 0o700 });
      if (!path.endsWith('/')) await writePieces(place, parts.length > 0 ? readParts(target, parts) : bundle(size));
    }
    await rename(fresh, join(dataDir, 'pg'));
    await syncDirectory(dataDir);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/** @returns reads so many of the next bytes of these pieces */
function reader(target: Target, parts: readonly string[]): (bytes: number) => AsyncIterable<Buffer> {
  const pieces = readParts(target, parts);
  let held: Buffer = Buffer.alloc(0);
  return async function* (bytes) {
    for (let wanted = bytes; wanted > 0; ) {
      if (held.length === 0) {
        const next = await pieces.next();
        if (next.done) throw new Error('o conjunto traz menos do banco do que diz');
        held = next.value;
      }
      const taken = held.subarray(0, wanted);
      held = held.subarray(taken.length);
      wanted -= taken.length;
      yield taken;
    }
  };
}

async function writePieces(path: string, pieces: AsyncIterable<Buffer>): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const piece of pieces) await file.writeFile(piece);
    await file.sync();
  } finally {
    await file.close();
  }
}

export const hasCluster = (dataDir: string): Promise<boolean> =>
  stat(join(dataDir, 'pg')).then(
    () => true,
    () => false,
  );
