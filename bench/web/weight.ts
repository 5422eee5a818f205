import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { ensureBundle } from '@rubrica/web/build';

/** The size of one part of a page, in bytes: uncompressed, and as transferred. */
export interface Weight {
  readonly name: string;
  readonly raw: number;
  readonly gzip: number;
  readonly brotli: number;
}

async function weightOf(name: string, paths: readonly string[]): Promise<Weight> {
  if (paths.length === 0) throw new Error(`no file of the bundle is called what ${name} was looked for by`);
  const files = await Promise.all(
    paths.map(async (path) => {
      const raw = await readFile(path);
      const compressed = (suffix: string, now: () => Buffer) => readFile(path + suffix).catch(now);
      const gzip = await compressed('.gz', () => gzipSync(raw));
      const brotli = await compressed('.br', () => brotliCompressSync(raw));
      return [raw.length, gzip.length, brotli.length] as const;
    }),
  );
  const [raw = 0, gzip = 0, brotli = 0] = [0, 1, 2].map((at) => files.reduce((sum, one) => sum + (one[at] ?? 0), 0));
  return { name, raw, gzip, brotli };
}

/** What a page requests first, and the other files of its bundle. */
export interface Served {
  readonly entry: readonly string[];
  readonly later: readonly string[];
  readonly weigh: (name: string, files: readonly string[]) => Promise<Weight>;
}

/** @param path of a page served by the bundle's entry */
export async function servedOf(origin: string, path: string, bundle: 'assinatura' | 'painel'): Promise<Served> {
  const html = await (await fetch(origin + path)).text();
  const folder = await ensureBundle(bundle);
  const pattern = new RegExp(`(?:src|href)="/assets/${bundle}/([^"]+)"`, 'g');
  const entry = [...html.matchAll(pattern)].flatMap(([, name]) => name ?? []);
  const later = (await readdir(folder)).filter((name) => !entry.includes(name));
  return {
    entry,
    later,
    weigh: (name, files) =>
      weightOf(
        name,
        files.map((file) => join(folder, file)),
      ),
  };
}

export const scripts = (files: readonly string[]) => files.filter((name) => name.endsWith('.js'));
export const styles = (files: readonly string[]) => files.filter((name) => name.endsWith('.css'));
