import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { type BundleName, WEB } from './bundles.ts';

/** What a page's HTML says where its own script does not run, as the browser is too old or it did not come; and what shows it. */

/** The script that shows it, served as it is but for its comments. */
export const OLDEST = join(WEB, 'kit/oldest.js');

/** As the target `chrome109` is told to people. */
const NAMES: Readonly<Record<string, string>> = { chrome: 'Chrome', firefox: 'Firefox', safari: 'Safari' };

/** @param targets the oldest browsers that a page works in, as `chrome109` @returns as `Chrome 109` */
export const toldOf = (targets: readonly string[]): string[] =>
  targets.map((target) => target.replace(/^[a-z]+/, (browser) => `${NAMES[browser]} `));

/** @param targets as above @returns HTML that is hidden until the script shows it */
export function sentencesFor(targets: readonly string[]): string {
  // On an iPhone every browser is the system's.
  const browsers = toldOf(targets)
    .join(', ')
    .replace(/Safari ([\d.]+)/, 'Safari $1 (iOS $1)');
  return `<div id="too-old" role="alert" hidden>
<p>Este navegador é antigo demais para esta página. Atualize-o ou abra o mesmo endereço em outro: ${browsers} ou mais novos.</p>
<p lang="en">This browser is too old for this page. Update it, or open the same address in another one: ${browsers} or later.</p>
<p lang="es">Este navegador es demasiado antiguo para esta página. Actualícelo o abra la misma dirección en otro: ${browsers} o más nuevos.</p>
</div>
<div id="not-loaded" role="alert" hidden>
<p>A página não chegou inteira. Confira a conexão e <a href="">abra-a de novo</a>.</p>
<p lang="en">The page did not arrive whole. Check your connection and <a href="">open it again</a>.</p>
<p lang="es">La página no llegó completa. Revise su conexión y <a href="">ábrala de nuevo</a>.</p>
</div>`;
}

const APP = '<div id="app"></div>';
const SCRIPT = '<script type="module"';

/** Writes the sentences into a page, and has the script run before the page's own. */
export function tooOld(name: BundleName, targets: readonly string[]): Plugin {
  const source = readFileSync(OLDEST, 'utf8').replace(/^ *\/\/.*\n/gm, '');
  const hash = createHash('sha256').update(source).digest('hex').slice(0, 8);
  const fileName = `oldest-${hash}.js`;
  const src = `/assets/${name}/${fileName}`;
  return {
    name: 'too-old',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        if (!html.includes(APP) || !html.includes(SCRIPT))
          throw new Error(`the page of ${name} has no ${APP} or no script`);
        // Both scripts wait for the page to be read, and run in their order.
        return html
          .replace(APP, `${APP}\n${sentencesFor(targets)}`)
          .replace(SCRIPT, `<script defer src="${src}"></script>\n  ${SCRIPT}`);
      },
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source });
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        if (request.url !== src) return next();
        response.setHeader('content-type', 'text/javascript; charset=utf-8').end(source);
      });
    },
  };
}
