import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { type Html, html } from '../../core/html.ts';

/** Pictures of the product, light and dark, taken of the real pages by acceptance/browser/readme-pictures.ts. */
const SIZES = { editor: [1200, 806], signing: [1200, 774] } as const;
type Picture = keyof typeof SIZES;

const pathOf = (name: Picture, look: 'light' | 'dark') => `/assets/marca/${name}-${look}.webp`;

export function addPictures(app: FastifyInstance): void {
  for (const name of Object.keys(SIZES) as Picture[]) {
    for (const look of ['light', 'dark'] as const) {
      const file = new URL(`./pictures/${name}-${look}.webp`, import.meta.url);
      app.get(pathOf(name, look), async (_request, reply) =>
        reply
          .header('cache-control', 'public, max-age=86400')
          .type('image/webp')
          .send(await readFile(file)),
      );
    }
  }
}

/** @param alternative what is to be seen on it, for who does not see it */
export function picture(name: Picture, alternative: string): Html {
  const [width, height] = SIZES[name];
  return html`<picture><source srcset="${pathOf(name, 'dark')}" media="(prefers-color-scheme: dark)"><img src="${pathOf(name, 'light')}" alt="${alternative}" width="${width}" height="${height}" loading="lazy" decoding="async"></picture>`;
}
