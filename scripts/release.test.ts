import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IN_ORDER } from './in-order.ts';
import { strayVersions } from './release.ts';

const ROOT = join(import.meta.dirname, '..');

it('every manifest and client says the one version of package.json', () => {
  expect(strayVersions(ROOT)).toEqual([]);
});

/** A clone in which a release is made, by the script as it stands here. */
describe('a release', IN_ORDER, () => {
  const clone = mkdtempSync(join(tmpdir(), 'rubrica-release-'));
  const git = (...args: string[]) => execFileSync('git', args, { cwd: clone, encoding: 'utf8' }).trim();
  const read = (file: string) => readFileSync(join(clone, file), 'utf8');
  const release = (input: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'scripts/release.ts'), ...args], {
      cwd: clone,
      input,
      encoding: 'utf8',
    });
    return { status, said: stdout + stderr };
  };

  beforeAll(() => {
    execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${ROOT}`, clone], { stdio: 'ignore' });
    git('checkout', '--quiet', '-B', 'main');
    git('config', 'user.name', 'Teste');
    git('config', 'user.email', 'teste@exemplo.com.br');
    symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'));
    writeFileSync(join(clone, '.git/info/exclude'), 'node_modules\n');
  });
  afterAll(() => rmSync(clone, { recursive: true, force: true }));

  it('is refused on another branch, on a changed tree, without a version, and where nobody vouches for the tests', () => {
    expect(release('', 'next').said).toMatch(/Which version/);
    git('checkout', '--quiet', '-b', 'other');
    expect(release('', 'minor')).toMatchObject({ status: 1, said: expect.stringContaining('this is other') });
    git('checkout', '--quiet', 'main');
    writeFileSync(join(clone, 'stray.txt'), '');
    expect(release('', 'minor')).toMatchObject({ status: 1, said: expect.stringContaining('not clean') });
    rmSync(join(clone, 'stray.txt'));
    expect(release('n\n', 'minor')).toMatchObject({ status: 1, said: expect.stringContaining('Run npm test first') });
    expect(git('status', '--porcelain')).toBe('');
  });

  it('says with --dry-run what it would change, and changes nothing', () => {
    const head = git('rev-parse', 'HEAD');
    const { status, said } = release('', '7.8.9', '--dry-run');
    expect(said).toMatch(/-> 7\.8\.9\n {2}package\.json\n[\s\S]* {2}CHANGELOG\.md\n[\s\S]*v7\.8\.9/);
    expect([status, git('rev-parse', 'HEAD'), git('status', '--porcelain')]).toEqual([0, head, '']);
  });

  it('says the version everywhere, dates the changes, commits and tags', () => {
    const before = read('CHANGELOG.md');
    const { status, said } = release('y\n', '7.8.9');
    expect([status, said]).toEqual([0, expect.stringContaining('git push origin main v7.8.9')]);
    expect(strayVersions(clone)).toEqual([]);
    expect(JSON.parse(read('package.json')).version).toBe('7.8.9');
    expect(read('packages/sdk/generated/version.ts')).toContain("'7.8.9'");
    expect(read('clients/python/src/rubrica/_version.py')).toContain('"7.8.9"');
    expect(JSON.parse(read('package-lock.json')).packages['packages/cli']).toMatchObject({
      version: '7.8.9',
      dependencies: { '@rubrica/sdk': '7.8.9' },
    });
    const changelog = read('CHANGELOG.md');
    expect(changelog).toMatch(/^# Changelog\n\n## Unreleased\n\n## 7\.8\.9 - \d{4}-\d\d-\d\d\n\n\S/);
    const lines = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('## '));
    expect(lines(changelog)).toEqual(lines(before));
    expect(JSON.parse(read('apps/server/migrations/released.json')).ref).toBe('v7.8.9');
    expect(git('status', '--porcelain')).toBe('');
    expect(git('log', '-1', '--format=%s')).toBe('release: v7.8.9');
    expect(git('rev-parse', 'v7.8.9^{commit}')).toBe(git('rev-parse', 'HEAD'));
    expect(git('tag', '--list', '--format=%(contents)', 'v7.8.9')).toContain('For who integrates:');
  });

  it('is refused for a version there is, and where nothing changed since', () => {
    expect(release('', '7.8.9').said).toMatch(/There is a tag v7\.8\.9/);
    expect(release('', 'patch').said).toMatch(/Nothing stands under Unreleased/);
  });
});
