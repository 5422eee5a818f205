import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testFiles } from './test-parts.ts';

/** The parts of the suite, on the suite itself. */

const ROOT = join(import.meta.dirname, '..');
const parts = testFiles();
const of = (file: string) => Object.entries(parts).flatMap(([part, files]) => (files.includes(file) ? [part] : []));

it('hold each test file once', () => {
  const files = Object.values(parts).flat();
  expect(files.length).toBeGreaterThan(300);
  expect(new Set(files).size).toBe(files.length);
});

it.each([
  ['packages/contract/test/brazil.test.ts', 'unit', 'imports nothing that starts anything'],
  ['packages/pdf/test/ink.test.ts', 'programs', 'draws pages with programs that its helpers start'],
  ['apps/server/test/adapters/embedded-postgres.test.ts', 'service', 'starts a database itself'],
  ['apps/server/test/life.test.ts', 'service', 'starts the service by the harness'],
  ['apps/server/test/jobs/queue.test.ts', 'service', 'asks the run for a database'],
  ['acceptance/dev.test.ts', 'browser', 'is of the acceptance'],
])('%s is of %s: it %s', (file, part) => {
  expect(of(file)).toEqual([part]);
});

it('leave no file in unit that starts something by itself', () => {
  const starts = (file: string) =>
    /\bspawn(Sync)?\(|newDatabase\(|startService\(/.test(readFileSync(join(ROOT, file), 'utf8'));
  expect(parts.unit.filter((file) => file !== 'scripts/test-parts.test.ts').filter(starts)).toEqual([]);
});
