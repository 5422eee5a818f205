import { constants } from 'node:fs';
import { copyFile, link, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';

/** Fields of a job that name a file to be read, and the one that names a file to be made. */
const READ = ['path', 'source', 'signed', 'certificate'] as const;
const MADE = 'target';

type Paths = Partial<Record<(typeof READ)[number] | typeof MADE, unknown>>;

/** Jobs as the worker gets them, whose files lie where it alone can reach. */
export interface Lent<J> {
  readonly jobs: readonly J[];
  /**
   * Takes the files back, so that nothing of the jobs stays with the worker. What was made goes where it was to go.
   * @param done whether a job, by its place, came to its end; what another made is thrown away
   * @throws EEXIST where a target is there already
   */
  takeBack(done: (job: number) => boolean): Promise<void>;
}

let lentSoFar = 0;

/**
 * Puts the files of jobs, and no others, into a worker's directory: by a second name where that can be had, which costs
 * next to nothing, else as a copy. A file that is missing is missing there too, for its own task to find out.
 */
export async function lendFiles<J extends object>(jobs: readonly J[], directory: string): Promise<Lent<J>> {
  const inputs: string[] = [];
  const made: { readonly job: number; readonly from: string; readonly to: string }[] = [];
  const place = (folder: 'in' | 'out') => {
    lentSoFar += 1;
    return join(directory, folder, String(lentSoFar));
  };
  const takeBack = async (done: (job: number) => boolean) => {
    await Promise.all(inputs.map((path) => rm(path, { force: true })));
    await Promise.all(made.map(({ job, from, to }) => (done(job) ? moveInto(from, to) : rm(from, { force: true }))));
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

/** Another file system, one without second names, or a file of somebody else's (protected_hardlinks). */
const NO_SECOND_NAME = ['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'ENOSYS'];

/** Gives a file a further name, which must be free. */
async function named(path: string, name: string): Promise<void> {
  try {
    await link(path, name);
  } catch (error) {
    if (!NO_SECOND_NAME.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    await copyFile(path, name, constants.COPYFILE_EXCL);
  }
}

function unlessMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

/** @throws EEXIST where the target is there already */
async function moveInto(from: string, to: string): Promise<void> {
  try {
    await named(from, to);
  } finally {
    await unlink(from);
  }
}
