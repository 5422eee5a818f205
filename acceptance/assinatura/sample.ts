import type { BrowserContext, Page } from 'playwright-core';
import { field } from '../browser/world.ts';
import { button, drawn, heading, holds, nextButton } from './steps.ts';

/** The sample contract, signed on a phone by a finger: what it takes is counted, and filmed. */

/** Where the sample has the line of its first signer. */
export const sampleField = () => field({ pagina: 4, x: 0.094, y: 0.14, largura: 0.36, altura: 0.066 });

/** Counts the taps on all pages of a context; scrolling is none. To be called before its first page is opened. */
export async function countTaps(context: BrowserContext): Promise<() => number> {
  let taps = 0;
  await context.exposeBinding('tapped', () => {
    taps += 1;
  });
  // A finger that scrolls is cancelled, not lifted.
  await context.addInitScript('addEventListener("pointerup", (event) => event.isTrusted && tapped(), true)');
  return () => taps;
}

/** Scrolls to the end of the document, as far at a time as a finger does: without a screen the browser has no flings. */
async function scrollThrough(page: Page): Promise<void> {
  await page.mouse.move(180, 500);
  while ((await nextButton(page).textContent()) === 'Próxima página') {
    const before = await page.evaluate('scrollY');
    await page.mouse.wheel(0, 240);
    await holds(
      page,
      `scrollY !== ${before} || !/Próxima/.test(document.querySelector("[data-dock] .primary").textContent)`,
    );
  }
}

/**
 * Signs the sample as somebody does who never saw the page.
 * @param killed whether the tab is closed once the signature was made, and the link opened anew
 * @returns the page it was signed on
 */
export async function signSample(page: Page, link: string, killed: boolean): Promise<Page> {
  await page.goto(link);
  await button(page, 'Começar').tap();
  await drawn(page);
  await scrollThrough(page);
  await button(page, 'Fazer a assinatura').tap();
  await button(page, 'Usar e revisar').tap();
  await heading(page, 'Revise e conclua').waitFor();
  let last = page;
  if (killed) {
    await holds(page, '!!document.querySelector("[data-kept=review]")');
    await page.close();
    last = await page.context().newPage();
    await last.goto(link);
    await heading(last, 'Revise e conclua').waitFor();
  }
  await last.getByRole('checkbox', { name: /^Li o documento/ }).tap();
  await button(last, /^Assinar$/).tap();
  return last;
}
