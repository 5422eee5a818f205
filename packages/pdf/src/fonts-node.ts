import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type FontSet, loadFontSet } from './fonts.ts';
import type { Hand } from './layout.ts';

const require = createRequire(import.meta.url);
let loaded: FontSet | undefined;

/** The handwritings; the signing page shows them from the same packages. */
const HAND_FILES: Readonly<Record<Hand, string>> = {
  loose: '@fontsource/caveat/files/caveat-latin-400-normal.woff',
  round: '@fontsource/dancing-script/files/dancing-script-latin-400-normal.woff',
  fine: '@fontsource/allura/files/allura-latin-400-normal.woff',
};

/**
 * The package's fonts, from the npm packages it depends on: Noto Sans (Latin, Greek, Cyrillic), Noto Sans JP and, for
 * typed signatures, Caveat, Dancing Script and Allura, all under the SIL Open Font License. Read and parsed once per
 * process. The only file of the package that accesses the disk. @throws Error if a font package is missing.
 */
export function loadNodeFonts(): FontSet {
  loaded ??= load();
  return loaded;
}

function load(): FontSet {
  // The Latin package exports only its index; its font files are beside it.
  const latin = join(dirname(require.resolve('@embedpdf/fonts-latin')), '..', 'fonts');
  const japanese = '@fontsource/noto-sans-jp/files/noto-sans-jp-japanese-400-normal.woff';
  return loadFontSet({
    regular: readFileSync(join(latin, 'NotoSans-Regular.ttf')),
    bold: readFileSync(join(latin, 'NotoSans-Bold.ttf')),
    hand: (hand) => readFileSync(require.resolve(HAND_FILES[hand])),
    fallback: [readFileSync(require.resolve(japanese))],
  });
}
