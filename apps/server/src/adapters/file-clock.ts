import { randomBytes } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * What time it is for the files of a directory, Unix ms: that of a file made now. How old another is, is told by the clock
 * that timed both, which on a shared volume is not this machine's.
 */
export async function fileClock(directory: string): Promise<number> {
  const path = join(directory, `.probe-${randomBytes(6).toString('hex')}`);
  const probe = await open(path, 'wx', 0o600);
  try {
    return (await probe.stat()).ctimeMs;
  } finally {
    await probe.close();
    await rm(path, { force: true });
  }
}
