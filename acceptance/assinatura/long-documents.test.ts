import { beforeAll, describe, expect, it } from 'vitest';
import { PHONE, watched } from '../browser/browser.ts';
import { pdfOf } from '../browser/pages.ts';
import { openStage } from '../browser/stage.ts';
import { field, newSender, person, type Sender, send } from '../browser/world.ts';
import { begin, drawn, fillAndSign, holds, turnPages } from './steps.ts';

/** A document of as many pages as the service takes. */

const PAGES = 300;
/** Canvases that may be held at a time, of 300. */
const HELD_MAX = 8;

const { browser, service, missing } = await openStage();
let sender: Sender;

beforeAll(async () => {
  sender = await newSender(service);
});

describe.skipIf(missing)(`${PAGES} pages`, () => {
  it('go by with a few of them in memory, and the field on the last is reached', async () => {
    const { context } = await watched(browser, PHONE);
    const page = await context.newPage();
    const pdf = pdfOf(Array.from({ length: PAGES }, () => '/MediaBox [0 0 595 842]'));
    const { id, links } = await send(sender, [person()], [field({ pagina: PAGES })], {}, pdf);
    await begin(page, links[0] ?? '');
    await drawn(page);
    await holds(page, 'document.querySelector("[data-ready]")');
    let most = 0;
    for (let at = 0; at < PAGES; at += 1) {
      // On the screen for two frames: what a person passes by is seen at least that long.
      await page.evaluate(
        `document.querySelector('[data-page="${at + 1}"]').scrollIntoView({ block: "center" }), new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))`,
      );
      if (at % 10 !== 0) continue;
      await holds(page, `document.querySelector('[data-page="${at + 1}"] canvas[data-drawn]')`);
      most = Math.max(most, Number(await page.evaluate('document.querySelectorAll("[data-page] canvas").length')));
    }
    expect(most).toBeLessThanOrEqual(HELD_MAX);
    // A page that went by too fast to be on the screen is shown by the button.
    await turnPages(page);
    await fillAndSign(page);
    const { status } = await sender.api.obterDocumento({ params: { documentoId: id } });
    expect(status).toBe('ASSINADO');
    await context.close();
  });
});
