import { randomBytes } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The current time for files in a directory, Unix ms: that of a newly created file. The age of another file must be
 * measured by the clock that timestamped both, which on a shared volume is not this machine's.
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
