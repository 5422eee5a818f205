import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

/**
 * Where the built bundles are. Built files are not committed: a bundle is built when the sources it comes from have no
 * build yet, by `npm run build` or, failing that, by the first service that wants it.
 */

export const WEB = resolve(import.meta.dirname, '..');
const ROOT = resolve(WEB, '../..');
const DIST = join(WEB, 'dist');

export type BundleName = 'assinatura' | 'painel' | 'publico';
export const BUNDLES: readonly BundleName[] = ['assinatura', 'painel', 'publico'];

/** What a bundle is made of besides its own folder and the kit, from the root. */
const ALSO = [
  'apps/web/scripts',
  'apps/web/package.json',
  'packages/sdk/src',
  'packages/contract/src/enums.ts',
  'packages/contract/src/limits.ts',
  'packages/pdf/src/layout.ts',
  'packages/pdf/samples/contrato-exemplo.pdf',
];

/** A build that nothing has asked for in this long belongs to sources that are gone. */
const OLD_BUILD_MS = 24 * 3600_000;

async function filesUnder(path: string): Promise<string[]> {
  const info = await stat(path);
  if (info.isFile()) return [path];
  const entries = await readdir(path, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Names a build by the content of everything it is made of. */
async function stampOf(name: BundleName): Promise<string> {
  const sources = [join(WEB, name), join(WEB, 'kit'), ...ALSO.map((path) => join(ROOT, path))];
  const files = (await Promise.all(sources.map(filesUnder))).flat().sort();
  const hash = createHash('sha256');
  for (const file of files) hash.update(file.slice(ROOT.length)).update(await readFile(file));
  return hash.digest('hex').slice(0, 16);
}

/** The folder of a bundle's build of the present sources, there or not. */
export async function bundleFolder(name: BundleName): Promise<string> {
  return join(DIST, `${name}-${await stampOf(name)}`);
}

/**
 * The folder of a bundle's build, built first where there is none. The build runs in a process of its own, which gives
 * its memory back.
 * @throws Error for the operator, with what the build printed
 */
export async function ensureBundle(name: BundleName): Promise<string> {
  const folder = await bundleFolder(name);
  if (existsSync(folder)) return folder;
  try {
    await promisify(execFile)(process.execPath, [join(WEB, 'scripts/build.ts'), name], { cwd: WEB });
  } catch (error) {
    const { stderr, stdout } = error as { stderr?: string; stdout?: string };
    throw new Error(`As páginas (${name}) não puderam ser montadas; rode npm run build.\n${stderr || stdout || error}`);
  }
  return folder;
}

/** Removes builds of sources that are gone. Recent ones stay: a running service may still read them. */
export async function removeOldBuilds(name: BundleName): Promise<void> {
  const current = await bundleFolder(name);
  for (const entry of await readdir(DIST).catch(() => [])) {
    const folder = join(DIST, entry);
    if (!entry.startsWith(`${name}-`) || folder === current) continue;
    const info = await stat(folder).catch(() => null);
    if (info && Date.now() - info.mtimeMs > OLD_BUILD_MS) await rm(folder, { recursive: true, force: true });
  }
}
