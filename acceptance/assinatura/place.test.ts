import { beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, PHONE, watched } from '../browser/browser.ts';
import { type Box, drawn, edgesOf, inkOf, PAGES } from '../browser/ink.ts';
import { pdfOf } from '../browser/pages.ts';
import { openStage } from '../browser/stage.ts';
import { field, newSender, person, type Sender, send } from '../browser/world.ts';
import { begin, button, fillAndSign, heading, readAll } from './steps.ts';

/** Where a field is shown is where it is drawn: the page's box against the signed file's ink, page by page. */

const { browser, service, missing } = await openStage();
let sender: Sender;

beforeAll(async () => {
  sender = await newSender(service);
});

const AT = { x: 0.22, y: 0.31, largura: 0.3, altura: 0.1 };
const TOLERANCE = 0.005;

describe.skipIf(missing)('a field', () => {
  it.each([
    ['desktop', DESKTOP],
    ['phone', PHONE],
  ] as const)(
    'is shown on a %s where the signed page has its ink',
    async (_device, options) => {
      const { context } = await watched(browser, options);
      const page = await context.newPage();
      const pictures = PAGES.map((_, index) => field({ tipo: 'IMAGEM', pagina: index + 1, ...AT }));
      const { id, links } = await send(sender, [person()], [...pictures, field()], {}, pdfOf(PAGES));
      await begin(page, links[0] ?? '');
      await readAll(page);
      await heading(page, 'Leia e preencha').waitFor();
      await page.locator('[data-ready]').waitFor();

      const shown: Box[] = [];
      for (const [index] of PAGES.entries()) {
        const spot = page.locator(`[data-page="${index + 1}"] [data-tipo=IMAGEM]`);
        // As wide to high as the field is seen, so that the ink reaches every edge of it.
        const ratio = await spot.evaluate((element) => {
          const { width, height } = element.getBoundingClientRect();
          return width / height;
        });
        await spot.getByRole('button').click();
        const uri = await page.evaluate(
          `(() => { const c = document.createElement("canvas"); c.width = Math.round(300 * ${ratio}); c.height = 300; c.getContext("2d").fillRect(0, 0, c.width, c.height); return c.toDataURL(); })()`,
        );
        const buffer = Buffer.from(String(uri).split(',')[1] ?? '', 'base64');
        await page.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer });
        await page.locator('dialog img').waitFor();
        await button(page, 'Usar esta imagem').click();
        shown.push(await edgesOf(spot));
      }
      await fillAndSign(page);
      await context.close();

      const file = await sender.api.baixarArquivo({ params: { documentoId: id } });
      for (const [index, box] of shown.entries()) {
        const around: Box = [box[0] - 0.05, box[1] - 0.05, box[2] + 0.05, box[3] + 0.05];
        const ink = inkOf(await drawn(file, index + 1), around);
        const off = ink.map((edge, side) => Math.abs(edge - (box[side] ?? 0)));
        expect(Math.max(...off), `page ${index + 1}: ${ink} for ${box}`).toBeLessThanOrEqual(TOLERANCE);
      }
    },
    180_000,
  );
});
