import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { minimalEnv } from './embedded-postgres-runtime.ts';

/** How the server is alone in its directory: words for the command that starts it. */
export interface Lock {
  /** At the beginning: take the lock, and keep it for as long as the server or a process of it lives. */
  readonly take: readonly string[];
  /** Right before the server's program: remove PostgreSQL's own lock file, which names a server that is gone. */
  readonly clear: readonly string[];
}

/** The exit code if somebody else has the lock: none of PostgreSQL's, nor of the programs before it. */
export const TAKEN = 75;

let flocks: boolean | undefined;

/**
 * A lock that holds across containers, where flock(1) is installed. PostgreSQL's lock file names a process and its
 * shared memory has a key, and a server in another container's namespaces is found by neither.
 * @param patienceMs how long a server that is ending gets to let go of it
 */
export function lockOn(dataDir: string, cluster: string, patienceMs: number): Lock | null {
  flocks ??= spawnSync('flock', ['--no-fork', '/', 'true'], { env: minimalEnv({}), stdio: 'ignore' }).status === 0;
  if (!flocks) return null;
  const wait = ['--timeout', String(patienceMs / 1000), '--conflict-exit-code', String(TAKEN)];
  return {
    take: ['flock', '--no-fork', ...wait, join(dataDir, 'pg.lock')],
    clear: ['sh', '-c', 'rm -f "$0" && exec "$@"', join(cluster, 'postmaster.pid')],
  };
}
