import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';

/**
 * Makes a release: everything that says the version says the next one, what stands under Unreleased becomes its chapter of
 * CHANGELOG.md, generated files follow, and all of it is one commit with a tag. Nothing leaves this machine.
 *
 *   npm exec -- node scripts/release.ts minor            (or major, patch, or a version such as 1.4.0)
 *   npm exec -- node scripts/release.ts minor --dry-run  says what it would write, and writes nothing
 *
 * It wants a clean tree on main, and somebody who says that the tests of this very commit are green; `--tests-passed` says so
 * without being asked.
 */

const ROOT = process.cwd();
const VERSION = /^\d+\.\d+\.\d+$/;
const UNRELEASED = '## Unreleased\n';
const RELEASED = 'apps/server/migrations/released.json';
/** What is made of the manifests, or lists them. */
const GENERATORS = [
  'packages/contract/scripts/generate.ts',
  'packages/sdk/scripts/generate.ts',
  'clients/scripts/generate.ts',
  'apps/server/scripts/configuration.ts',
  'scripts/notices.ts',
];

/** Ends the release: the message is for the person. */
class Refused extends Error {}

/** Where a version stands in a file: around it, so that no other number is taken for it. */
interface Place {
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

const PLACES: readonly Place[] = [
  { file: 'clients/php/src/Rubrica.php', before: "public const VERSION = '", after: "'" },
  { file: 'clients/python/src/rubrica/_version.py', before: 'VERSION = "', after: '"' },
  { file: 'deploy/kubernetes/base/kustomization.yaml', before: 'newTag: ', after: '\n' },
  { file: 'Dockerfile', before: 'org.opencontainers.image.version="', after: '"' },
];

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const git = (...args: string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();

interface Manifest {
  version?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  [key: string]: unknown;
}

/** What a manifest wants of the workspace, in the objects that say so. */
const wantedOf = ({ dependencies = {}, devDependencies = {} }: Manifest) =>
  [dependencies, devDependencies].map((wanted) => ({
    wanted,
    ours: Object.keys(wanted).filter((name) => name.startsWith('@rubrica/')),
  }));

/** The manifests of the workspace, the root's first: the root's version is the one that all follow. */
export const manifestsOf = (root: string): string[] => [
  'package.json',
  ...globSync(['packages/*/package.json', 'apps/*/package.json', 'acceptance/package.json', 'bench/package.json'], {
    cwd: root,
  }).sort(),
];

/** Every place that says another version than the root's manifest, as `file: version`. */
export function strayVersions(root: string): string[] {
  const manifest = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as Manifest;
  const { version } = manifest('package.json');
  const said = manifestsOf(root).flatMap((file) => {
    const own = manifest(file);
    return [
      [file, own.version],
      ...wantedOf(own).flatMap(({ wanted, ours }) => ours.map((name) => [file, wanted[name]])),
    ];
  });
  const elsewhere = PLACES.filter(({ file }) => existsSync(join(root, file))).flatMap(({ file, before, after }) => {
    const text = readFileSync(join(root, file), 'utf8');
    const at = text.indexOf(before);
    if (at === -1) return [];
    const from = at + before.length;
    return [[file, text.slice(from, text.indexOf(after, from))]];
  });
  return [...said, ...elsewhere].filter(([, own]) => own !== version).map(([file, own]) => `${file}: ${own}`);
}

function nextOf(current: string, wanted: string | undefined): string {
  const [major = 0, minor = 0, patch = 0] = current.split('.').map(Number);
  const steps = { major: [major + 1, 0, 0], minor: [major, minor + 1, 0], patch: [major, minor, patch + 1] };
  const next = steps[wanted as keyof typeof steps]?.join('.') ?? wanted ?? '';
  if (!VERSION.test(next))
    throw new Refused('Which version? npm exec -- node scripts/release.ts major|minor|patch|X.Y.Z');
  return next;
}

/** The chapter of a version, out of what stood under Unreleased. */
function chapterOf(changelog: string, version: string, date: string) {
  const start = changelog.indexOf(UNRELEASED);
  if (start === -1) throw new Refused('CHANGELOG.md has no "## Unreleased".');
  const from = start + UNRELEASED.length;
  const next = changelog.indexOf('\n## ', from);
  const notes = changelog.slice(from, next === -1 ? undefined : next).trim();
  if (notes === '') throw new Refused('Nothing stands under Unreleased in CHANGELOG.md: there is nothing to release.');
  const rest = next === -1 ? '' : changelog.slice(next + 1);
  const text = `${changelog.slice(0, from)}\n## ${version} - ${date}\n\n${notes}\n${rest === '' ? '' : `\n${rest}`}`;
  return { notes, text };
}

/** @returns the new text of every file that a release changes by hand, by its path */
function written(current: string, version: string, date: string): Map<string, string> {
  const texts = new Map<string, string>();
  const asJson = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
  const raise = (manifest: Manifest): Manifest => {
    if (manifest.version !== undefined) manifest.version = version;
    for (const { wanted, ours } of wantedOf(manifest)) for (const name of ours) wanted[name] = version;
    return manifest;
  };
  for (const file of manifestsOf(ROOT)) texts.set(file, asJson(raise(JSON.parse(read(file)))));
  const lock = JSON.parse(read('package-lock.json')) as Manifest & { packages: Record<string, Manifest> };
  lock.version = version;
  for (const file of manifestsOf(ROOT)) {
    const own = lock.packages[file === 'package.json' ? '' : file.replace(/\/package\.json$/, '')];
    if (own) raise(own);
  }
  texts.set('package-lock.json', asJson(lock));
  for (const { file, before, after } of PLACES.filter((place) => existsSync(join(ROOT, place.file)))) {
    texts.set(file, read(file).replace(`${before}${current}${after}`, `${before}${version}${after}`));
  }
  texts.set('CHANGELOG.md', chapterOf(read('CHANGELOG.md'), version, date).text);
  const migrations = readdirSync(join(ROOT, 'apps/server/migrations')).filter((name) => /^\d{4}_.*\.sql$/.test(name));
  texts.set(RELEASED, asJson({ ref: `v${version}`, migration: migrations.sort().at(-1) }));
  return texts;
}

function refuseState(version: string): void {
  if (git('status', '--porcelain') !== '') throw new Refused('The tree is not clean: commit or put away what changed.');
  const branch = git('branch', '--show-current');
  if (branch !== 'main') throw new Refused(`Releases are made on main, and this is ${branch || 'no branch'}.`);
  if (git('tag', '--list', `v${version}`) !== '') throw new Refused(`There is a tag v${version} already.`);
  const stray = strayVersions(ROOT);
  if (stray.length > 0) throw new Refused(`Not every place says the same version today:\n  ${stray.join('\n  ')}`);
}

/** Asks somebody: a machine cannot know that the tests were run on this commit. */
async function testsPassed(): Promise<boolean> {
  const asking = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = await asking.question(`Did npm test pass on ${git('rev-parse', '--short', 'HEAD')}? [y/N] `);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    asking.close();
  }
}

const say = (...lines: string[]) => process.stdout.write(`${lines.join('\n')}\n`);

async function release(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { 'dry-run': { type: 'boolean' }, 'tests-passed': { type: 'boolean' } },
    allowPositionals: true,
  });
  const current = String((JSON.parse(read('package.json')) as Manifest).version);
  const version = nextOf(current, positionals[0]);
  const tag = `v${version}`;
  refuseState(version);
  const date = new Date().toISOString().slice(0, 10);
  const { notes } = chapterOf(read('CHANGELOG.md'), version, date);
  const texts = written(current, version, date);
  if (values['dry-run']) {
    const changed = [...texts].filter(([file, text]) => !existsSync(join(ROOT, file)) || read(file) !== text);
    say(`${current} -> ${version}`, ...changed.map(([file]) => `  ${file}`), `  and what is generated; then ${tag}`);
    return;
  }
  if (!values['tests-passed'] && !(await testsPassed())) throw new Refused('Run npm test first.');
  for (const [file, text] of texts) writeFileSync(join(ROOT, file), text);
  for (const script of GENERATORS)
    execFileSync(process.execPath, [script], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
  git('add', '--all');
  git('commit', '--quiet', '--message', `release: ${tag}`);
  // Headings of the notes begin with #, which git would take for comments.
  git('tag', '--annotate', tag, '--cleanup=verbatim', '--message', `${tag}\n\n${notes}\n`);
  say(
    `${tag} is committed and tagged. Left to do:`,
    `  git push origin main ${tag}`,
    '  npm publish "$(node packages/sdk/scripts/build.ts)" and the same of packages/cli, packages/mcp and packages/embed',
    '  clients/php: Packagist takes the tag; clients/python: python -m build && twine upload dist/*',
    `  the image: build it from ${tag}, push it as ${version}, and let deploy name it`,
  );
}

if (import.meta.main) {
  release().catch((error: unknown) => {
    if (!(error instanceof Refused)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
}
