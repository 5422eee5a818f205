import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { rolldown } from 'rolldown';

/**
 * Packages that are published are used here as they are written and handed out as they are built: `dist`, made anew by each
 * build, is the package, and `npm pack packages/<name>/dist` packs it. What stands in `package.json` beside the sources is
 * for the workspace.
 */

const ROOT = resolve(import.meta.dirname, '..');
const REPOSITORY = 'https://github.com/rubrica/rubrica';
/** What of the workspace's `package.json` is the package's too. */
const TAKEN = ['name', 'version', 'description', 'keywords', 'license'] as const;
/** Handed out with every package, where there are any. */
const TEXTS = ['README.md', 'README.en.md', 'CHANGELOG.md'];

export interface Built {
  /** The built files by their paths in the package. */
  readonly files: ReadonlyMap<string, string>;
  /** Those that are commands. */
  readonly commands?: readonly string[];
  /** `exports`, `bin`, and whatever else only the built package has. */
  readonly manifest: object;
}

const manifestIn = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, unknown>;

/** Writes `dist` of a package. @param folder of the package @returns the path of `dist` */
export function stagePackage(folder: string, { files, commands = [], manifest }: Built): string {
  const dist = join(folder, 'dist');
  const own = manifestIn(folder);
  rmSync(dist, { recursive: true, force: true });
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(dist, path)), { recursive: true });
    writeFileSync(join(dist, path), text, { mode: commands.includes(path) ? 0o755 : 0o644 });
  };
  const packaged = {
    ...Object.fromEntries(TAKEN.map((name) => [name, own[name]])),
    homepage: `${REPOSITORY}#readme`,
    bugs: `${REPOSITORY}/issues`,
    repository: { type: 'git', url: `git+${REPOSITORY}.git`, directory: relative(ROOT, folder).replaceAll('\\', '/') },
    publishConfig: { access: 'public', provenance: true },
    type: 'module',
    sideEffects: false,
    ...manifest,
    files: [...new Set([...files.keys()].map((path) => path.split('/')[0]))],
  };
  write('package.json', `${JSON.stringify(packaged, null, 2)}\n`);
  for (const [path, text] of files) write(path, text);
  copyFileSync(join(ROOT, 'LICENSE'), join(dist, 'LICENSE'));
  for (const name of TEXTS) {
    if (existsSync(join(folder, name))) copyFileSync(join(folder, name), join(dist, name));
  }
  return dist;
}

export interface Command {
  /** The command as people type it; its file is called so too. */
  readonly name: string;
  /** The package's name, where it is another than the workspace's. */
  readonly packageName?: string;
}

/**
 * Bundles `src/bin.ts` and what of ours it uses into one file, and writes `dist` with it. Libraries of others stay
 * dependencies, with the version that was tested.
 * @returns the path of `dist`
 */
export async function stageCommand(folder: string, { name, packageName }: Command): Promise<string> {
  const { dependencies: wanted = {} } = manifestIn(folder) as { dependencies?: Record<string, string> };
  const others = Object.entries(wanted).filter(([dependency]) => !dependency.startsWith('@rubrica/'));
  const bundle = await rolldown({
    input: join(folder, 'src/bin.ts'),
    platform: 'node',
    cwd: folder,
    external: others.map(([dependency]) => new RegExp(`^${dependency}(/|$)`)),
  });
  const { output } = await bundle.generate({ format: 'esm', minify: false, codeSplitting: false });
  await bundle.close();
  if (output.length !== 1) throw new Error('more than one file');
  const file = `${name}.mjs`;
  return stagePackage(folder, {
    files: new Map([[file, output[0].code]]),
    commands: [file],
    manifest: {
      ...(packageName === undefined ? {} : { name: packageName }),
      engines: { node: '>=20' },
      bin: { [name]: file },
      ...(others.length === 0 ? {} : { dependencies: Object.fromEntries(others) }),
    },
  });
}
