/**
 * Builds the package as it is published, into `dist`: each source as a module with its types, and `rubrica-embed.js`, one
 * file for pages without a bundler.
 */
import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { stagePackage } from '../../../scripts/stage-package.ts';
import { SCRIPT, script } from './script.ts';

const FOLDER = resolve(import.meta.dirname, '..');
const TSC = resolve(FOLDER, '../../node_modules/typescript/bin/tsc');

/** What the compiler makes of the sources, by path. */
function modules(): Map<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'rubrica-embed-'));
  try {
    const options = ['--noEmit', 'false', '--declaration', '--outDir', folder, '--rootDir', join(FOLDER, 'src')];
    execFileSync(process.execPath, [TSC, '-p', FOLDER, ...options], { stdio: ['ignore', 'inherit', 'inherit'] });
    // The compiler leaves the names of sources in declarations; what is published has none.
    const read = (file: string) => readFileSync(join(folder, file), 'utf8').replace(/('\.\/\w+)\.ts'/g, "$1.js'");
    return new Map(globSync('*', { cwd: folder }).map((file) => [file, read(file)]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Builds and writes `dist`. @returns its path */
export async function build(): Promise<string> {
  const of = (name: string, file = `${name}.js`) => ({ types: `./${name}.d.ts`, default: `./${file}` });
  return stagePackage(FOLDER, {
    files: modules().set(SCRIPT, await script()),
    manifest: {
      main: './index.js',
      types: './index.d.ts',
      unpkg: `./${SCRIPT}`,
      jsdelivr: `./${SCRIPT}`,
      exports: {
        '.': of('index'),
        './react': of('react'),
        [`./${SCRIPT}`]: of('index', SCRIPT),
        './package.json': './package.json',
      },
      // Importing it is what makes the elements known.
      sideEffects: true,
      peerDependencies: { react: '>=18' },
      peerDependenciesMeta: { react: { optional: true } },
    },
  });
}

if (import.meta.main) console.log(await build());
