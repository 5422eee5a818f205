/**
 * Writes what the PHP and the Python client have from the contract: their methods, the objects they take and give, and the
 * enumerations. With `--check`, lists the files that are stale, missing or left over, and exits 1.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { phpFiles } from './php.ts';
import { pythonFiles } from './python.ts';
import { readContract } from './shapes.ts';

const CLIENTS = join(import.meta.dirname, '..');
const PHP = join(CLIENTS, 'php/src');
const PYTHON = join(CLIENTS, 'python/src/rubrica');

/** Folders that have generated files alone. */
const WHOLE = ['Enums', 'Models', 'Resources'].map((name) => join(PHP, name));

/** The text of every generated file, by its path. */
export function generatedFiles(): Map<string, string> {
  const contract = readContract();
  const below = (folder: string, files: ReadonlyMap<string, string>) =>
    [...files].map(([name, text]): [string, string] => [join(folder, name), text]);
  return new Map([...below(PHP, phpFiles(contract)), ...below(PYTHON, pythonFiles(contract))]);
}

/** Files that are not what the contract gives, from the folder of the clients. */
export function staleFiles(files: ReadonlyMap<string, string>): string[] {
  const stale = [...files].filter(([path, text]) => !existsSync(path) || readFileSync(path, 'utf8') !== text);
  const left = WHOLE.filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((path) => !files.has(path));
  return [...stale.map(([path]) => path), ...left].map((path) => relative(CLIENTS, path)).sort();
}

if (process.argv[1] === import.meta.filename) {
  const files = generatedFiles();
  if (process.argv.includes('--check')) {
    const stale = staleFiles(files);
    for (const path of stale) console.error(`${path} is stale: run node clients/scripts/generate.ts`);
    process.exitCode = stale.length > 0 ? 1 : 0;
  } else {
    for (const folder of WHOLE) rmSync(folder, { recursive: true, force: true });
    for (const [path, text] of files) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
  }
}
