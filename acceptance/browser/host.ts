import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll } from 'vitest';
import { DESKTOP, watched } from './browser.ts';
import { until } from './world.ts';

/** A page of a system of somebody else, that shows one of ours. */

/** Shows the address in its query, and keeps what it is told, as it comes. */
const HOST = `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sistema</title><style>body { margin: 0 } iframe { width: 100%; height: 100vh; border: 0 }</style>
<iframe title="Rubrica"></iframe>
<script>
  window.heard = [];
  addEventListener('message', ({ data, origin }) => heard.push({ ...data, origin }));
  document.querySelector('iframe').src = new URLSearchParams(location.search).get('mostra');
</script>`;

/** @param pages of the system beside that one, by path @returns its origin */
export async function serveHost(pages: Readonly<Record<string, string>> = {}): Promise<string> {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname.endsWith('.js')) response.setHeader('content-type', 'text/javascript');
    response.end(pages[pathname] ?? HOST);
  });
  await new Promise<void>((done) => server.listen(0, done));
  afterAll(() => void server.close());
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

/** @param around the page that shows it */
export async function showInside(browser: Browser, url: string, around: string, options = DESKTOP) {
  const { context, watch } = await watched(browser, options);
  const page = await context.newPage();
  await page.goto(`${around}?mostra=${encodeURIComponent(url)}`);
  const frame = await until(async () => page.frames().find((one) => one !== page.mainFrame()));
  return { page, frame, watch };
}

export interface Heard {
  readonly rubrica: number;
  readonly evento: string;
  readonly dados: Record<string, unknown>;
  readonly origin: string;
}
export const allHeard = (page: Page) => page.evaluate('window.heard') as Promise<Heard[]>;
/** Without what it is told of heights. */
export const heardBy = async (page: Page) => (await allHeard(page)).filter(({ evento }) => evento !== 'altura');
export const eventsOf = async (page: Page) => (await heardBy(page)).map(({ evento }) => evento);
