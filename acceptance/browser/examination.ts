import axe from 'axe-core';
import type { Page } from 'playwright-core';

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

/** Whether nothing of a page lies beyond its right edge. A phone's window grows with what is in it: the screen does not. */
export const fits = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth');

/** What a browser complained of, but for answers it reports that are refusals of the service or broken lines. */
export const complaints = (problems: readonly string[]): string[] =>
  problems.filter((text) => !/Failed to load resource/.test(text));
