import type { Browser } from 'playwright-core';
import { afterAll } from 'vitest';
import { type Service, startService } from './mundo.ts';
import { launch } from './navegador.ts';

/** What a test file in a browser stands on. */
export interface Stage<S extends Service = Service> {
  readonly browser: Browser;
  readonly service: S;
  /** No browser could be started, and nothing else was: whatever needs the stage is to be skipped. */
  readonly missing: boolean;
}

/**
 * A browser and the service, started at once, and ended after the tests of the file that calls this at its top.
 * @param start where the service is to be started in another way
 */
export async function openStage<S extends Service = Service>(
  start: () => Promise<S> = startService as () => Promise<S>,
): Promise<Stage<S>> {
  const browser = await launch();
  if (!browser) return { browser: null as never, service: null as never, missing: true };
  const service = await start();
  afterAll(async () => {
    await browser.close();
    await service.stop();
  });
  return { browser, service, missing: false };
}
