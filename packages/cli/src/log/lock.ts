import { randomUUID } from 'node:crypto';
import { readdir, readFile, readlink, unlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { clean } from '@rubrica/verify/cli';
import { misuse } from '../command.ts';
import { replaceFile } from './folder.ts';

/**
 * A folder that one process uses at a time. Each lays down a file of its own and then looks for those of others: of two that
 * start at once at least one sees the other, and both may give up, but never may both go on.
 */

const PREFIX = 'em-uso.';

/** A process, so that another one which got its number later is not taken for it. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  /** Where process numbers count, and since when they do; null where the system does not tell. */
  readonly space: string | null;
  readonly boot: string | null;
  readonly started: string | null;
}

const orNull = (reading: Promise<string>): Promise<string | null> =>
  reading.then(
    (text) => text.trim(),
    () => null,
  );

/** When a process began, in the system's own count. */
async function startOf(pid: number): Promise<string | null> {
  const stat = await orNull(readFile(`/proc/${pid}/stat`, 'utf8'));
  // The name of the program stands in brackets and may contain anything; the start is the 20th word after it.
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
}

async function self(): Promise<Holder> {
  const [space, boot, started] = await Promise.all([
    orNull(readlink('/proc/self/ns/pid')),
    orNull(readFile('/proc/sys/kernel/random/boot_id', 'utf8')),
    startOf(process.pid),
  ]);
  return { pid: process.pid, host: hostname(), space, boot, started };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether a process may still be there: of another machine or container nobody here can tell, so it may. */
async function mayRun(holder: Holder, here: Holder): Promise<boolean> {
  if (holder.host !== here.host) return true;
  if (holder.boot !== here.boot) return false;
  if (holder.space !== here.space) return true;
  if (!isRunning(holder.pid)) return false;
  return holder.started === null || holder.started === (await startOf(holder.pid));
}

function holderIn(text: string): Holder | null {
  try {
    const value = JSON.parse(text) as Holder;
    return Number.isSafeInteger(value.pid) && typeof value.host === 'string' ? value : null;
  } catch {
    return null;
  }
}

/**
 * Takes a folder for this process.
 * @returns what gives it back
 * @throws {Stop} where another process has it
 */
export async function takeFolder(folder: string): Promise<() => Promise<void>> {
  const here = await self();
  const own = `${PREFIX}${process.pid}-${randomUUID()}`;
  const release = () => unlink(join(folder, own)).catch(() => undefined);
  await replaceFile(join(folder, own), `${JSON.stringify(here)}\n`);
  for (const name of await readdir(folder)) {
    if (!name.startsWith(PREFIX) || name === own) continue;
    const path = join(folder, name);
    const text = await orNull(readFile(path, 'utf8'));
    // Given back meanwhile.
    if (text === null) continue;
    const holder = holderIn(text);
    if (holder !== null && !(await mayRun(holder, here))) {
      await unlink(path).catch(() => undefined);
      continue;
    }
    await release();
    const who = holder ? `o processo ${holder.pid} de ${clean(holder.host)}` : 'outro processo';
    throw misuse(
      `A pasta ${clean(folder)} está em uso: ${who}. Se esse processo não existe mais, apague ${clean(path)}.`,
    );
  }
  return release;
}
