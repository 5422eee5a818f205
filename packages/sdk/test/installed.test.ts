import { execFile } from 'node:child_process';
import { readFile, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installPacked, removeProject, SMOKE, smoke } from './installed/project.ts';

/** What `npm pack` makes, installed into an empty project; `.ci/pack-and-use` has the other runtimes. */

const ROOT = resolve(import.meta.dirname, '../../..');
const run = promisify(execFile);
let folder = '';

beforeAll(async () => {
  folder = await installPacked();
});
afterAll(() => removeProject(folder));

test('is imported and called', async () => {
  expect(await smoke(folder, [process.execPath])).toEqual(SMOKE);
});

test('is required', async () => {
  const { stdout } = await run(process.execPath, ['smoke.cjs'], { cwd: folder });
  expect(JSON.parse(stdout)).toEqual({ root: 'https://rubrica.exemplo.com.br/v1', same: true });
});

describe('is compiled against, strictly', () => {
  const strict = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
  const target = ['--target', 'es2022', '--skipLibCheck', 'false'];
  const tsc = async (...args: string[]) => {
    const command = join(ROOT, 'node_modules/typescript/bin/tsc');
    const { stdout } = await run(process.execPath, [command, ...strict, ...target, ...args], { cwd: folder }).catch(
      (error: { stdout: string }) => error,
    );
    return stdout;
  };

  test.each([
    ['node16, from a module', ['--module', 'node16', '--lib', 'es2024,dom,dom.asynciterable', 'strict.mts']],
    ['node16, from CommonJS', ['--module', 'node16', '--lib', 'es2024,dom,dom.asynciterable', 'strict.cts']],
    ['a bundler', ['--module', 'esnext', '--moduleResolution', 'bundler', '--lib', 'es2024,dom', 'strict.ts']],
    ['the types of Node alone', ['--module', 'nodenext', '--types', 'node', '--lib', 'es2024', 'strict.mts']],
  ])('resolved as %s does', async (_, args) => {
    const file = args.at(-1) as string;
    if (file !== 'strict.ts') await symlink('strict.ts', join(folder, file)).catch(() => {});
    if (args.includes('node')) {
      await symlink(join(ROOT, 'node_modules/@types'), join(folder, 'node_modules/@types')).catch(() => {});
      await symlink(join(ROOT, 'node_modules/undici-types'), join(folder, 'node_modules/undici-types')).catch(() => {});
    }
    expect(await tsc(...args)).toBe('');
  });
});

test('is under 8 kB in a browser', async () => {
  const bundle = await rolldown({ input: join(folder, 'node_modules/@rubrica/sdk/esm/index.js'), platform: 'browser' });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  expect(output).toHaveLength(1);
  expect(gzipSync(output[0].code, { level: 9 }).length).toBeLessThan(8 * 1024);
});

test('says where it comes from, and depends on nothing', async () => {
  const manifest = JSON.parse(await readFile(join(folder, 'node_modules/@rubrica/sdk/package.json'), 'utf8'));
  expect(manifest).toMatchObject({
    sideEffects: false,
    license: 'Apache-2.0',
    publishConfig: { access: 'public', provenance: true },
    repository: { type: 'git', directory: 'packages/sdk' },
  });
  expect(Object.keys(manifest).filter((name) => /dependencies/i.test(name))).toEqual([]);
});
