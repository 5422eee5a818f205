import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TOOL_VARIABLES } from '../../../../scripts/variables.ts';
import { VARIABLES } from '../../src/config/variables/index.ts';

/** What is read of the environment stands in a table, and the service reads it in one place. */

const ROOT = join(import.meta.dirname, '../../../..');
const files = globSync('{apps,packages,acceptance,bench,deploy,scripts}/**/*.{ts,tsx,mjs}', {
  cwd: ROOT,
  exclude: ['**/node_modules', '**/dist'],
}).filter((file) => !file.endsWith('architecture/environment.test.ts'));

/** Files of the product that look at the environment, and what for. */
const READERS: Readonly<Record<string, string>> = {
  'apps/server/src/config/config.ts': 'reads it whole, by the table',
  'apps/server/src/adapters/embedded-postgres-runtime.ts': 'hands PATH on to the programs of PostgreSQL',
  'apps/server/src/adapters/pdf/child.ts': "gives a worker a part of Node's own NODE_COMPILE_CACHE",
  'apps/server/src/adapters/pdf/confinement.ts': 'looks programs of the system up in PATH',
  'apps/server/src/backup/dump.ts': "hands PATH, HOME and libpq's own settings on to pg_dump and pg_restore",
  'packages/cli/src/world.ts': 'hands it to the commands of whoever integrates, outside of the service',
};

/** Set by a test for what it starts; nobody else sets them. */
const BETWEEN_PROCESSES: Readonly<Record<string, string>> = {
  TEST_RUN: 'where the files of a run find what they share',
  TEST_RUN_FOLDER: 'where they put what is removed after it',
  WRONG_CLOCK: 'the file that a process with a wrong clock reads its offset from',
};

const isProduct = (file: string) =>
  /^(apps\/server\/src|packages\/[^/]+\/src|apps\/web\/(?!scripts|test))\//.test(file);

/** The names a file reads of the environment. */
function namesIn(text: string): string[] {
  const members = [...text.matchAll(/process\.env\.(\w+)/g)].map(([, name = '']) => name);
  const taken = [...text.matchAll(/\{([^{}]*)\}\s*=\s*process\.env\b/g)].flatMap(([, list = '']) =>
    list.split(',').map((one) => one.split(/[:=]/)[0]?.trim() ?? ''),
  );
  return [...members, ...taken.filter((name) => name !== '' && !name.startsWith('...'))];
}

const reading = files
  .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }))
  .filter(({ text }) => /process\.env\b/.test(text));
const names = new Set(reading.flatMap(({ text }) => namesIn(text)));

describe('the environment', () => {
  it('is looked at by the listed files of the product only', () => {
    expect(
      reading
        .map(({ file }) => file)
        .filter(isProduct)
        .sort(),
    ).toEqual(Object.keys(READERS).sort());
  });

  it('has every variable that is read in a table', () => {
    const known = { ...VARIABLES, ...TOOL_VARIABLES, ...BETWEEN_PROCESSES };
    expect([...names].filter((name) => !(name in known))).toEqual([]);
  });

  it('has no variable in the tables of tools and tests that nobody reads', () => {
    expect(Object.keys({ ...TOOL_VARIABLES, ...BETWEEN_PROCESSES }).filter((name) => !names.has(name))).toEqual([]);
  });
});
