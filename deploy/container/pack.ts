import {
  cpSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { BUILDS_PAGES, closureOf, type Lock, PAGES } from './closure.ts';
import { billOf, type Component, debianPackages, embeddedParts } from './sbom.ts';

/**
 * The last step of the image's build, on an installed checkout with built pages: removes what the service does not load,
 * and writes down what is left, with its licences. Usage, from the root: node deploy/container/pack.ts
 */

const LICENCES = 'licences';
/** Nothing in `node_modules` that ends so is ever loaded: Node runs no TypeScript there, and nobody links or debugs. */
const DEAD = /\.(ts|mts|cts|map|a|flow)$/;
const FONT = /\.(woff2?|ttf|otf)$/;
/** The file that names every font the service reads. */
const FONTS_NAMED_BY = 'packages/pdf/src/fonts-node.ts';
/** Where the distributions of Node have their licence. */
const NODE_LICENCE = join(dirname(process.execPath), '../LICENSE');
const LICENCE_TEXT = /^(licen[cs]e|copying|notice|third-party-notices)/i;

if (existsSync('apps/server/test')) throw new Error('This is a checkout: it would lose what its tests need.');

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const lock = (JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Lock }).packages;
const isPackage = (path: string) => path.includes('node_modules/') && existsSync(path);
const loaded = new Set([...closureOf(lock, 'apps/server', [PAGES])].filter(isPackage));
const bundled = [...closureOf(lock, PAGES, [], BUILDS_PAGES)].filter((path) => isPackage(path) && !loaded.has(path));

mkdirSync(LICENCES);
writeFileSync(join(LICENCES, 'pages.txt'), bundled.map(licenceOf).join('\n'));
if (existsSync(NODE_LICENCE)) cpSync(NODE_LICENCE, join(LICENCES, 'node.txt'));
const components = [
  { name: 'node', version: process.versions.node, licence: 'MIT', purl: `pkg:generic/node@${process.versions.node}` },
  ...[...loaded].map((path) => fromNpm(path, 'loaded by the service')),
  ...bundled.map((path) => fromNpm(path, 'part of the built pages')),
  ...embeddedParts([...loaded]),
  ...debianPackages(readFileSync('/var/lib/dpkg/status', 'utf8')),
];
writeFileSync(join(LICENCES, 'sbom.cdx.json'), billOf(manifest.version, components));

const fonts = readFileSync(FONTS_NAMED_BY, 'utf8');
const isDead = (file: string) => DEAD.test(file) || (FONT.test(file) && !fonts.includes(basename(file)));
for (const folder of ['node_modules', ...globSync('{apps,packages}/*/node_modules')]) prune(folder);
rmSync('package-lock.json');

/** Removes packages that nothing loads, and of the others the files that nothing reads. */
function prune(modules: string): void {
  for (const path of packagesIn(modules)) {
    if (lstatSync(path).isSymbolicLink() && existsSync(path)) continue;
    if (!loaded.has(path)) {
      rmSync(path, { recursive: true });
      continue;
    }
    if (existsSync(join(path, 'node_modules'))) prune(join(path, 'node_modules'));
    for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
      const file = join(entry.parentPath, entry.name);
      if (entry.isFile() && isDead(file)) rmSync(file);
    }
  }
}

/** Everything that stands in a `node_modules`, the commands in `.bin` too: nobody calls them. */
function packagesIn(modules: string): string[] {
  return readdirSync(modules).flatMap((name) => {
    const path = join(modules, name);
    return name.startsWith('@') ? readdirSync(path).map((scoped) => join(path, scoped)) : [path];
  });
}

function fromNpm(path: string, description: string): Component {
  const { version = '', license = 'NOASSERTION' } = lock[path] ?? {};
  const name = nameOf(path);
  return { name, version, licence: license, description, purl: `pkg:npm/${name.replace('@', '%40')}@${version}` };
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

/** The texts that come with a package which is itself not in the image. */
function licenceOf(path: string): string {
  const { version, license } = lock[path] ?? {};
  const texts = readdirSync(path)
    .filter((name) => LICENCE_TEXT.test(name) && lstatSync(join(path, name)).isFile())
    .map((name) => readFileSync(join(path, name), 'utf8').trim());
  return `${'='.repeat(80)}\n${nameOf(path)} ${version} (${license})\n\n${texts.join('\n\n')}\n`;
}
