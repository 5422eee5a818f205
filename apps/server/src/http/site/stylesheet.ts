import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
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

/** The style sheet of every server-rendered page, as one file. */
export function addStylesheet(app: FastifyInstance): void {
  const css = PARTS.map((part) => readFileSync(fileURLToPath(part), 'utf8').replace(IMPORT, '')).join('\n');
  const etag = `"${createHash('sha256').update(css).digest('hex').slice(0, 32)}"`;
  app.get(STYLESHEET_PATH, async (request, reply) => {
    // Its URL never changes, so a browser revalidates it each time.
    reply.headers({ 'cache-control': 'no-cache', etag });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type('text/css; charset=utf-8').send(css);
  });
}
