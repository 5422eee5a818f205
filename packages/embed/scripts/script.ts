import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { rolldown } from 'rolldown';

const FOLDER = resolve(import.meta.dirname, '..');

/** One file for pages without a bundler; the service hands it out too, so it is committed, and compared. */
export const SCRIPT = 'rubrica-embed.js';

/** What that file holds: the elements, minified. */
export async function script(): Promise<string> {
  const bundle = await rolldown({
    input: join(FOLDER, 'src/index.ts'),
    platform: 'browser',
    cwd: FOLDER,
    // Browsers that show the signing page show this too.
    transform: { target: 'es2020' },
  });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  if (output.length !== 1) throw new Error('more than one file');
  return output[0].code;
}

if (import.meta.main) writeFileSync(join(FOLDER, SCRIPT), await script());
