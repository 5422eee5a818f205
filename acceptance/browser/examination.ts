import axe from 'axe-core';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** What passed and what does not apply is most of a report, and nobody reads it. */
const EXAMINE = `axe.run({
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    resultTypes: ["violations"],
  }).then(({ violations }) => violations)`;

/** What axe-core finds on a page against WCAG 2.2 AA and its own best practices. */
export async function findings(page: Page): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source);
  const violations = (await page.evaluate(EXAMINE)) as Finding[];
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  );
}

/** Whether nothing of a page lies beyond its right edge. */
export const fits = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth <= innerWidth');

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

/** What a browser complained of, but for answers it reports that are refusals of the service or broken lines. */
export const complaints = (problems: readonly string[]): string[] =>
  problems.filter((text) => !/Failed to load resource/.test(text));
