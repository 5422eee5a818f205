import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { PHONE, watched } from '../browser/browser.ts';
import { openStage } from '../browser/stage.ts';
import { newSender, person, type Sender, send } from '../browser/world.ts';
import { button } from './steps.ts';

/** A browser in which a page cannot work is told so by the page: not by a blank one, nor by a document that never comes. */

const { browser, service, missing } = await openStage();
let sender: Sender;

beforeAll(async () => {
  if (!missing) sender = await newSender(service);
});

const sentence = (page: Page) => page.getByText('este navegador é antigo demais para esta página');

/** What the sheet waits for is over. */
const WAITED = 'document.getAnimations().forEach((one) => one.finish())';

describe.skipIf(missing)('a browser that is too old', () => {
  it('as it lacks what shows a PDF is told so at once, and the link is not opened', async () => {
    const { context, watch } = await watched(browser, PHONE);
    const page = await context.newPage();
    await page.addInitScript('delete window.OffscreenCanvas;');
    const { links } = await send(sender, [person()]);
    for (const address of [links[0] ?? '', `${service.origin}/painel`, `${service.origin}/formulario/qualquer`]) {
      await page.goto(address);
      await sentence(page).waitFor();
      await page.getByText('Firefox 115').first().waitFor();
    }
    expect(watch.urls.filter((url) => new URL(url).pathname.startsWith('/v1/'))).toEqual([]);
    await context.close();
  });

  it('as it cannot read the page’s scripts is told so after a while, and nobody else ever', async () => {
    const { context } = await watched(browser, PHONE);
    const page = await context.newPage();
    const { links } = await send(sender, [person()]);
    await page.goto(links[0] ?? '');
    await button(page, 'Começar').waitFor();
    await page.evaluate(WAITED);
    expect(await sentence(page).isVisible()).toBe(false);
    await page.route('**/assets/**/index-*.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'class A { syntax of tomorrow }' }),
    );
    for (const address of [links[0] ?? '', `${service.origin}/validar`]) {
      await page.goto(address);
      expect(await sentence(page).isVisible()).toBe(false);
      await page.evaluate(WAITED);
      await sentence(page).waitFor();
    }
    await context.close();
  });
});
