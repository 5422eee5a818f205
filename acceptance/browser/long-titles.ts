import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { findings } from './examination.ts';

/** Lines a text takes on the screen. */
const linesOf = (text: Locator): Promise<number> =>
  text.evaluate((element) => {
    const { lineHeight } = element.ownerDocument.defaultView.getComputedStyle(element);
    return Math.round(element.clientHeight / Number.parseFloat(lineHeight));
  });

/** A title as long as the service takes. */
export const LONG_TITLE = 'Instrumento particular de locação não residencial com garantia por fiança '
  .repeat(5)
  .slice(0, 300);

/** A long text shows four lines without a finding, all of it by one button, and four again by the other. */
export async function opensWhole(page: Page, text: Locator, more: string, less: string): Promise<void> {
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  expect(await linesOf(text)).toBe(4);
  expect(await findings(page)).toEqual([]);
  await press(more);
  expect(await linesOf(text)).toBeGreaterThan(7);
  await press(less);
  expect(await linesOf(text)).toBe(4);
}
