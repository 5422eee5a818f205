import { constants } from 'node:fs';
import { copyFile, link, unlink } from 'node:fs/promises';
import { join } from 'node:path';

/** The fields of a job that name files to be read, and the one that names a file to be created. */
const READ = ['path', 'source', 'signed', 'certificate'] as const;
const MADE = 'target';

type Paths = Partial<Record<(typeof READ)[number] | typeof MADE, unknown>>;

/** Jobs as the worker gets them, with their files where only it can reach them. */
export interface Lent<J> {
  readonly jobs: readonly J[];
  /**
   * Takes the files back, so that nothing of the jobs stays with the worker, and moves created files to their targets.
   * @param done whether a job, by index, succeeded; files created by others are deleted
   * @throws EEXIST if a target already exists
   */
  takeBack(done: (job: number) => boolean): Promise<void>;
}

let lentSoFar = 0;

/**
 * Puts the files of jobs, and no others, into a worker's directory: as hard links if possible, which cost next to
 * nothing, otherwise as copies. A missing file is missing there too, for its own task to find out.
 */
export async function lendFiles<J extends object>(jobs: readonly J[], directory: string): Promise<Lent<J>> {
  const inputs: string[] = [];
  const made: { readonly job: number; readonly from: string; readonly to: string }[] = [];
  const place = (folder: 'in' | 'out') => {
    lentSoFar += 1;
    return join(directory, folder, String(lentSoFar));
  };
  const takeBack = async (done: (job: number) => boolean) => {
    await Promise.all(inputs.map(removed));
    await Promise.all(made.map(({ job, from, to }) => (done(job) ? moveInto(from, to) : removed(from))));
  };
  const lendTo = async (job: J, at: number): Promise<J> => {
    const paths: Paths = {};
    for (const field of READ) {
      const path = (job as Paths)[field];
      if (typeof path !== 'string') continue;
      const own = place('in');
      inputs.push(own);
      await named(path, own).catch(unlessMissing);
      paths[field] = own;
    }
    const target = (job as Paths)[MADE];
    if (typeof target === 'string') {
      const own = place('out');
      made.push({ job: at, from: own, to: target });
      paths[MADE] = own;
    }
    return { ...job, ...paths };
  };
  try {
    return { jobs: await Promise.all(jobs.map(lendTo)), takeBack };
  } catch (error) {
    await takeBack(() => false);
    throw error;
  }
}

/** Another file system, one without hard links, or somebody else's file (protected_hardlinks). */
const NO_SECOND_NAME = ['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'ENOSYS'];

/** Gives a file another name, which must be free. */
async function named(path: string, name: string): Promise<void> {
  try {
    await link(path, name);
  } catch (error) {
    if (!NO_SECOND_NAME.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    await copyFile(path, name, constants.COPYFILE_EXCL);
  }
}

/** Removes a file that may be missing. `rm` looks at it first, in a call of its own. */
const removed = (path: string): Promise<void> => unlink(path).catch(unlessMissing);

function unlessMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

/** @throws EEXIST if the target already exists */
async function moveInto(from: string, to: string): Promise<void> {
  try {
    await named(from, to);
  } finally {
    await unlink(from);
  }
}
