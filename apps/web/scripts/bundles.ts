import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { promisify } from 'node:util';

/**
 * Where the built bundles are. Built files are not committed: a bundle is built when the sources it comes from have no
 * build yet, by `npm run build` or, failing that, by the first service that wants it.
 */

export const WEB = resolve(import.meta.dirname, '..');
const ROOT = resolve(WEB, '../..');
const DIST = join(WEB, 'dist');

export type BundleName = 'assinatura' | 'painel' | 'publico' | 'formulario';
export const BUNDLES: readonly BundleName[] = ['assinatura', 'painel', 'publico', 'formulario'];

/** How bundles are made, and the versions of the libraries in them. */
const MADE_BY = [
  'apps/web/scripts/build.ts',
  'apps/web/scripts/bundles.ts',
  'apps/web/scripts/too-old.ts',
  'apps/web/scripts/vite.ts',
  'apps/web/kit/oldest.js',
  'apps/web/package.json',
];
/** In a build: the files of the repository that it is made of, as paths from the root. */
const SOURCES = 'sources.json';

/** A build that nothing has asked for in this long belongs to sources that are gone. */
const OLD_BUILD_MS = 24 * 3600_000;

/** Names a build by the content of everything it is made of. @param sources paths from the root */
async function stampOf(sources: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of [...MADE_BY, ...sources]) hash.update(file).update(await readFile(join(ROOT, file)));
  return hash.digest('hex').slice(0, 16);
}

const nameOf = async (name: BundleName, sources: readonly string[]) => `${name}-${await stampOf(sources)}`;

/**
 * Notes in a build what it was made of: what the bundler read of the repository. Libraries count by version.
 * @returns the folder that the build belongs in
 */
export async function noteSources(name: BundleName, build: string, read: Iterable<string>): Promise<string> {
  const sources = [...new Set([...read].map((file) => relative(ROOT, file).replaceAll(sep, '/')))]
    .filter((file) => !file.startsWith('..') && !file.split('/').includes('node_modules'))
    .sort();
  await writeFile(join(build, SOURCES), JSON.stringify(sources));
  return join(DIST, await nameOf(name, sources));
}

/** The folder of a bundle's build of the present sources, or null: a build is one whose own sources give its name. */
export async function findBundle(name: BundleName): Promise<string | null> {
  for (const entry of await buildsOf(name)) {
    const folder = join(DIST, entry);
    const sources = await readFile(join(folder, SOURCES), 'utf8').catch(() => null);
    // A source that is gone gives no name.
    const present = sources && (await nameOf(name, JSON.parse(sources)).catch(() => null));
    if (present === entry) return folder;
  }
  return null;
}

async function buildsOf(name: BundleName): Promise<string[]> {
  const entries = await readdir(DIST).catch(() => []);
  return entries.filter((entry) => entry.startsWith(`${name}-`));
}

/** Where a bundle is built before it has its name. */
export const buildAside = (name: BundleName): string => join(DIST, `${name}-novo.${process.pid}`);

/**
 * The folder of a bundle's build, built first where there is none. The build runs in a process of its own, which gives
 * its memory back.
 * @throws Error for the operator, with what the build printed
 */
export async function ensureBundle(name: BundleName): Promise<string> {
  const built = await findBundle(name);
  if (built !== null) return built;
  try {
    await promisify(execFile)(process.execPath, [join(WEB, 'scripts/build.ts'), name], { cwd: WEB });
  } catch (error) {
    const { stderr, stdout } = error as { stderr?: string; stdout?: string };
    throw new Error(`As páginas (${name}) não puderam ser montadas; rode npm run build.\n${stderr || stdout || error}`);
  }
  const folder = await findBundle(name);
  if (folder === null) throw new Error(`As páginas (${name}) mudaram enquanto eram montadas; rode npm run build.`);
  return folder;
}

/** Removes builds of sources that are gone. Recent ones stay: a running service may still read them. */
export async function removeOldBuilds(name: BundleName): Promise<void> {
  const current = await findBundle(name);
  for (const entry of await buildsOf(name)) {
    const folder = join(DIST, entry);
    if (folder === current) continue;
    const info = await stat(folder).catch(() => null);
    if (info && Date.now() - info.mtimeMs > OLD_BUILD_MS) await rm(folder, { recursive: true, force: true });
  }
}
