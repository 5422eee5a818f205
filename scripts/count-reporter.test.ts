import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';

/** The last lines of a run of a few files made for this test. */

const ROOT = resolve(import.meta.dirname, '..');
mkdirSync(join(ROOT, '.data'), { recursive: true });
// Inside the checkout, so that its packages are found.
const folder = mkdtempSync(join(ROOT, '.data', 'relator-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const FILES = {
  'vitest.config.ts': `
    import Reporter from ${JSON.stringify(join(ROOT, 'scripts/count-reporter.ts'))};
    export default { test: { include: ['*.test.ts'], reporters: [new Reporter()] } };`,
  'some.test.ts': `
    import { describe, expect, it } from 'vitest';
    it('passes', () => {});
    describe("it's (a) group", () => {
      it('costs $5 [or more]?', () => expect(1).toBe(2));
      it('costs $5 [or more]? Yes', () => {});
    });
    describe('elsewhere', { skip: true, meta: { lacks: 'no corpus here' } }, () => {
      it('is one', () => {});
      it('is two', () => {});
    });
    it('asks itself', ({ skip }) => skip('another system'));
    it.skip('tells nothing', () => {});`,
  'broken.test.ts': `throw new Error('not loaded');`,
  'hooks.test.ts': `
    import { beforeAll, describe, it } from 'vitest';
    describe('a group', () => {
      beforeAll(() => { throw new Error('not set up'); });
      it('stands on it', () => {});
    });`,
};
for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);

function run(...args: string[]): string {
  const program = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const env = { PATH: process.env.PATH, CI: 'true', NO_COLOR: '1' };
  return spawnSync(process.execPath, [program, 'run', '--root', folder, ...args], { env, encoding: 'utf8' }).stdout;
}

it('the last lines of a run tell what was skipped and why, what failed and how it is run alone, and the numbers', () => {
  expect(run().trim().split('\n')).toEqual([
    'Skipped:',
    '  1: what they stand on failed, see below (hooks.test.ts)',
    '  2: no corpus here (some.test.ts)',
    '  1: another system (some.test.ts)',
    '  1: without a reason (some.test.ts)',
    '',
    'Failed:',
    '  broken.test.ts',
    '    npm test -- broken.test.ts',
    '  hooks.test.ts > a group',
    "    npm test -- hooks.test.ts -t '^a group > '",
    "  some.test.ts > it's (a) group > costs $5 [or more]?",
    "    npm test -- some.test.ts -t '^it'\\''s \\(a\\) group > costs \\$5 \\[or more\\]\\?$'",
    '',
    '2 passed, 3 failed, 5 skipped',
  ]);
});

it('the last lines of a run name a command that runs the failed test and no other', () => {
  const command = `"$0" "$@" some.test.ts -t '^it'\\''s \\(a\\) group > costs \\$5 \\[or more\\]\\?$'`;
  const program = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const { stdout } = spawnSync('sh', ['-c', command, process.execPath, program, 'run', '--root', folder], {
    env: { PATH: process.env.PATH, CI: 'true', NO_COLOR: '1' },
    encoding: 'utf8',
  });
  expect(stdout.trim().split('\n').at(-1)).toBe('0 passed, 1 failed, 6 skipped');
  expect(stdout).not.toContain('Skipped:');
});
