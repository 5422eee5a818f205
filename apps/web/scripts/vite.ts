import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type { InlineConfig, Plugin } from 'vite';
import { type BundleName, WEB } from './bundles.ts';
import { tooOld } from './too-old.ts';

/** How Vite is configured for a bundle, whether it builds it or serves its sources. */

/** The package of pdf.js, which brings the data that a page fetches for some files. */
export const PDFJS = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

/** React's API in three kilobytes. */
const PREACT = {
  'react/jsx-runtime': 'preact/jsx-runtime',
  'react-dom/client': 'preact/compat/client',
  'react-dom': 'preact/compat',
  react: 'preact/compat',
};

const ALIASES: Readonly<Record<BundleName, Record<string, string>>> = {
  assinatura: PREACT,
  publico: PREACT,
  formulario: PREACT,
  painel: {},
};

/**
 * The oldest browsers that a page works in, which its HTML tells those that are older. A signer opens a link on whatever there
 * is: these show PDFs (pdf.js) and, with Chrome 109 and Firefox 115, include the last ones for Windows 7. The panel's styles
 * need a newer Chrome.
 */
export const TARGETS: Readonly<Record<BundleName, string[]>> = {
  assinatura: ['chrome109', 'firefox115', 'safari16.4'],
  publico: ['chrome109', 'firefox115', 'safari16.4'],
  formulario: ['chrome109', 'firefox115', 'safari16.4'],
  painel: ['chrome111', 'firefox115', 'safari16.4'],
};

/**
 * What a class of a sheet that belongs to some components is called in the page: its folder, its sheet, its own name, as
 * `screens-people_card`. No two sheets may have both names in common (apps/web/test/styles.test.ts).
 * @param file of the sheet, `*.module.css`
 */
export const classInPage = (name: string, file: string): string =>
  `${basename(dirname(file))}-${basename(file.replace(/\?.*$/, ''), '.module.css')}_${name}`;

/** What Vite puts around every dynamic import of a build, by the name under which it does. */
const PRELOAD = { id: '\0vite/preload-helper.js', method: '__vitePreload' };

/** Has parts of a page imported once their files are here (kit/whole-part.ts), where Vite would only have them come sooner. */
const wholeParts: Plugin = {
  name: 'whole-parts',
  enforce: 'pre',
  load: (id) =>
    id === PRELOAD.id
      ? `export { importWhole as ${PRELOAD.method} } from ${JSON.stringify(join(WEB, 'kit/whole-part.ts'))};`
      : null,
};

export const viteOf = (name: BundleName): InlineConfig => ({
  configFile: false,
  root: join(WEB, name),
  base: `/assets/${name}/`,
  resolve: { alias: ALIASES[name] },
  plugins: [wholeParts, tooOld(name, TARGETS[name])],
  css: { modules: { localsConvention: 'camelCaseOnly', generateScopedName: classInPage } },
  oxc: { jsx: { runtime: 'automatic', importSource: 'react', development: false } },
});
