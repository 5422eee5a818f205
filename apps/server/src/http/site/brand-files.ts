import { readFileSync } from 'node:fs';
import { MARK_RADIUS, MARK_STROKE, MARK_WIDTH } from '@rubrica/web/kit/mark';
import { TYPEFACE } from '@rubrica/web/typeface';
import type { FastifyInstance } from 'fastify';
import { ICON_PATH, PREVIEW_PATH, TOUCH_ICON_PATH } from './head.ts';

const FOREVER = 'public, max-age=31536000, immutable';
const A_DAY = 'public, max-age=86400';

const pen = (color: string) =>
  `fill="none" stroke="${color}" stroke-width="${MARK_WIDTH}" stroke-linecap="round" stroke-linejoin="round"`;

/** @param radius of the tile's corners; none where the system cuts them itself */
const icon = (radius: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="${radius}" fill="#1d4ed8"/><path d="${MARK_STROKE}" ${pen('#fff')}/></svg>`;

/** The mark alone: it says nothing of the page, its document, or its sender. */
const PREVIEW = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630"><rect width="1200" height="630" fill="#1d4ed8"/><path d="M0 500C200 440 320 570 560 520S960 440 1200 510V630H0Z" fill="#1a44bd"/><g transform="translate(424 134) scale(11)"><path d="${MARK_STROKE}" ${pen('#fff')}/></g></svg>`;

/** The files of the brand: icons, the picture of a shared address, the typeface. */
export function addBrandFiles(app: FastifyInstance): void {
  app.get(ICON_PATH, async (_request, reply) =>
    reply.header('cache-control', A_DAY).type('image/svg+xml').send(icon(MARK_RADIUS)),
  );
  for (const [path, svg, width] of [
    [TOUCH_ICON_PATH, icon(0), 180],
    [PREVIEW_PATH, PREVIEW, 1200],
  ] as const) {
    let drawn: Promise<Buffer> | undefined;
    app.get(path, async (_request, reply) => {
      drawn ??= draw(svg, width);
      return reply
        .header('cache-control', A_DAY)
        .type('image/png')
        .send(await drawn);
    });
  }
  const typeface = readFileSync(TYPEFACE.file);
  app.get(TYPEFACE.path, async (_request, reply) =>
    reply.header('cache-control', FOREVER).type('font/woff2').send(typeface),
  );
}

async function draw(svg: string, width: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp(Buffer.from(svg), { density: 144 }).resize(width).png({ palette: true }).toBuffer();
}
