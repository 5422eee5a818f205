import { beforeAll, describe, expect, it } from 'vitest';
import { complaints, findings, fits } from '../browser/exame.ts';
import type { Sender } from '../browser/mundo.ts';
import { DESKTOP, foreign, NARROW, watched } from '../browser/navegador.ts';
import { openStage } from '../browser/palco.ts';
import { SCENES, sceneSender } from './cenas.ts';
import { elsewhere } from './passos.ts';

/** Every screen of the public pages in a real browser: accessible, within the screen, and asking nobody else. */

const { browser, service, missing } = await openStage();
let sender: Sender;

beforeAll(async () => {
  await fetch(`${service.origin}/validar`);
  sender = await sceneSender(service);
}, 120_000);

const LOOKS = [
  ['a phone', { ...NARROW, colorScheme: 'light' }],
  ['a desktop in the dark', { ...DESKTOP, colorScheme: 'dark' }],
] as const;

describe.skipIf(missing).each(LOOKS)('the screens on %s', (_look, options) => {
  it.each(SCENES.map((scene) => [scene.name, scene] as const))(
    '%s: axe-core finds nothing',
    async (_name, scene) => {
      const { context, watch } = await watched(browser, elsewhere(options));
      const page = await context.newPage();
      const found: string[] = [];
      for await (const screen of scene.show(page, sender)) {
        for (const finding of await findings(page)) found.push(`${screen}: ${finding}`);
        expect(await fits(page), `${screen} fits`).toBe(true);
      }
      expect(found).toEqual([]);
      expect(complaints(watch.problems)).toEqual([]);
      expect(foreign(watch, service.origin)).toEqual([]);
      await context.close();
    },
    180_000,
  );
});
