import { randomBytes } from 'node:crypto';
import { constants, createReadStream, type Dirent } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FileMissing, type FileStore } from '../core/ports.ts';
import { createDirectorySync } from './durable.ts';
import { fileClock } from './file-clock.ts';
import { checkFileKey } from './file-keys.ts';

/** Files from another file system are copied here before they are renamed into place; no key can begin with a dot. */
const INCOMING = '.incoming';
/** A copy not finished after this long belongs to a dead process. */
const ABANDONED_MS = 3600_000;

/**
 * Files under `root`, one per key, in directories and with modes that only their owner can read. `put` moves the source
 * file; once it returns, bytes and name are on disk.
 */
export async function createLocalFiles(root: string): Promise<FileStore> {
  const incoming = join(root, INCOMING);
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  await removeAbandoned(incoming);
  const pathOf = (key: string) => join(root, checkFileKey(key));
  const directories = createDirectories(root);
  const place: FileStore['place'] = async (key, sourcePath, synced) => {
    const target = pathOf(key);
    if (!synced) await syncFile(sourcePath);
    const [moved, arrived] = await Promise.allSettled([move(incoming, sourcePath, target, directories.make), synced]);
    if (moved.status === 'rejected') throw moved.reason;
    if (arrived.status === 'rejected') {
      await rm(target, { force: true });
      throw arrived.reason;
    }
    return { settle: () => directories.settle(dirname(target)) };
  };
  return {
    async put(key, sourcePath) {
      await (await place(key, sourcePath)).settle();
    },
    place,
    async read(key) {
      const handle = await open(pathOf(key), 'r').catch(missing(key));
      const found = await handle.stat();
      if (!found.isFile()) {
        await handle.close();
        throw new FileMissing(key);
      }
      const { size } = found;
      return { stream: createReadStream('', { fd: handle }), size };
    },
    async withLocal(key, use) {
      const path = pathOf(key);
      if (!(await stat(path).catch(missing(key))).isFile()) throw new FileMissing(key);
      return use(path);
    },
    async delete(key) {
      await unlink(pathOf(key)).catch(ignoreMissing);
    },
    async *list(prefix, ageMs) {
      yield* walk(root, '', prefix, (await fileClock(incoming)) - ageMs);
    },
    async ready() {
      await fileClock(incoming);
    },
  };
}

/** Renames a file into place; if it is on another file system, a synced copy of it. */
async function move(
  incoming: string,
  sourcePath: string,
  target: string,
  makeDirectory: (path: string) => Promise<void>,
): Promise<void> {
  const renameFrom = (from: string) =>
    rename(from, target).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      // Most files go into existing directories, so a directory is created only when it is found missing.
      await makeDirectory(dirname(target));
      await rename(from, target);
    });
  try {
    await renameFrom(sourcePath);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    const copy = join(incoming, randomBytes(12).toString('hex'));
    await copyFile(sourcePath, copy, constants.COPYFILE_EXCL);
    await syncFile(copy);
    await renameFrom(copy);
    await unlink(sourcePath);
  }
}

interface Directories {
  /** Creates a directory whose own name survives a power cut. */
  make(path: string): Promise<void>;
  /** Resolves when the names in a directory, and its own, survive a power cut. */
  settle(path: string): Promise<void>;
}

function createDirectories(root: string): Directories {
  const sync = createDirectorySync();
  const making = new Map<string, Promise<void>>();
  const makeNow = async (path: string) => {
    // If the store itself is missing, for example because its volume is not mounted, it must not be created in its
    // place.
    await stat(root);
    const firstNew = await mkdir(path, { recursive: true, mode: 0o700 });
    if (firstNew === undefined) return;
    // Each new directory is itself an entry that must reach the disk, up to the first one that already existed.
    for (let made = path; made !== dirname(firstNew) && made !== root; made = dirname(made)) await sync(dirname(made));
  };
  return {
    make(path) {
      const made = making.get(path) ?? makeNow(path).finally(() => making.delete(path));
      making.set(path, made);
      return made;
    },
    async settle(path) {
      // A caller that finds a directory another one is still creating also waits for its name.
      await Promise.all([sync(path), making.get(path)]);
    },
  };
}

async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await handle.chmod(0o600);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function* walk(root: string, base: string, prefix: string, before: number): AsyncIterable<string> {
  const entries = await readdir(join(root, base), { withFileTypes: true }).catch(() => []);
  for (const entry of entries.sort(inOrderOfKeys)) {
    if (entry.name.startsWith('.')) continue;
    const key = base === '' ? entry.name : `${base}/${entry.name}`;
    if (entry.isDirectory()) {
      if (`${key}/`.startsWith(prefix) || prefix.startsWith(`${key}/`)) yield* walk(root, key, prefix, before);
    } else if (key.startsWith(prefix)) {
      const found = await stat(join(root, key)).catch(() => null);
      // The later of the two times: a file moved in keeps its modification time, but its change time is that of the
      // move.
      if (found !== null && Math.max(found.mtimeMs, found.ctimeMs) <= before) yield key;
    }
  }
}

/** A folder stands where the keys in it do: `a/x` after `a-x` and `a.x`. */
function inOrderOfKeys(a: Dirent, b: Dirent): number {
  const [one, other] = [a, b].map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)) as [string, string];
  return one < other ? -1 : 1;
}

async function removeAbandoned(incoming: string): Promise<void> {
  const now = await fileClock(incoming);
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name);
    const found = await stat(path).catch(() => null);
    if (found !== null && now - found.ctimeMs > ABANDONED_MS) await rm(path, { force: true });
  }
}

function missing(key: string): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    throw error.code === 'ENOENT' ? new FileMissing(key, { cause: error }) : error;
  };
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
