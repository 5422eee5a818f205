import { globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { generatedFiles, staleFiles } from '../../clients/scripts/generate.ts';
import { without } from '../../packages/pdf/test/judges/programs.ts';
import { CLIENTS, php, python } from './interpreter.ts';

/** What the clients in PHP and Python have from the contract is committed as it is made, and holds under their own tools. */

it('is what the contract gives (node clients/scripts/generate.ts)', () => {
  const files = generatedFiles();
  expect(files.size).toBeGreaterThan(100);
  expect(staleFiles(files)).toEqual([]);
});

describe('PHP', php.lacks, () => {
  it('loads every class', async () => {
    const classes = globSync('**/*.php', { cwd: `${CLIENTS}/php/src`, exclude: ['Laravel'] }).map(
      (file) => `Rubrica\\${file.slice(0, -'.php'.length).replaceAll('/', '\\')}`,
    );
    expect(classes.length).toBeGreaterThan(100);
    const program = `require 'tests/autoload.php';
      foreach (array_slice($argv, 1) as $name) {
        if (!class_exists($name) && !trait_exists($name)) echo "$name\\n";
      }`;
    expect(await php.start(['-r', program, ...classes]).ended).toBe('');
  });
});

const noMypy = async () => (await python.start(['-m', 'mypy', '--version']).ended.catch(() => '')) === '';
const mypy =
  python.lacks.skip || !(await noMypy()) ? python.lacks : without('mypy not installed beside httpx (clients/install)');

describe('Python', mypy, () => {
  it('passes mypy, strictly, with the programs that use it', async () => {
    const told = await python.start(['-m', 'mypy', '--no-incremental', '--strict', 'src', 'tests']).ended;
    expect(told).toMatch(/^Success: no issues found in \d+ source files\n$/);
  });
});
