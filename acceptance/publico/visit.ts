import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { DESKTOP, foreign, type Watch, watched } from '../browser/browser.ts';
import { complaints } from '../browser/examination.ts';
import type { Stage } from '../browser/stage.ts';
import { elsewhere } from './steps.ts';

/** A page of a visitor, and what its browser asked of the network. */
export interface Visit {
  readonly page: Page;
  readonly watch: Watch;
}

/** How a test file comes to pages and leaves them, having found nothing to complain of and nothing from elsewhere. */
export function visitorsOf({ browser, service }: Stage) {
  return {
    async opened(path = '/validar', options: BrowserContextOptions = DESKTOP, by = browser): Promise<Visit> {
      const { context, watch } = await watched(by, elsewhere(options));
      const page = await context.newPage();
      await page.goto(service.origin + path);
      return { page, watch };
    },
    async closed({ page, watch }: Visit): Promise<void> {
      expect(complaints(watch.problems)).toEqual([]);
      expect(foreign(watch, service.origin)).toEqual([]);
      await page.context().close();
    },
  };
}
