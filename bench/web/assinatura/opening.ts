import type { Browser } from 'playwright-core';
import { PHONE } from '../../../acceptance/browser/browser.ts';

/** The connection and processor of the target. */
export const LINE = { kilobits: 400, latencyMs: 150, slower: 4 } as const;

/** When things became visible, in milliseconds from opening the link. */
export interface Moments {
  /** The first screen can be used. */
  readonly start?: number;
  /** The first page is visible, by whatever means. */
  readonly page?: number;
  /** The first page is drawn from the document. */
  readonly drawn?: number;
  /** A field of the first page can be filled. */
  readonly field?: number;
  /** The field that the button leads to is the one that is filled in. */
  readonly reached?: number;
  readonly lastField?: number;
}

/** Presses what a hurried person would press, and records when things appear. */
const WATCHING = `(() => {
  const seen = {};
  globalThis.seenAt = () => JSON.stringify(seen);
  const note = (name) => { seen[name] ??= performance.now(); };
  const pressed = new Set();
  const press = (pattern) => {
    const button = [...document.querySelectorAll("button.primary")].find((one) => pattern.test(one.textContent));
    if (!button || pressed.has(pattern.source)) return false;
    pressed.add(pattern.source);
    setTimeout(() => button.click());
    return true;
  };
  const look = () => {
    if (press(/^(Começar|Continuar de onde)/)) note("start");
    const preview = document.querySelector("[data-page] img");
    if (preview?.complete && preview.naturalWidth > 0) note("page");
    if (document.querySelector("[data-page] canvas[data-drawn]")) { note("page"); note("drawn"); }
    if (document.querySelector("[data-campo] > button")) note("field");
    press(/^Fazer a assinatura/);
    if (document.querySelector("[data-campo][data-active]")) note("reached");
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()`;

const PATIENCE_MS = 180_000;
const ASK_EVERY_MS = 250;

/**
 * Opens a link on the slow connection as a new visitor.
 * @param wanted what to wait for
 */
export async function timeOpening(
  browser: Browser,
  link: string,
  wanted: 'page' | 'drawn' | 'field' | 'reached',
): Promise<Moments> {
  const context = await browser.newContext({ ...PHONE, reducedMotion: 'reduce', locale: 'pt-BR' });
  try {
    await context.addInitScript(WATCHING);
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    const bytesPerSecond = (LINE.kilobits * 1000) / 8;
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: LINE.latencyMs,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    });
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: LINE.slower });
    await page.goto(link, { waitUntil: 'commit', timeout: PATIENCE_MS });
    const end = Date.now() + PATIENCE_MS;
    for (;;) {
      const seen = JSON.parse(String(await page.evaluate('seenAt()'))) as Moments;
      if (seen[wanted] !== undefined) return seen;
      if (Date.now() > end) throw new Error(`${wanted} did not come about: ${JSON.stringify(seen)}`);
      await new Promise((done) => setTimeout(done, ASK_EVERY_MS));
    }
  } finally {
    await context.close();
  }
}
