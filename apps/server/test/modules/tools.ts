import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

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

/** Calls `work` for every item, so many at a time. */
export async function each<T>(items: readonly T[], atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
    }),
  );
}
