import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { ensureBundle } from '@rubrica/web/build';

/** What one part of the page weighs, in bytes: as it is, and as it comes over the line. */
export interface Weight {
  readonly name: string;
  readonly raw: number;
  readonly gzip: number;
  readonly brotli: number;
}

async function weightOf(name: string, paths: readonly string[]): Promise<Weight> {
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

/** The parts of the signing page. @param origin of a service that serves it */
export async function weigh(origin: string): Promise<Weight[]> {
  const html = await (await fetch(`${origin}/assinar/x`)).text();
  const folder = await ensureBundle('assinatura');
  const names = await readdir(folder);
  const entry = [...html.matchAll(/(?:src|href)="\/assets\/assinatura\/([^"]+)"/g)].flatMap(([, name]) => name ?? []);
  const later = (pattern: RegExp) => names.filter((name) => pattern.test(name) && !entry.includes(name));
  const at = (found: readonly string[]) => found.map((name) => join(folder, name));
  /** The lighter of the two builds of pdf.js, which every browser of the last year takes. */
  const lighter = async (found: readonly string[]) => {
    const all = await Promise.all(found.map((name) => weightOf(name, at([name]))));
    return all.sort((a, b) => a.raw - b.raw)[0]?.name ?? '';
  };
  const viewer = await Promise.all([lighter(later(/^pdf\.min.*\.js$/)), lighter(later(/^pdf\.worker.*\.mjs$/))]);
  return [
    await weightOf('script before anything is shown', at(entry.filter((name) => name.endsWith('.js')))),
    await weightOf('styles', at(entry.filter((name) => name.endsWith('.css')))),
    await weightOf('reading and fields', at(later(/^leitura-.*\.js$/))),
    await weightOf('making a signature', at(later(/^(dialogo|arquivo|imagens)-.*\.js$/))),
    await weightOf('pdf.js and its worker', at(viewer)),
  ];
}
