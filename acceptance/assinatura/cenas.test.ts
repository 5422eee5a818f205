import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCENES, sceneSender } from './cenas.ts';
import { type Sender, type Service, startService } from './mundo.ts';
import { DESKTOP, launch, PHONE, watched } from './navegador.ts';

/** Every screen of the signing page, brought about by the real service, in a real browser. */

const browser = await launch();
let service: Service;
let sender: Sender;

beforeAll(async () => {
  if (!browser) return;
  service = await startService();
  sender = await sceneSender(service);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/** What axe-core finds against WCAG 2.2 AA and its own best practices. */
async function findings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = (await page.evaluate(
    'axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] })',
  )) as { violations: Finding[] };
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  );
}

const LOOKS = [
  ['a phone', { ...PHONE, colorScheme: 'light' }],
  ['a desktop in the dark', { ...DESKTOP, colorScheme: 'dark' }],
] as const;

describe.skipIf(!browser).each(LOOKS)('the screens on %s', (_look, options) => {
  it.each(SCENES.map((scene) => [scene.name, scene] as const))(
    '%s: axe-core finds nothing',
    async (_name, scene) => {
      if (!browser) return;
      const { context, watch } = await watched(browser, options);
      const page = await context.newPage();
      const found: string[] = [];
      for await (const screen of scene.show(page, sender)) {
        for (const finding of await findings(page)) found.push(`${screen}: ${finding}`);
        expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), `${screen} fits`).toBe(true);
      }
      expect(found).toEqual([]);
      // Refusals of the service and broken lines are told by the browser; nothing else may be.
      expect(watch.problems.filter((text) => !/Failed to load resource/.test(text))).toEqual([]);
      await context.close();
    },
    180_000,
  );
});
