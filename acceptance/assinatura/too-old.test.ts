import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { PHONE, watched } from '../browser/browser.ts';
import { fits } from '../browser/examination.ts';
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

  it('as it cannot read the page’s scripts is told so at once', async () => {
    const { context } = await watched(browser, PHONE);
    const page = await context.newPage();
    const { links } = await send(sender, [person()]);
    await page.route('**/assets/**/index-*.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'class A { syntax of tomorrow }' }),
    );
    for (const path of ['/painel', '/validar', '/formulario/qualquer']) {
      await page.goto(service.origin + path);
      await sentence(page).waitFor();
    }
    await page.goto(links[0] ?? '');
    await sentence(page).waitFor();
    await page.getByText('This browser is too old for this page').waitFor();
    expect(await fits(page)).toBe(true);
    await context.close();
  });

  it('as it passes modules over is told so', async () => {
    const { context } = await watched(browser, PHONE);
    const page = await context.newPage();
    await page.addInitScript('delete HTMLScriptElement.prototype.noModule;');
    await page.route('**/assets/**/index-*.js', (route) => route.abort());
    await page.goto(`${service.origin}/validar`);
    await sentence(page).waitFor();
    await context.close();
  });

  it('is nobody to whom the page’s scripts did not come: they are told so, with a way to open it again', async () => {
    const { context } = await watched(browser, PHONE);
    const page = await context.newPage();
    const { links } = await send(sender, [person()]);
    await page.route('**/assets/**/index-*.js', (route) => route.abort());
    await page.goto(links[0] ?? '');
    await page.getByText('A página não chegou inteira').waitFor();
    expect([await sentence(page).isVisible(), await fits(page)]).toEqual([false, true]);
    await page.unroute('**/assets/**/index-*.js');
    await page.getByRole('link', { name: 'abra-a de novo' }).click();
    await button(page, 'Começar').waitFor();
    expect(await page.getByText('A página não chegou inteira').isVisible()).toBe(false);
    await context.close();
  });

  it('is nobody whose line is slow, nor whose page fails of itself', async () => {
    const { context } = await watched(browser, PHONE);
    const page = await context.newPage();
    const { links } = await send(sender, [person()]);
    const held = Promise.withResolvers<void>();
    await page.route('**/assets/**/index-*.js', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto(links[0] ?? '', { waitUntil: 'commit' });
    await page.locator('#too-old').waitFor({ state: 'attached' });
    await page.clock.install();
    await page.clock.fastForward(60_000);
    expect(await sentence(page).isVisible()).toBe(false);
    held.resolve();
    await button(page, 'Começar').waitFor();
    expect(await sentence(page).isVisible()).toBe(false);
    const thrown = page.waitForEvent('pageerror');
    await page.route('**/assets/**/index-*.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'undefined.nothing' }),
    );
    await page.goto(`${service.origin}/validar`);
    await thrown;
    expect(await sentence(page).isVisible()).toBe(false);
    await context.close();
  });
});
