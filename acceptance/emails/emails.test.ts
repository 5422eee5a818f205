import { beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, foreign, watched } from '../browser/browser.ts';
import { complaints, findings, fits } from '../browser/examination.ts';
import { openStage } from '../browser/stage.ts';
import { messagesOf, type Shown, WIDTHS } from './messages.ts';

/** Every message in a real browser, as a program for mail that follows the standards shows it; and the gallery of them. */

const { browser, service, missing } = await openStage();
let messages: readonly Shown[];

beforeAll(async () => {
  messages = await messagesOf(service);
});

/** A message stands inside a program that has the landmarks. */
const ofAMessage = (finding: string) => !/^(region|landmark-one-main):/.test(finding);

const LOOKS = [
  [WIDTHS[0], 'light'],
  [WIDTHS[1], 'dark'],
] as const;

describe.skipIf(missing).each(LOOKS)('at %i px, %s', (width, colorScheme) => {
  it('each message fits, axe-core finds nothing, and nothing is asked of the network', async () => {
    const { context, watch } = await watched(browser, { ...DESKTOP, viewport: { width, height: 800 }, colorScheme });
    const page = await context.newPage();
    const found: string[] = [];
    for (const { id, html } of messages) {
      await page.setContent(html);
      if (!(await fits(page))) found.push(`${id}: wider than the screen`);
      for (const finding of (await findings(page)).filter(ofAMessage)) found.push(`${id}: ${finding}`);
    }
    expect(found).toEqual([]);
    expect(watch.urls).toEqual([]);
    await context.close();
  });
});

describe.skipIf(missing)('the gallery', () => {
  it('shows every message in both widths, whole, and axe-core finds nothing', async () => {
    const { context, watch } = await watched(browser, DESKTOP);
    const page = await context.newPage();
    await page.goto(`${service.origin}/dev/emails`);
    const frames = page.locator('iframe');
    expect(await frames.count()).toBe(2 * messages.length);
    const last = frames.last();
    await last.scrollIntoViewIfNeeded();
    // Frames are as tall as their message once it is there.
    await expect.poll(() => last.evaluate((frame) => String(frame.getAttribute('style')))).toMatch(/height: \d+px/);
    expect(await findings(page)).toEqual([]);
    expect(complaints(watch.problems)).toEqual([]);
    expect(foreign(watch, service.origin)).toEqual([]);
    await context.close();
  });
});
