import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Installed programs that judge files. If one is not installed, an npm package judges instead. */

const found = new Map<string, boolean>();

/** Whether a program is installed. */
export function has(program: string): boolean {
  const known = found.get(program) ?? spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
  found.set(program, known);
  return known;
}

/**
 * Options for a test that needs programs without a replacement: without one it is skipped, and the end of the run says
 * why.
 */
export function lacking(...programs: readonly string[]): Lacking {
  const missing = programs.filter((program) => !has(program));
  return missing.length === 0 ? {} : without(`${missing.join(' and ')} not installed`);
}

/** Options for a test that cannot run here, for this reason. */
export const without = (reason: string): Lacking => ({ skip: true, meta: { lacks: reason } });

export interface Lacking {
  readonly skip?: true;
  readonly meta?: { readonly lacks: string };
}

export interface Ran {
  readonly status: number;
  /** Both streams together. */
  readonly output: string;
}

/** Runs a program concurrently with others. */
export function run(program: string, ...args: readonly string[]): Promise<Ran> {
  return new Promise((done) => {
    execFile(program, args, { encoding: 'utf8', maxBuffer: 1 << 26 }, (error, stdout, stderr) =>
      done({ status: error ? Number(error.code ?? -1) : 0, output: `${stdout}${stderr}` }),
    );
  });
}

/** Does something in a temporary folder containing these files. */
export async function among<T>(
  files: Readonly<Record<string, Uint8Array>>,
  work: (path: (name: string) => string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'rubrica-juiz-'));
  try {
    await Promise.all(Object.entries(files).map(([name, bytes]) => writeFile(join(folder, name), bytes)));
    return await work((name) => join(folder, name));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
