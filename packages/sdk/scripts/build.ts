/**
 * Builds the package as it is published, into `dist`: one file for `import`, one for `require`, and the types of each.
 */
import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { stagePackage } from '../../../scripts/stage-package.ts';

const FOLDER = resolve(import.meta.dirname, '..');
const TSC = resolve(FOLDER, '../../node_modules/typescript/bin/tsc');

async function code(format: 'esm' | 'cjs'): Promise<string> {
  const build = await rolldown({ input: join(FOLDER, 'src/index.ts'), platform: 'neutral', cwd: FOLDER });
  const { output } = await build.generate({ format, minify: false });
  await build.close();
  if (output.length !== 1) throw new Error('more than one file');
  return output[0].code;
}

/** The declarations of the entry and of what it imports, by their paths in the package. */
function declarations(): Map<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'rubrica-sdk-types-'));
  try {
    const options = ['--declaration', '--emitDeclarationOnly', '--noEmit', 'false', '--outDir', folder];
    const compiler = ['--target', 'es2022', '--lib', 'es2024,dom,dom.asynciterable', '--module', 'nodenext'];
    const checks = ['--strict', '--exactOptionalPropertyTypes', '--verbatimModuleSyntax', '--types', ''];
    const paths = ['--rootDir', FOLDER, '--rewriteRelativeImportExtensions', '--ignoreConfig'];
    execFileSync(process.execPath, [TSC, ...options, ...compiler, ...checks, ...paths, join(FOLDER, 'src/index.ts')], {
      cwd: FOLDER,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const files = globSync('**/*.d.ts', { cwd: folder });
    // The compiler leaves the names of sources in declarations; what is published has none.
    const read = (file: string) => readFileSync(join(folder, file), 'utf8').replace(/(from '\.[^']*)\.ts'/g, "$1.js'");
    return new Map(files.map((file) => [file.replaceAll('\\', '/'), read(file)]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Builds and writes `dist`. @returns its path */
export async function build(): Promise<string> {
  const types = declarations();
  const files = new Map<string, string>();
  for (const [name, format] of [
    ['esm', 'esm'],
    ['cjs', 'cjs'],
  ] as const) {
    files.set(`${name}/index.js`, await code(format));
    // Each folder says how its files are to be read, its declarations too.
    files.set(`${name}/package.json`, `{ "type": "${format === 'esm' ? 'module' : 'commonjs'}" }\n`);
    for (const [path, text] of types) files.set(`${name}/types/${path}`, text);
  }
  const of = (name: string) => ({ types: `./${name}/types/src/index.d.ts`, default: `./${name}/index.js` });
  return stagePackage(FOLDER, {
    files,
    manifest: {
      engines: { node: '>=20' },
      main: './cjs/index.js',
      types: './cjs/types/src/index.d.ts',
      exports: { '.': { import: of('esm'), require: of('cjs') }, './package.json': './package.json' },
    },
  });
}

if (import.meta.main) console.log(await build());
