import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { syncDirectory } from '../../src/adapters/durable.ts';
import { systemOf } from '../../src/adapters/embedded-postgres-system.ts';
import { isolationOf } from '../../src/adapters/pdf/confinement.ts';
import { endingSignals } from '../../src/compose/process.ts';

/** What differs between Linux, macOS and Windows, as far as Linux can tell: the others were not run. */

const ROOT = join(import.meta.dirname, '../../../..');
const read = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
const { optionalDependencies } = read('apps/server/package.json') as { optionalDependencies: Record<string, string> };
const { packages } = read('package-lock.json') as {
  packages: Record<string, { version: string; os?: string[]; cpu?: string[]; optional?: boolean }>;
};

const SYSTEMS = [
  ['linux', 'x64', 'OWN_FOLDER', 'SOCKET', 'SIGNAL'],
  ['linux', 'arm64', 'OWN_FOLDER', 'SOCKET', 'SIGNAL'],
  ['darwin', 'x64', 'PACKAGE', 'SOCKET', 'SIGNAL'],
  ['darwin', 'arm64', 'PACKAGE', 'SOCKET', 'SIGNAL'],
  ['win32', 'x64', 'NONE', 'PORT', 'PG_CTL'],
] as const;

describe.each(SYSTEMS)('%s-%s', (platform, arch, libraryLinks, reachedBy, toldBy) => {
  const system = systemOf(platform, arch);

  it('has a package that npm installs there and nowhere else', () => {
    const { version, os, cpu, optional } = packages[`node_modules/${system.packageName}`] ?? {};
    expect({ os, cpu, optional }).toEqual({ os: [platform], cpu: [arch], optional: true });
    expect(version).toBe(optionalDependencies[system.packageName]);
  });

  it('runs it in the way of that system', () => {
    expect(system).toMatchObject({ libraryLinks, reachedBy, toldBy, asAnyUser: platform !== 'win32' });
  });
});

it('there is no package that no system asks for', () => {
  const asked = SYSTEMS.map(([platform, arch]) => systemOf(platform, arch).packageName);
  expect(Object.keys(optionalDependencies).sort()).toEqual(asked.sort());
});

describe('on Windows', () => {
  it('a process ends when its console asks it to, and there is no SIGTERM', () => {
    expect(endingSignals('win32')).toEqual(['SIGINT', 'SIGBREAK', 'SIGHUP']);
    expect(endingSignals('darwin')).toEqual(endingSignals('linux'));
    expect(endingSignals('linux')).toEqual(['SIGTERM', 'SIGINT']);
  });

  it('no folder is flushed', async () => {
    const nowhere = join(ROOT, 'no-such-folder');
    await expect(syncDirectory(nowhere, 'win32')).resolves.toBeUndefined();
    await expect(syncDirectory(nowhere, 'linux')).rejects.toThrow('ENOENT');
  });
});

it('without the programs that isolate, the processes that read PDFs are not taken for isolated', () => {
  const programs = { unshare: '/usr/bin/unshare', sh: '/bin/sh', chroot: '/usr/sbin/chroot' };
  for (const missing of Object.keys(programs))
    expect(isolationOf(false, { ...programs, [missing]: null })).toBe('NONE');
});
