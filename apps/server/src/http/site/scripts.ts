import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { sha256Hex } from '../../core/chain.ts';

/** Scripts of the site's pages. Each page is whole without them. */
export type SiteScript = 'copy' | 'docs' | 'mailbox' | 'own-key' | 'reference';
const NAMES: readonly SiteScript[] = ['copy', 'docs', 'mailbox', 'own-key', 'reference'];

export const scriptPath = (name: SiteScript): string => `/docs/${name}.js`;

/** Serves each script; as its address never changes, a browser asks each time whether it did. */
export function addScripts(app: FastifyInstance): void {
  for (const name of NAMES) {
    const text = readFileSync(new URL(`./script/${name}.js`, import.meta.url), 'utf8');
    const etag = `"${sha256Hex(text).slice(0, 32)}"`;
    app.get(scriptPath(name), async (request, reply) => {
      reply.headers({ 'cache-control': 'no-cache', etag });
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      return reply.type('text/javascript; charset=utf-8').send(text);
    });
  }
}
