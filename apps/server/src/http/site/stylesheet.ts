import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { sha256Hex } from '../../core/chain.ts';
import { STYLESHEET_PATH } from './shell.ts';

/** In this order; the styles shared with the pages of `apps/web` come first. */
const PARTS = [
  import.meta.resolve('@rubrica/web/kit/tokens.css'),
  import.meta.resolve('@rubrica/web/kit/base.css'),
  import.meta.resolve('@rubrica/web/kit/site.css'),
  ...['common', 'front', 'picture', 'docs', 'prose'].map(
    (part) => new URL(`./style/${part}.css`, import.meta.url).href,
  ),
];

const IMPORT = /^@import\s.*$/gm;

const read = (part: string) => readFileSync(fileURLToPath(part), 'utf8').replace(IMPORT, '');

/** Where the reference's own style sheet is. */
export const REFERENCE_STYLESHEET_PATH = '/docs/referencia/estilo.css';

/** The style sheets of server-rendered pages, each as one file: one for all, and that of the reference. */
export function addStylesheets(app: FastifyInstance): void {
  addStylesheet(app, STYLESHEET_PATH, PARTS.map(read).join('\n'));
  // What the site says of elements is in a layer, so that the viewer's own layers, which come later, stand above it.
  const [tokens, base, site] = PARTS;
  const below = [base, site].map((part) => read(part ?? '')).join('\n');
  const reference = read(new URL('./style/reference.css', import.meta.url).href);
  addStylesheet(app, REFERENCE_STYLESHEET_PATH, `${read(tokens ?? '')}\n@layer site {\n${below}\n}\n${reference}`);
}

function addStylesheet(app: FastifyInstance, path: string, css: string): void {
  const etag = `"${sha256Hex(css).slice(0, 32)}"`;
  app.get(path, async (request, reply) => {
    // Its URL never changes, so a browser revalidates it each time.
    reply.headers({ 'cache-control': 'no-cache', etag });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type('text/css; charset=utf-8').send(css);
  });
}
