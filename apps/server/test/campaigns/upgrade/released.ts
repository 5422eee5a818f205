import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import released from '../../../migrations/released.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '../../../../..');

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'buffer', maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'ignore'] });

interface Locked {
  readonly version?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly link?: boolean;
}
const packagesIn = (lock: string) => (JSON.parse(lock) as { packages: Record<string, Locked> }).packages;

/** Why the last release cannot be run from here; null if it can. */
export function whyNoRelease(): string | null {
  let lock: string;
  try {
    lock = git('show', `${released.ref}:package-lock.json`).toString();
  } catch {
    return `this clone does not have ${released.ref}`;
  }
  const present = packagesIn(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  const others = Object.entries(packagesIn(lock)).filter(
    ([path, { version, dev, optional, link }]) =>
      path.startsWith('node_modules/') && !dev && !optional && !link && present[path]?.version !== version,
  );
  return others.length === 0 ? null : `${released.ref} needs other packages than are installed: ${others[0]?.[0]}`;
}

/**
 * The last release as it was committed, with what is installed here in place of its own `npm ci`.
 * @returns its folder, which the caller removes
 */
export function unpackRelease(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rubrica-lancada-'));
  const archive = join(folder, 'release.tar');
  writeFileSync(archive, git('archive', released.ref, 'apps', 'packages', 'docs', 'package.json'));
  execFileSync('tar', ['-xf', archive, '-C', folder]);
  const used = Object.entries(packagesIn(git('show', `${released.ref}:package-lock.json`).toString()))
    .filter(([path, { dev, link }]) => /^(apps\/\w+\/)?node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && !dev && !link)
    .map(([path]) => path)
    .filter((path) => existsSync(join(ROOT, path)));
  place(used, folder);
  // The workspace's own packages are the release's.
  const own = join(folder, 'node_modules/@rubrica');
  mkdirSync(own);
  for (const parent of ['packages', 'apps']) {
    for (const name of readdirSync(join(folder, parent))) symlinkSync(join(folder, parent, name), join(own, name));
  }
  return folder;
}

/** Files, not links to them: a PDF worker may read nothing outside of its own version. Hard links cost the least. */
function place(paths: readonly string[], folder: string): void {
  try {
    execFileSync('cp', ['-al', '--parents', ...paths, folder], { cwd: ROOT, stdio: 'ignore' });
  } catch {
    // On another disk.
    execFileSync('cp', ['-a', '--parents', ...paths, folder], { cwd: ROOT });
  }
}
