import type { Browser } from 'playwright-core';
import { afterAll } from 'vitest';
import { launch } from './browser.ts';
import { type Service, startService } from './world.ts';

/** What a test file in a browser stands on. */
export interface Stage<S extends Service = Service> {
  readonly browser: Browser;
  readonly service: S;
  /** No browser could be started, and nothing else was: whatever needs the stage is to be skipped. */
  readonly missing: boolean;
}

let service: Promise<Service> | undefined;
let browser: Promise<Browser | null> | undefined;

/**
 * The service that all files of a worker share; it ends with the worker. A test makes an organization of its own there,
 * and changes nothing that is everybody's.
 */
export function sharedService(): Promise<Service> {
  service ??= startService();
  return service;
}

/**
 * The browser that all files of a worker share; whatever a file left open in it is closed after its tests. To be called at
 * the top of a file.
 * @returns null where there can be no browser
 */
export async function sharedBrowser(): Promise<Browser | null> {
  browser ??= launch();
  const found = await browser;
  afterAll(async () => {
    for (const context of found?.contexts() ?? []) await context.close();
  });
  return found;
}

/**
 * A browser and the service, to be called at the top of a file.
 * @param start where the file needs a service of its own, which ends after its tests
 */
export async function openStage(): Promise<Stage>;
export async function openStage<S extends Service>(start: () => Promise<S>): Promise<Stage<S>>;
export async function openStage(start?: () => Promise<Service>): Promise<Stage> {
  const browser = await sharedBrowser();
  if (!browser) return { browser: null as never, service: null as never, missing: true };
  if (!start) return { browser, service: await sharedService(), missing: false };
  const service = await start();
  afterAll(() => service.stop());
  return { browser, service, missing: false };
}
