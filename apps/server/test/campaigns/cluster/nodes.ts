import { type ChildProcess, spawn } from 'node:child_process';
import { constants, existsSync, readFileSync } from 'node:fs';
import { chmod, chown, mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endWithTests, isAlive } from '../crash/child.ts';

/** Debian's programs, each run as a user that is not root. */
export const PROGRAMS = {
  patroni: '/usr/bin/patroni',
  etcd: '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
} as const;

/** The packages that are not installed here. */
export const missingPackages = (): string[] =>
  Object.entries(PROGRAMS).flatMap(([name, path]) => (existsSync(path) ? [] : [name]));

interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** Whom the programs run as: us, or the user of Debian's PostgreSQL where we are root. */
export async function ownerOf(): Promise<Owner> {
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  if (uid !== 0) return { uid, gid };
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const [, , own, group] = users.find(([name]) => name === 'postgres') ?? [];
  if (own === undefined || group === undefined) throw new Error('root needs the user postgres');
  return { uid: Number(own), gid: Number(group) };
}

/** A program of the cluster, with what it says in a file of its folder. */
export interface Started {
  readonly child: ChildProcess;
  readonly log: string;
}

export async function startIn(
  folder: string,
  owner: Owner,
  [program, ...args]: readonly [string, ...string[]],
  env: Record<string, string> = {},
): Promise<Started> {
  await mkdir(folder, { recursive: true });
  await chown(folder, owner.uid, owner.gid);
  await chmod(folder, 0o700);
  const log = join(folder, 'log');
  const file = await open(log, constants.O_CREAT | constants.O_APPEND | constants.O_WRONLY);
  const child = spawn(program, args, {
    ...owner,
    cwd: folder,
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: folder, LC_ALL: 'C.UTF-8', ...env },
    stdio: ['ignore', file.fd, file.fd],
  });
  endWithTests(child);
  child.once('spawn', () => void file.close());
  return { child, log };
}

/** The server of a data folder and all its processes; it is no child of Patroni, so that it outlives it. */
export async function serverIn(dataDir: string): Promise<number[]> {
  const written = await readFile(join(dataDir, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(written.split('\n')[0]);
  if (!pid || !isAlive(pid)) return [];
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return [pid, ...children.split(' ').filter(Boolean).map(Number)];
}

/** Lets no server outlive the tests, even where they are broken off and nobody stops it. */
export function endServerWithTests(dataDir: string): void {
  process.once('exit', () => {
    const file = join(dataDir, 'postmaster.pid');
    const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0;
    if (pid > 0) signalAll([pid], 'SIGKILL');
  });
}

/** Sends a signal to those that are still there. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) if (isAlive(pid)) process.kill(pid, signal);
}
