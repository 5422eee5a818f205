import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';

/** A Chromium to show the pages in: the one named, the system's, or the one that comes as a package (x64). */

const require = createRequire(import.meta.url);
const SYSTEM = '/usr/bin/chromium';

async function executable(): Promise<string> {
  if (process.env.CHROME_PATH) return process.env.CHROME_PATH;
  if (existsSync(SYSTEM)) return SYSTEM;
  // Makes the package unpack the libraries it needs beside the browser.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x';
  const { default: packaged } = await import('@sparticuz/chromium');
  return packaged.executablePath();
}

/**
 * @param more switches of Chromium beside the usual ones
 * @returns null, with the reason printed, where no browser can be started
 */
export async function launch(more: readonly string[] = []): Promise<Browser | null> {
  try {
    const { chromium } = require('playwright-core') as typeof import('playwright-core');
    const args = ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none', '--disable-dev-shm-usage'];
    return await chromium.launch({ executablePath: await executable(), headless: true, args: [...args, ...more] });
  } catch (error) {
    const [reason] = String(error).split('\n');
    process.stderr.write(`The pages are not shown in a browser: none could be started (${reason}).\n`);
    return null;
  }
}

export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 780 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: 'pt-BR',
};
/** The narrowest screen a page has to work on. */
export const NARROW: BrowserContextOptions = { ...PHONE, viewport: { width: 360, height: 740 } };
export const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 860 }, locale: 'pt-BR' };

/** What a browser context asked of the network, and what it complained of. */
export interface Watch {
  readonly urls: string[];
  readonly referrers: string[];
  readonly problems: string[];
}

/** A context whose requests and complaints are kept. */
export async function watched(
  browser: Browser,
  options: BrowserContextOptions,
): Promise<{ context: BrowserContext; watch: Watch }> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  const watch: Watch = { urls: [], referrers: [], problems: [] };
  context.on('request', (request) => {
    watch.urls.push(request.url());
    const { referer } = request.headers();
    if (referer) watch.referrers.push(referer);
  });
  context.on('weberror', (error) => watch.problems.push(String(error.error())));
  context.on('console', (message) => {
    if (message.type() === 'error') watch.problems.push(message.text());
  });
  return { context, watch };
}
