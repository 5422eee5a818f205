import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { SAMPLE } from '../browser/world.ts';

/** Carries PDFs over a page and lets them go there. @param hint what the page says while they are over it */
export async function dropFiles(page: Page, names: readonly string[], hint: string): Promise<void> {
  const pdf = (await readFile(SAMPLE)).toString('base64');
  // As text: the page has types this one has not.
  const files = await page.evaluateHandle(`(() => {
    const carried = new DataTransfer();
    const bytes = Uint8Array.from(atob('${pdf}'), (character) => character.charCodeAt(0));
    for (const name of ${JSON.stringify(names)}) carried.items.add(new File([bytes], name, { type: 'application/pdf' }));
    return carried;
  })()`);
  await page.dispatchEvent('body', 'dragenter', { dataTransfer: files });
  await page.getByText(hint).waitFor();
  await page.dispatchEvent('body', 'drop', { dataTransfer: files });
}
