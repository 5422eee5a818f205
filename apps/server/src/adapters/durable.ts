import { randomBytes } from 'node:crypto';
import { link, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a directory's entries (a new or renamed file) survive a power cut. Windows has no way to ask for that: its file
 * system keeps a journal of names, and refuses to flush a directory (FlushFileBuffers wants write access).
 */
export async function syncDirectory(path: string, platform: string = process.platform): Promise<void> {
  if (platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * The same for many concurrent callers: those who ask while a directory is being synced share the next sync, which
 * starts when the current one has ended and so after whatever each of them did before asking.
 *
 * @param syncOne syncs a directory once
 */
export function createDirectorySync(
  syncOne: (path: string) => Promise<void> = syncDirectory,
): (path: string) => Promise<void> {
  const next = new Map<string, Promise<void>>();
  const last = new Map<string, Promise<void>>();
  const begin = (path: string) => {
    next.delete(path);
    const sync = syncOne(path).finally(() => {
      if (last.get(path) === sync) last.delete(path);
    });
    last.set(path, sync);
    return sync;
  };
  return (path) => {
    const shared = next.get(path);
    if (shared) return shared;
    const before = last.get(path)?.catch(() => {}) ?? Promise.resolve();
    const sync = before.then(() => begin(path));
    next.set(path, sync);
    return sync;
  };
}

/**
 * Creates a file of mode 0600 with the result of `content`, unless it exists. It appears whole or not at all, and if
 * two processes try at once, one wins and the other keeps the winner's file.
 */
export async function createOnce(
  path: string,
  content: () => string | Uint8Array | Promise<Uint8Array>,
): Promise<void> {
  const fresh = `${path}.${randomBytes(6).toString('hex')}`;
  if (await isThere(path)) return;
  try {
    const handle = await open(fresh, 'wx', 0o600);
    try {
      await handle.writeFile(await content());
      await handle.sync();
    } finally {
      await handle.close();
    }
    await link(fresh, path);
    await syncDirectory(dirname(path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(fresh, { force: true });
  }
}

async function isThere(path: string): Promise<boolean> {
  try {
    await (await open(path, 'r')).close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
