import { createRequire } from 'node:module';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { WAIT_MS } from '../../scripts/until.ts';
import { findChromium, type Program, withoutBrowser } from './chromium.ts';

/** A Chromium to show the pages in, and what they asked of the network. */

const require = createRequire(import.meta.url);

/** A run of tests unpacks the browser once for all its workers. */
async function program(): Promise<Program> {
  const { TEST_RUN } = process.env;
  if (!TEST_RUN) return findChromium();
  const answer = await fetch(`${TEST_RUN}/chromium`);
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as Program;
}

const SWITCHES = [
  ...['--no-sandbox', '--disable-gpu', '--font-render-hinting=none', '--disable-dev-shm-usage'],
  // Fewer processes: what draws is within the browser, and a page that leaves its site stays in its process.
  ...['--in-process-gpu', '--disable-site-isolation-trials'],
];

/**
 * @param more switches of Chromium beside the usual ones
 * @returns null where there can be no browser (`withoutBrowser` tells why)
 * @throws where there can be one, and it does not start
 */
export async function launch(more: readonly string[] = []): Promise<Browser | null> {
  if (withoutBrowser()) return null;
  const { chromium } = require('playwright-core') as typeof import('playwright-core');
  const { executablePath, env } = await program();
  const args = [...SWITCHES, ...more];
  // A busy machine may take half a minute, after which Playwright would give up.
  return chromium.launch({ executablePath, args, env: { ...process.env, ...env }, timeout: WAIT_MS });
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
  /** Without what a page holds itself: the browser tells of that as of a request, and asks nobody. */
  readonly urls: string[];
  readonly referrers: string[];
  readonly problems: string[];
}

/** A context whose requests and complaints are kept. */
export async function watched(
  browser: Browser,
  options: BrowserContextOptions,
): Promise<{ context: BrowserContext; watch: Watch }> {
  const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'pt-BR', ...options });
  context.setDefaultTimeout(WAIT_MS);
  const close = context.close.bind(context);
  // What a test answers itself may be asked for once more while its pages go: nobody waits for that.
  context.close = async (how) => {
    for (const one of [context, ...context.pages()]) await one.unrouteAll({ behavior: 'ignoreErrors' });
    await close(how);
  };
  const watch: Watch = { urls: [], referrers: [], problems: [] };
  context.on('request', (request) => {
    if (/^(about|blob|data):/.test(request.url())) return;
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

/** The requests that went to anybody else than the service at this origin. */
export const foreign = ({ urls }: Watch, origin: string): string[] =>
  urls.filter((url) => new URL(url).origin !== origin);
