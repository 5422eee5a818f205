import { readFileSync, realpathSync } from 'node:fs';

/** PDF workers as the kernel sees them: their command line names the directory from which they are lent files. */

/** Empty for one that has ended. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
  } catch {
    return '';
  }
}

/** Every process that this one started, and theirs. To ask each process of a busy machine takes its time from them. */
function descendants(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').filter(Boolean).map(Number);
    return children.flatMap((child) => [child, ...descendants(child)]);
  } catch {
    return [];
  }
}

/**
 * The living workers of this process, or of one it started, that are lent files below a directory, and so none of another
 * engine. @returns their numbers
 */
export function workersBelow(directory: string): number[] {
  const lent = `--allow-fs-read=${realpathSync(directory)}/`;
  return descendants(process.pid).filter((pid) => {
    try {
      const [, state] = /\) (\S) /.exec(readFileSync(`/proc/${pid}/stat`, 'latin1')) ?? [];
      const command = commandOf(pid);
      return state !== 'Z' && command.includes('pdf/worker.ts') && command.includes(lent);
    } catch {
      return false;
    }
  });
}

/** Workers that stamp and seal may write files; those that read uploads may not. */
export const isWriter = (pid: number): boolean => /--allow-fs-write=[^\0]*\/out\/\*/.test(commandOf(pid));
