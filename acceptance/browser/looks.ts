import type { Page } from 'playwright-core';
import { DESKTOP, NARROW } from './browser.ts';
import { findings, fits } from './examination.ts';

/** How a screen is looked at, whoever brought it about. */
interface Look {
  readonly name: string;
  readonly options: typeof DESKTOP;
  readonly colorScheme: 'light' | 'dark';
}

/** What scenes are acted in; the last look leaves the page in it. */
export const STAGE = { ...DESKTOP, colorScheme: 'dark' } as const;
const LOOKS: readonly Look[] = [
  { name: 'a phone of 360 px', options: NARROW, colorScheme: 'light' },
  { name: 'a desktop in the dark', options: DESKTOP, colorScheme: 'dark' },
];

/** While a page is turned nothing passes slowly from one colour or place to the next: what is looked at is what stays. */
const STILL = `window.still ??= new CSSStyleSheet();
  still.replaceSync('*, *::before, *::after { transition: none !important }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets.filter((one) => one !== still), still];`;
const MOVING = 'document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== window.still);';
/** What a page decides by its width it has decided one frame later, and drawn after another. */
const DRAWN = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

/** Turns the page of a desktop into that of a phone and back, as Chromium emulates one from the start. */
async function turn(page: Page, { options, colorScheme }: Look): Promise<void> {
  await page.evaluate(STILL);
  const { viewport, deviceScaleFactor = 1, isMobile: mobile = false, hasTouch: enabled = false } = options;
  const tools = await page.context().newCDPSession(page);
  await tools.send('Emulation.setDeviceMetricsOverride', {
    ...(viewport ?? { width: 0, height: 0 }),
    deviceScaleFactor,
    mobile,
  });
  await tools.send('Emulation.setTouchEmulationEnabled', { enabled });
  await tools.detach();
  await page.emulateMedia({ colorScheme });
  await page.evaluate(DRAWN);
}

/**
 * Acts a scene once and looks at each of its screens on a phone by day and on a desktop by night.
 * @param screens the scene, which stops at each screen worth a look; it has begun on a page opened as `STAGE`
 * @returns what axe-core finds, and the screens that are wider than theirs
 */
export async function examine(page: Page, screens: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = [];
  for await (const screen of screens) {
    for (const look of LOOKS) {
      await turn(page, look);
      for (const finding of await findings(page)) found.push(`${screen}, ${look.name}: ${finding}`);
      if (!(await fits(page))) found.push(`${screen}, ${look.name}: wider than the screen`);
    }
    await page.evaluate(MOVING);
  }
  return found;
}
