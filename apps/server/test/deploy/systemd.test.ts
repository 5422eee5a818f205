import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lacking } from '../../../../packages/pdf/test/judges/programs.ts';
import { TOOL_VARIABLES } from '../../../../scripts/variables.ts';
import { accepted, exampleOf, ROOT, unread } from './support.ts';

/** The units of deploy/systemd, as systemd reads them; they are not run: that takes a machine whose first process it is. */

const UNITS = ['rubrica.service', 'rubrica-worker@.service'];
/** Where docs/operations/systemd.md puts the checkout. */
const INSTALLED = '/opt/rubrica';
/** In tenths: an unhardened service has 96 of 100, and systemd calls less than 40 good. */
const WORST_EXPOSURE = 25;

const textOf = (unit: string) => readFileSync(join(ROOT, 'deploy/systemd', unit), 'utf8');
/** The values of a key, in order. */
const valuesOf = (unit: string, key: string) =>
  [...textOf(unit).matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);
const environmentOf = (unit: string): Record<string, string> =>
  Object.fromEntries(
    valuesOf(unit, 'Environment')
      .flatMap((line) => line.split(' '))
      .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rubrica-units-'));
  for (const unit of UNITS) writeFileSync(join(folder, unit), textOf(unit).replaceAll(INSTALLED, ROOT));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What systemd-analyze says of a unit whose programs are those of this checkout. */
function analyze(...args: string[]): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync('systemd-analyze', args, { cwd: folder, encoding: 'utf8' });
  return { status, said: stdout + stderr };
}

/** Every system call of a filter, its sets resolved. */
function allowedBy(filter: string): Set<string> {
  const text = execFileSync('systemd-analyze', ['syscall-filter', ...filter.split(' ')], { encoding: 'utf8' });
  const names = new Set((text.match(/^ {4}\S+$/gm) ?? []).map((line) => line.trim()));
  for (const set of [...names].filter((name) => name.startsWith('@'))) {
    for (const name of allowedBy(set)) names.add(name);
  }
  return names;
}

describe.each(UNITS)('%s', (unit) => {
  it('starts a file of this checkout, from its root', () => {
    const [command = ''] = valuesOf(unit, 'ExecStart');
    const [node, file = ''] = command.split(' ');
    expect(node).toBe(`${INSTALLED}/node_modules/.bin/node`);
    expect(valuesOf(unit, 'WorkingDirectory')).toEqual([INSTALLED]);
    expect(existsSync(join(ROOT, file))).toBe(true);
  });

  it('sets variables that the service or Node reads', () => {
    const env = environmentOf(unit);
    expect(unread(env).filter((name) => !(name in TOOL_VARIABLES))).toEqual([]);
    const asked = ['DATABASE_URL', 'SMTP_URL', 'CLAMD_URL', 'MASTER_KEY', 'SEAL_P12_PATH'];
    const config = accepted({ ...env, ...Object.fromEntries(asked.map((name) => [name, exampleOf(name)])) });
    expect(config).toMatchObject({ production: true, dataDir: '/var/lib/rubrica' });
  });

  it('gives the service the time it takes to end, and lets it end its own processes', () => {
    const [seconds] = valuesOf(unit, 'TimeoutStopSec');
    const [, documented] = /Give it (\d+) seconds/.exec(
      readFileSync(join(ROOT, 'docs/operations/processes.md'), 'utf8'),
    ) ?? [undefined, ''];
    expect(seconds).toBe(documented);
    expect(valuesOf(unit, 'KillMode')).toEqual(['mixed']);
  });

  it('is as strict as the other', () => {
    const strictness = (of: string) => textOf(of).slice(textOf(of).indexOf('NoNewPrivileges'));
    expect(strictness(unit)).toBe(strictness(UNITS[0] as string));
  });
});

describe('systemd', lacking('systemd-analyze'), () => {
  it.each(['rubrica.service', 'rubrica-worker@.service'])('finds nothing wrong with %s', (unit) => {
    expect(analyze('verify', '--man=no', `./${unit}`)).toEqual({ status: 0, said: '' });
  });

  it.each(UNITS)('finds %s well shut in', (unit) => {
    const { status, said } = analyze(
      ...['security', '--offline=true', '--no-pager', `--threshold=${WORST_EXPOSURE}`, `./${unit}`],
    );
    expect(status, said).toBe(0);
  });

  it('lets the service shut in the processes that read PDFs', () => {
    const allowed = allowedBy(valuesOf('rubrica.service', 'SystemCallFilter').join(' '));
    // unshare, mount, chroot, setpriv and prlimit of adapters/pdf/confinement.ts.
    const needed = ['unshare', 'mount', 'chroot', 'prctl', 'capset', 'prlimit64', 'setgroups'];
    expect(needed.filter((name) => !allowed.has(name))).toEqual([]);
    expect(['reboot', 'init_module', 'bpf', 'ptrace'].filter((name) => allowed.has(name))).toEqual([]);
    const spaces = valuesOf('rubrica.service', 'RestrictNamespaces').join(' ').split(' ');
    const confinement = readFileSync(join(ROOT, 'apps/server/src/adapters/pdf/confinement.ts'), 'utf8');
    const options = { user: '--user', mnt: '--mount', net: '--net', ipc: '--ipc', uts: '--uts' };
    expect(Object.values(options).filter((option) => !confinement.includes(`'${option}'`))).toEqual([]);
    expect(spaces.sort()).toEqual(Object.keys(options).sort());
  });
});
