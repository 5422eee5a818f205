import { existsSync, readFileSync, statSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build, type InlineConfig, type Plugin } from 'vite';
import { BUNDLES, type BundleName, buildAside, findBundle, noteSources, removeOldBuilds, WEB } from './bundles.ts';
import { PDFJS, TARGETS, viteOf } from './vite.ts';

/** Builds the bundles named, or all. Usage: node scripts/build.ts [bundle…] */

const WITH_VIEWER: readonly BundleName[] = ['assinatura', 'painel'];
/** What pdf.js fetches for files that need it: character maps, stand-in fonts, decoders, colour profiles. */
const PDFJS_DATA = ['cmaps', 'standard_fonts', 'wasm', 'iccs'];
const COMPRESSIBLE = /\.(js|mjs|css|html|svg|wasm|bcmap|pfb|ttf|icc)$/;
const MIN_COMPRESSED_BYTES = 1024;
/** Of 11: twice as fast as the last steps, which win three percent. */
const BROTLI_QUALITY = 9;

function configOf(name: BundleName, outDir: string, read: Set<string>): InlineConfig {
  const page = viteOf(name);
  return {
    ...page,
    logLevel: 'error',
    plugins: [page.plugins, sourcesInto(read, join(WEB, name))],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir,
      emptyOutDir: true,
      target: TARGETS[name],
      // A data: URI would have to be allowed by the policy of the page.
      assetsInlineLimit: 0,
      assetsDir: '.',
      modulePreload: {
        polyfill: false,
        // A part of one file has that one waited for as well.
        resolveDependencies: (file, files, { hostType }) => (hostType === 'js' && files.length === 0 ? [file] : files),
      },
      // A signer's connection may be gone when a part of the page comes: it finds its styles there.
      cssCodeSplit: name === 'painel',
      // What the page begins with is one file, whatever else takes parts of it: it compresses better, and comes at once.
      rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'page', tags: ['$initial'] }] } } },
      reportCompressedSize: false,
      chunkSizeWarningLimit: 2000,
    },
  };
}

async function copyPdfjsData(folder: string): Promise<void> {
  for (const part of PDFJS_DATA) await cp(join(PDFJS, part), join(folder, 'pdfjs', part), { recursive: true });
}

/** Beside each file its brotli and gzip forms, where they are smaller. */
async function compress(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  await Promise.all(
    entries
      .filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name);
        const bytes = await readFile(path);
        if (bytes.length < MIN_COMPRESSED_BYTES) return;
        const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
        const [br, gz] = await Promise.all([promisify(brotliCompress)(bytes, { params }), promisify(gzip)(bytes)]);
        if (br.length < bytes.length * 0.95) await writeFile(`${path}.br`, br);
        if (gz.length < bytes.length * 0.95) await writeFile(`${path}.gz`, gz);
      }),
  );
}

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

/** A sheet with those it takes in: the bundler puts them into one, and calls only the outer one a module. */
const sheetsOf = (file: string): string[] => [
  file,
  ...[...readFileSync(file, 'utf8').matchAll(/@import\s+(?:url\()?["']([^"']+)["']/g)]
    .map(([, path = '']) => join(dirname(file), path))
    .filter(isFile)
    .flatMap(sheetsOf),
];

/** Keeps the files that a bundle is made of: modules, sheets, and what these name with `url()`. */
function sourcesInto(read: Set<string>, root: string): Plugin {
  return {
    name: 'sources',
    generateBundle(_options, bundle) {
      const modules = [...this.getModuleIds()].map((id) => id.replace(/[?#].*$/, '')).filter(isAbsolute);
      const assets = Object.values(bundle).flatMap((one) => (one.type === 'asset' ? one.originalFileNames : []));
      for (const file of [...modules, ...assets.map((path) => resolve(root, path))].filter(isFile)) {
        for (const source of file.endsWith('.css') ? sheetsOf(file) : [file]) read.add(source);
      }
    },
  };
}

async function buildBundle(name: BundleName): Promise<void> {
  if ((await findBundle(name)) !== null) return;
  // Two services may start at once: each builds aside, and the first to finish puts its build in place.
  const aside = buildAside(name);
  await mkdir(aside, { recursive: true });
  try {
    const began = Date.now();
    const read = new Set<string>();
    await build(configOf(name, aside, read));
    // A file that changed meanwhile would give the build a name that is not its own.
    if ([...read].some((file) => statSync(file).mtimeMs >= began))
      throw new Error('sources changed while they were built');
    if (WITH_VIEWER.includes(name)) await copyPdfjsData(aside);
    await compress(aside);
    const folder = await noteSources(name, aside, read);
    await rename(aside, folder).catch((error) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
  await removeOldBuilds(name);
}

const wanted = process.argv.slice(2) as BundleName[];
for (const name of wanted.length > 0 ? wanted : BUNDLES) await buildBundle(name);
