/** Builds the package as it is published, into `dist`: the command, one file without dependencies. */
import { join, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { stagePackage } from '../../../scripts/stage-package.ts';

const FOLDER = resolve(import.meta.dirname, '..');

/** Builds and writes `dist`. @returns its path */
export async function build(): Promise<string> {
  const bundle = await rolldown({ input: join(FOLDER, 'src/bin.ts'), platform: 'node', cwd: FOLDER });
  const { output } = await bundle.generate({ format: 'esm', minify: false, codeSplitting: false });
  await bundle.close();
  if (output.length !== 1) throw new Error('more than one file');
  const name = 'rubrica.mjs';
  return stagePackage(FOLDER, {
    files: new Map([[name, output[0].code]]),
    commands: [name],
    // People type `npx rubrica`.
    manifest: { name: 'rubrica', engines: { node: '>=20' }, bin: { rubrica: name } },
  });
}

if (import.meta.main) console.log(await build());
