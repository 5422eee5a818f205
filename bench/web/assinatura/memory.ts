import { readFile } from 'node:fs/promises';
import type { Browser, CDPSession } from 'playwright-core';
import { PHONE } from '../../../acceptance/browser/browser.ts';
import { until } from '../../../acceptance/browser/world.ts';

const PATIENCE_MS = 60_000;

/**
 * The private memory of the browser's largest page process: resident, minus the program file it shares with the others.
 */
async function ownBytes(cdp: CDPSession): Promise<number> {
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
  const sizes = await Promise.all(
    processInfo
      .filter(({ type }) => type === 'renderer')
      .map(async ({ id }) => {
        const status = await readFile(`/proc/${id}/status`, 'latin1').catch(() => '');
        const of = (field: string) => Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) * 1024;
        return of('RssAnon') + of('RssShmem');
      }),
  );
  return Math.max(0, ...sizes);
}

/** Scrolls through a document from first to last page, waiting for each to be drawn, and returns the peak. */
export async function peakWhileScrolling(
  browser: Browser,
  link: string,
  pages: number,
): Promise<{ peakBytes: number; heapBytes: number }> {
  const cdp = await browser.newBrowserCDPSession();
  const context = await browser.newContext({ ...PHONE, reducedMotion: 'reduce', locale: 'pt-BR' });
  try {
    const page = await context.newPage();
    const own = await context.newCDPSession(page);
    await own.send('Performance.enable');
    await page.goto(link);
    await page.getByRole('button', { name: 'Começar' }).click();
    await page.locator('[data-ready]').waitFor({ timeout: PATIENCE_MS });
    let [peakBytes, heapBytes] = [0, 0];
    for (let number = 1; number <= pages; number += 1) {
      await page.evaluate(`document.querySelector('[data-page="${number}"]').scrollIntoView({ block: "start" })`);
      const drawn = `document.querySelector('[data-page="${number}"] canvas[data-drawn]') !== null`;
      await until(async () => page.evaluate(drawn), PATIENCE_MS);
      peakBytes = Math.max(peakBytes, await ownBytes(cdp));
      const { metrics } = await own.send('Performance.getMetrics');
      heapBytes = Math.max(heapBytes, metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0);
    }
    return { peakBytes, heapBytes };
  } finally {
    await context.close();
    await cdp.detach();
  }
}
