import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';

const NAME = 'rubrica-embed.js';
const FILE = resolve(import.meta.dirname, '../../../../../packages/embed', NAME);

/**
 * Serves the elements that show our pages inside others: a page that frames this installation gets them from it too, of its
 * own version, and any origin may. Its name never changes, so it is asked for again after an hour.
 */
export function addEmbedScript(app: FastifyInstance): void {
  const bytes = readFileSync(FILE);
  app.get(`/${NAME}`, (_request, reply) =>
    reply
      .headers({
        'cache-control': 'public, max-age=3600',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      })
      .type('text/javascript; charset=utf-8')
      .send(bytes),
  );
}
