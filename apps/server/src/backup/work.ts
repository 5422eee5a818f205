import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

const PREFIX = 'backup-';

/**
 * A folder in DATA_DIR for what a backup needs on the way: PostgreSQL's own user may pass through it. What processes left
 * there that have died is removed.
 */
export async function withWork<T>(dataDir: string, use: (work: string) => Promise<T>): Promise<T> {
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  for (const name of await readdir(dataDir)) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (pid !== undefined && !lives(Number(pid))) await rm(join(dataDir, name), { recursive: true, force: true });
  }
  const work = join(dataDir, `${PREFIX}${process.pid}-${randomBytes(6).toString('hex')}`);
  await mkdir(work, { mode: 0o711 });
  try {
    return await use(work);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** In a container every first process has the same pid: another that has ours is gone. */
function lives(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
