import { beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, PHONE, watched } from '../browser/browser.ts';
import { pdfOf } from '../browser/pages.ts';
import { openStage } from '../browser/stage.ts';
import { field, newSender, person, type Sender, send } from '../browser/world.ts';
import { begin, drawn, FRAMES, fillAndSign, holds, turnPages } from './steps.ts';

/** Pages that pass are counted, or the one button leads to them again and nobody gets on. */

const { browser, service, missing } = await openStage();
let sender: Sender;

beforeAll(async () => {
  sender = await newSender(service);
});

/** A phone so busy that what was seen in many frames is reported at once. */
const BUSY = `{
  const Native = IntersectionObserver;
  globalThis.IntersectionObserver = class extends Native {
    constructor(told, options) {
      const kept = [];
      super((reports, observer) => {
        if (kept.push(...reports) === reports.length) setTimeout(() => told(kept.splice(0), observer), 500);
      }, options);
    }
  };
}`;

/** The edge of the second page is seen, as when one reads on by hand, and then the button leads there. */
const EDGE_AND_BUTTON = `(async () => {
  const second = document.querySelector('[data-page="2"]');
  scrollBy(0, second.getBoundingClientRect().top - innerHeight + 120);
  await ${FRAMES};
  document.querySelector("[data-dock] .primary").click();
})()`;

const walked = (page: number) => `document.querySelector("[data-dock]").textContent.startsWith("${page} de ")`;

describe.skipIf(missing)('a page that passes', () => {
  it('is counted and drawn on a phone that hears of several frames at once', async () => {
    const { context } = await watched(browser, PHONE);
    await context.addInitScript(BUSY);
    const page = await context.newPage();
    const pdf = pdfOf(Array.from({ length: 6 }, () => '/MediaBox [0 0 595 842]'));
    const { links } = await send(sender, [person()], [field({ pagina: 6 })], {}, pdf);
    await begin(page, links[0] ?? '');
    await drawn(page);
    await holds(page, walked(1));
    await page.evaluate(EDGE_AND_BUTTON);
    await holds(page, walked(2));
    await turnPages(page);
    await holds(page, 'document.querySelector(\'[data-page="6"] canvas[data-drawn]\')');
    await context.close();
  });

  it('is counted though it is twenty times as high as the window', async () => {
    const { context } = await watched(browser, DESKTOP);
    const page = await context.newPage();
    const pdf = pdfOf(['/MediaBox [0 0 595 842]', '/MediaBox [0 0 200 3900]']);
    const { id, links } = await send(sender, [person()], [field()], {}, pdf);
    await begin(page, links[0] ?? '');
    await drawn(page);
    const height = (await page.locator('[data-page="2"]').boundingBox())?.height ?? 0;
    expect(height).toBeGreaterThan(17_000);
    await holds(page, walked(1));
    await page.evaluate(EDGE_AND_BUTTON);
    await turnPages(page);
    await fillAndSign(page);
    const { status } = await sender.api.obterDocumento({ params: { documentoId: id } });
    expect(status).toBe('ASSINADO');
    await context.close();
  });
});
