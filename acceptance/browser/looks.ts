import type { CDPSession, Page } from 'playwright-core';
import { DESKTOP, NARROW } from './browser.ts';
import { findings, fits } from './examination.ts';

/** How a screen is looked at, whoever brought it about. */
export interface Look {
  readonly name: string;
  readonly options: typeof DESKTOP;
  readonly colorScheme: 'light' | 'dark';
  /** Whether axe-core looks too in every run of the tests; where it does not, only the width is looked at. */
  readonly examined: boolean;
}

/** What scenes are acted in; the last look leaves the page in it. */
export const STAGE = { ...DESKTOP, colorScheme: 'dark' } as const;
const phone = (width: number): typeof DESKTOP => ({ ...NARROW, viewport: { width, height: 740 } });
/** Every width and look that a page is made for, from the narrowest. */
export const LOOKS: readonly Look[] = [320, 360, 390, 1280].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({
    name: `${width}-${colorScheme}`,
    options: width === 1280 ? DESKTOP : phone(width),
    colorScheme,
    examined: (width === 360 && colorScheme === 'light') || (width === 1280 && colorScheme === 'dark'),
  })),
);
/** Colours do not change what fits. */
const IN_TESTS = LOOKS.filter(
  ({ examined, colorScheme, options }) => examined || (colorScheme === 'light' && options !== DESKTOP),
);

/** While a page is turned nothing passes slowly from one colour or place to the next: what is looked at is what stays. */
const STILL = `window.still ??= new CSSStyleSheet();
  still.replaceSync('*, *::before, *::after { transition: none !important }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets.filter((one) => one !== still), still];`;
export const MOVING =
  'document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== window.still);';
const TOUCHED = 'matchMedia("(pointer: coarse)").matches';
/** What a page decides by its width it has decided one frame later, and drawn after another. */
const DRAWN = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

/** What a session of the tools emulates ends with it in newer Chromiums, so a page keeps one for as long as it is there. */
const tools = new WeakMap<Page, Promise<CDPSession>>();
export function toolsOf(page: Page): Promise<CDPSession> {
  const found = tools.get(page) ?? page.context().newCDPSession(page);
  tools.set(page, found);
  return found;
}

/** Turns the page of a desktop into that of a phone and back, as Chromium emulates one from the start. */
export async function turn(page: Page, { options, colorScheme }: Look): Promise<void> {
  await page.evaluate(STILL);
  const { viewport, deviceScaleFactor = 1, isMobile: mobile = false, hasTouch: enabled = false } = options;
  const session = await toolsOf(page);
  await session.send('Emulation.setDeviceMetricsOverride', {
    ...(viewport ?? { width: 0, height: 0 }),
    deviceScaleFactor,
    mobile,
  });
  await session.send('Emulation.setTouchEmulationEnabled', { enabled });
  await page.emulateMedia({ colorScheme });
  await page.evaluate(DRAWN);
  if ((await page.evaluate(TOUCHED)) !== enabled) throw new Error('the browser did not turn the page');
}

/** What is wrong with the screen shown, as a look has it: what axe-core finds, and what lies beyond the edge. */
export async function wrongs(page: Page, screen: string, { name }: Look, examined = true): Promise<string[]> {
  const found = examined ? (await findings(page)).map((finding) => `${screen}, ${name}: ${finding}`) : [];
  return (await fits(page)) ? found : [...found, `${screen}, ${name}: wider than the screen`];
}

/**
 * Acts a scene once and looks at each of its screens on phones by day and on a desktop by night.
 * @param screens the scene, which stops at each screen worth a look; it has begun on a page opened as `STAGE`
 * @returns what axe-core finds, and the screens that are wider than theirs
 */
export async function examine(page: Page, screens: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = [];
  for await (const screen of screens) {
    for (const look of IN_TESTS) {
      await turn(page, look);
      found.push(...(await wrongs(page, screen, look, look.examined)));
    }
    await page.evaluate(MOVING);
  }
  return found;
}
