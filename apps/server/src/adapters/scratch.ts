import { chmod, mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { fileClock } from './file-clock.ts';

/** A process updates its heartbeat this often, and counts as dead after this long without one. */
const SIGN_OF_LIFE_MS = 60_000;
const DEAD_AFTER_MS = 5 * SIGN_OF_LIFE_MS;
const PRESENT = '.vive-';

/** Directories for files that live no longer than a request or a job, shared by all processes of a DATA_DIR. */
export interface Scratch {
  /** Uploads in progress. */
  readonly uploads: string;
  /** Files on their way into the store. */
  readonly work: string;
  /** The files lent to PDF workers, in one directory per worker. */
  readonly pdf: string;
  /** Removes files in `uploads` and `work` that are older than any request or job. */
  removeOlderThan(ageMs: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens `dataDir`/tmp for its owner alone. Whatever dead processes left there is removed at once, unless another
 * process sharing the directories is alive; then a sweep removes it by age (`removeOlderThan`).
 */
export async function openScratch(dataDir: string): Promise<Scratch> {
  const root = join(dataDir, 'tmp');
  const folders = { uploads: join(root, 'uploads'), work: join(root, 'work'), pdf: join(root, 'pdf') };
  for (const folder of [root, ...Object.values(folders)]) {
    await mkdir(folder, { recursive: true });
    // Created by an earlier version, with the umask of that time.
    await chmod(folder, 0o700);
  }
  const mine = `${PRESENT}${hostname()}-${process.pid}-${openings()}`;
  const sign = join(root, mine);
  // Announce ourselves before looking at others, so that of two processes starting at once each sees the other.
  await writeFile(sign, '', { mode: 0o600 });
  const { mtimeMs: began } = await stat(sign);
  if (!(await othersLive(root, mine))) {
    for (const folder of Object.values(folders)) await emptyOut(folder, began);
  }
  const timer = setInterval(() => {
    const now = new Date();
    utimes(sign, now, now).catch(() => writeFile(sign, '', { mode: 0o600 }).catch(() => {}));
  }, SIGN_OF_LIFE_MS);
  timer.unref();
  return {
    ...folders,
    async removeOlderThan(ageMs) {
      for (const folder of [folders.uploads, folders.work]) await emptyOut(folder, (await fileClock(folder)) - ageMs);
    },
    async close() {
      clearInterval(timer);
      await rm(sign, { force: true });
    },
  };
}

let opened = 0;
/** One process may open the directories more than once, as tests do. */
const openings = () => ++opened;

async function othersLive(root: string, mine: string): Promise<boolean> {
  let others = false;
  for (const name of await readdir(root)) {
    if (!name.startsWith(PRESENT) || name === mine) continue;
    if (await lives(join(root, name), name)) others = true;
    else await rm(join(root, name), { force: true });
  }
  return others;
}

async function lives(path: string, name: string): Promise<boolean> {
  const found = await stat(path).catch(() => null);
  if (found === null || Date.now() - found.mtimeMs > DEAD_AFTER_MS) return false;
  const here = `${PRESENT}${hostname()}-`;
  if (!name.startsWith(here)) return true;
  const pid = Number(name.slice(here.length).split('-')[0]);
  // In a container every first process has the same pid: a file older than this process belongs to an earlier one.
  if (pid === process.pid) return found.mtimeMs >= performance.timeOrigin;
  return isAlive(pid);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Removes what existed before a moment; anything newer belongs to a process that started meanwhile. */
async function emptyOut(folder: string, beforeMs: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found && found.mtimeMs < beforeMs) await rm(path, { recursive: true, force: true });
  }
}
