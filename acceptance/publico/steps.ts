import type { BrowserContextOptions, Page } from 'playwright-core';
import { newAddress } from '../browser/world.ts';

/** The acts of a person on the public pages, by what the pages call things. */

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 });
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** A browser at an address of its own, unless it was given one. */
export function elsewhere(options: BrowserContextOptions): BrowserContextOptions {
  return { extraHTTPHeaders: { 'x-forwarded-for': newAddress() }, ...options };
}

export async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Código do documento').fill(code);
  await button(page, /^Conferir o código$/).click();
}

/** Chooses a file as the picker of the system would. */
export async function choose(page: Page, name: string, buffer: Buffer, mimeType = 'application/pdf'): Promise<void> {
  await page.locator('input[type=file][accept*=pdf]').setInputFiles({ name, mimeType, buffer });
}

/** Drops files on the page, as from a folder of the desktop. */
export async function drop(page: Page, name: string, bytes: Buffer): Promise<void> {
  const transfer = await page.evaluateHandle(
    `(() => { const transfer = new DataTransfer();
      const bytes = Uint8Array.from(atob(${JSON.stringify(bytes.toString('base64'))}), (c) => c.charCodeAt(0));
      transfer.items.add(new File([bytes], ${JSON.stringify(name)})); return transfer; })()`,
  );
  await page.dispatchEvent('main', 'dragover', { dataTransfer: transfer });
  await page.dispatchEvent('main', 'drop', { dataTransfer: transfer });
}

/** The finding under a question of the answer. */
export const finding = (page: Page, question: string) =>
  page.locator('dl > div', { has: page.getByText(question, { exact: true }) }).locator('dd');
