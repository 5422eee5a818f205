import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll } from 'vitest';

/** Programs of the machine that judge the service's work; a check that needs an absent one is left out, and says so. */
export function has(tool: string): boolean {
  const found = spawnSync('sh', ['-c', `command -v ${tool}`]).status === 0;
  if (!found) console.warn(`skipped: ${tool} is not installed`);
  return found;
}

const execute = promisify(execFile);

/** Runs a program beside whatever else runs; gives back what it wrote, both streams together, whatever its status. */
export async function run(tool: string, ...args: string[]): Promise<string> {
  const result = await execute(tool, args, { encoding: 'utf8', maxBuffer: 1 << 26 }).catch((error) => error);
  return `${result.stdout}${result.stderr}`;
}

/** A folder for one test file, removed after it; gives the path of a file in it, written if bytes are given. */
export function workFolder(): (name: string, bytes?: Uint8Array) => Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'rubrica-behaviour-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return async (name, bytes) => {
    const path = join(folder, name);
    if (bytes) await writeFile(path, bytes);
    return path;
  };
}

/** What qpdf says of a file, its name left out; "may still contain errors" is its way of saying nothing. */
export async function qpdfComplaints(path: string): Promise<string[]> {
  return (await run('qpdf', '--check', path))
    .split('\n')
    .filter((line) => /WARNING|ERROR|error/.test(line) && !/may still contain|errors that qpdf cannot/.test(line))
    .map((line) => line.replaceAll(path, 'file'));
}

/** Calls `work` for every item, so many at a time. */
export async function each<T>(items: readonly T[], atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
    }),
  );
}
