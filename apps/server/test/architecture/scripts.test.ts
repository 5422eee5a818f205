import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** The scripts of each package.json, which npm hands to `sh` here and to cmd.exe on Windows. */

const ROOT = join(import.meta.dirname, '../../../..');
const MANIFESTS = globSync(['package.json', '{apps,packages}/*/package.json', '{acceptance,bench}/package.json'], {
  cwd: ROOT,
});
/** Programs that npm finds in node_modules/.bin, and those that come with it. `exec` is ours, see below. */
const PROGRAMS = ['node', 'npm', 'tsc', 'biome', 'vitest', 'exec'];
/** Runs until it is told to end: a shell that stays in between would keep the signal to itself. */
const STAYING = ['start', 'dev', 'worker', 'migrate'];

/** As many as somebody keeps in mind; what is run more rarely stands in CONTRIBUTING.md as a command. */
const MOST = 11;

const scripts = MANIFESTS.flatMap((manifest) => {
  const { scripts: named = {} } = JSON.parse(readFileSync(join(ROOT, manifest), 'utf8')) as {
    scripts?: Record<string, string>;
  };
  return Object.entries(named).map(([name, text]) => ({ name, text, of: manifest }));
});

/** Why cmd.exe or a POSIX shell would not run a script as meant; both know programs, words and `&&`, and little else. */
function foreign(text: string): string | null {
  const commands = text.split(' && ');
  const odd = commands.find((command) => !/^[\w./@:=-]+(?: [\w./@:=-]+)*$/.test(command));
  if (odd !== undefined) return `means something else to another shell: ${odd}`;
  const unknown = commands.map((command) => command.split(' ', 1)[0] ?? '').find((word) => !PROGRAMS.includes(word));
  return unknown === undefined ? null : `is no program on every system: ${unknown}`;
}

describe('a script of package.json', () => {
  it('is understood by every shell that npm may hand it to', () => {
    expect(new Set(scripts.map(({ of }) => of)).size).toBeGreaterThan(2);
    expect(scripts.length).toBeGreaterThan(MOST);
    expect(scripts.flatMap(({ name, text, of }) => (foreign(text) ? [`${of} ${name}: ${foreign(text)}`] : []))).toEqual(
      [],
    );
  });

  it('is one of few', () => {
    expect(scripts.filter(({ of }) => of === 'package.json').length).toBeLessThanOrEqual(MOST);
  });

  it.each([
    'node a.ts && source b.sh',
    'NODE_ENV=test node a.ts',
    'rm -rf dist',
    "node -e 'process.exit(0)'",
    'node a.ts; node b.ts',
    'node a.ts || true',
    'node a.ts > out.txt',
    'node $HOME/a.ts',
    'vitest run test/*.test.ts',
  ])('would not be: %s', (text) => {
    expect(foreign(text)).not.toBeNull();
  });

  it('that stays puts node in the place of the shell, so that signals reach it', () => {
    const root = scripts.filter(({ of }) => of === 'package.json');
    for (const name of STAYING) {
      const { text = '' } = root.find((script) => script.name === name) ?? {};
      const [, preflight = '', file = ''] = /^node (\S+) && exec node (\S+)$/.exec(text) ?? [];
      expect(
        [preflight, file].map((path) => path !== '' && existsSync(join(ROOT, path))),
        name,
      ).toEqual([true, true]);
    }
  });
});

describe('exec, for the shell that has none', () => {
  const { bin } = JSON.parse(readFileSync(join(ROOT, 'apps/server/package.json'), 'utf8')) as { bin: { exec: string } };
  const exec = (...args: string[]) =>
    spawnSync(process.execPath, [join(ROOT, 'apps/server', bin.exec), ...args], { encoding: 'utf8' });

  it('runs node with the words it is given, and ends as it ends', () => {
    const { status, stdout } = exec('node', '-e', 'console.log(process.argv[1]); process.exitCode = 7', 'a word');
    expect({ status, stdout }).toEqual({ status: 7, stdout: 'a word\n' });
  });

  it('says that there is no such program', () => {
    const { status, stderr } = exec('no-such-program');
    expect(status).toBe(127);
    expect(stderr).toContain('no-such-program');
  });
});
