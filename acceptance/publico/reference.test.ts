import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { foreign, watched } from '../browser/browser.ts';
import { complaints, fits } from '../browser/examination.ts';
import { LOOKS, STAGE, wrongs } from '../browser/looks.ts';
import { openStage, sharedService } from '../browser/stage.ts';
import { type Service, until } from '../browser/world.ts';
import { heading } from './steps.ts';

/** The reference of the API: the contract in a viewer that is not ours, in the look of the site. */

const { browser, missing } = await openStage();
let service: Service;

beforeAll(async () => {
  service = await sharedService();
});

/** The viewer is megabytes, which are compressed while the first reader waits. */
const VIEWER = { timeout: 60_000 };
const OPERATION = '#tag/webhooks/POST/webhooks';

/**
 * On a phone the viewer has a bar of its own, whose words are in no landmark: it may be no second banner, and nothing else is
 * allowed to a header.
 */
const MEANT = /^\w+, 360-\w+: region: <span class="flex-1 text-sm font-medium whitespace-nowrap">/;

/** The reference with one operation of the contract in sight. */
async function open(page: Page): Promise<void> {
  await page.goto(`${service.origin}/docs/referencia${OPERATION}`, VIEWER);
  await page.getByRole('heading', { name: 'Registra um webhook' }).first().waitFor(VIEWER);
}

const styleOf = (page: Page, selector: string, property: string) =>
  page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).${property}`);

describe.skipIf(missing)('the reference', () => {
  it('shows the contract, breaks no policy, asks nobody else and keeps no script of its own inline', async () => {
    const { context, watch } = await watched(browser, STAGE);
    const page = await context.newPage();
    await page.goto(`${service.origin}/docs/referencia`, VIEWER);
    await heading(page, 'Rubrica').waitFor(VIEWER);
    await page
      .getByRole('button', { name: /Documentos/ })
      .first()
      .waitFor(VIEWER);
    await open(page);
    await until(async () => watch.urls.some((url) => url.endsWith('/openapi.json')));
    expect(await page.getByRole('button', { name: /Test Request|Testar/ }).count()).toBe(0);
    expect(foreign(watch, service.origin)).toEqual([]);
    expect(complaints(watch.problems)).toEqual([]);
    await context.close();
  });

  it('has nothing that axe-core finds, from its first page to an operation, in both looks on a phone and a desktop', async () => {
    const found: string[] = [];
    for (const look of LOOKS.filter(({ name }) => /^(360|1280)-/.test(name))) {
      const { context } = await watched(browser, { ...look.options, colorScheme: look.colorScheme });
      const page = await context.newPage();
      await page.goto(`${service.origin}/docs/referencia`, VIEWER);
      await heading(page, 'Rubrica').waitFor(VIEWER);
      found.push(...(await wrongs(page, 'beginning', look)));
      await open(page);
      found.push(...(await wrongs(page, 'operation', look)));
      await context.close();
    }
    expect(found.filter((finding) => !MEANT.test(finding))).toEqual([]);
  }, 360_000);

  it('has the bar, the colours and the type of the site, light or dark as the device is', async () => {
    const { context } = await watched(browser, STAGE);
    const page = await context.newPage();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(`${service.origin}/docs`);
      const [mark, text, typeface] = await Promise.all([
        styleOf(page, '.site-top', 'backgroundColor'),
        styleOf(page, 'body', 'color'),
        styleOf(page, 'body', 'fontFamily'),
      ]);
      await page.goto(`${service.origin}/docs/referencia`, VIEWER);
      await heading(page, 'Rubrica').waitFor(VIEWER);
      expect([
        await styleOf(page, '.site-top', 'backgroundColor'),
        await styleOf(page, '#app h1', 'color'),
        await styleOf(page, '#app h1', 'fontFamily'),
      ]).toEqual([mark, text, typeface]);
      expect(await page.getByRole('link', { name: 'Documentação', exact: true }).first().getAttribute('href')).toBe(
        '/docs',
      );
    }
    expect(await fits(page)).toBe(true);
    await context.close();
  });
});
