import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const MAIN = join(import.meta.dirname, '..', '..', '..', 'src', 'main.ts');
const STARTED = /no ar em (http:\/\/\S+)/;

/** The real service in a process of its own. */
export interface Child {
  readonly origin: string;
  readonly pid: number;
  /** Dies in this very moment, as by a power cut. Resolves when the system says it is gone. */
  kill(): Promise<void>;
  /** Asks it to stop, as an operator does. */
  stop(): Promise<void>;
  /** Resolves with the signal or code it ended with. */
  readonly ended: Promise<string | number | null>;
}

export interface ChildOptions {
  readonly env: Record<string, string>;
  /** A shell command run first in the same process: `ulimit -f 100`. */
  readonly before?: string;
}

/** Lets a process not outlive the tests, even where they are broken off and nobody stops it. */
export function endWithTests(child: ChildProcess): void {
  const end = () => child.kill('SIGKILL');
  for (const event of ['exit', 'disconnect'] as const) {
    process.once(event, end);
    child.once('exit', () => process.off(event, end));
  }
}

/**
 * Starts `node apps/server/src/main.ts` and waits until it says that it answers.
 * @throws with what it printed when it ends instead
 */
export async function startChild({ env, before }: ChildOptions): Promise<Child> {
  const [file, args] = before
    ? ['/bin/sh', ['-c', `${before}; exec "$0" "$@"`, process.execPath, MAIN]]
    : [process.execPath, [MAIN]];
  const child = spawn(file, args, {
    env: { PATH: process.env.PATH, NODE_ENV: 'test', PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  endWithTests(child);
  const ended = new Promise<string | number | null>((done) =>
    child.once('close', (code, signal) => done(signal ?? code)),
  );
  const origin = await whenStarted(child, ended);
  return {
    origin,
    pid: child.pid as number,
    ended,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function whenStarted(child: ChildProcess, ended: Promise<unknown>): Promise<string> {
  let printed = '';
  const origin = new Promise<string>((done) => {
    const read = (chunk: Buffer) => {
      printed += chunk;
      const found = STARTED.exec(printed)?.[1];
      if (found) done(found);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
  });
  const first = await Promise.race([origin, ended.then(() => null)]);
  if (first === null) throw new Error(`the service did not start:\n${printed}`);
  return first;
}

/** Processes whose parent is `pid`, or null where the system does not tell. */
export async function childrenOf(pid: number): Promise<number[] | null> {
  const listed = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => null);
  return listed === null ? null : listed.split(' ').filter(Boolean).map(Number);
}

/** Every process below a process, or null where the system does not tell. */
export async function descendantsOf(pid: number): Promise<number[] | null> {
  const children = await childrenOf(pid);
  if (children === null) return null;
  const below = await Promise.all(children.map(descendantsOf));
  return [...children, ...below.flatMap((found) => found ?? [])];
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
