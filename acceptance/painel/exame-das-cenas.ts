import { beforeEach, describe, expect, it } from 'vitest';
import { complaints, findings, fits } from '../browser/exame.ts';
import { DESKTOP, NARROW } from '../browser/navegador.ts';
import { openStage } from '../browser/palco.ts';
import { type Cast, castOf, type Scene } from './cenas/index.ts';
import { openAs, openAsStranger } from './membros.ts';

const LOOKS = [
  ['a phone of 360 px', { ...NARROW, colorScheme: 'light' }],
  ['a desktop in the dark', { ...DESKTOP, colorScheme: 'dark' }],
] as const;

/**
 * Tests every screen of a part of the panel: nothing for axe-core to find, nothing beyond the edge, nothing against the
 * page's policy. To be called once, at the top of a test file.
 */
export async function examineScenes(scenes: readonly Scene[]): Promise<void> {
  const { browser, service, missing } = await openStage();

  describe.skipIf(missing).each(LOOKS)('the screens on %s', (_look, options) => {
    let cast: Cast;
    beforeEach(async () => {
      cast = await castOf(service);
    });

    it.each(scenes.map((scene) => [scene.name, scene] as const))(
      '%s: axe-core finds nothing and all of it fits',
      async (_name, scene) => {
        const opened = await (scene.stranger ? openAsStranger(browser, options) : openAs(browser, cast.owner, options));
        const found: string[] = [];
        for await (const screen of scene.show(opened.page, cast)) {
          for (const finding of await findings(opened.page)) found.push(`${screen}: ${finding}`);
          if (!(await fits(opened.page))) found.push(`${screen}: wider than the screen`);
        }
        expect(found).toEqual([]);
        expect(complaints(opened.watch.problems)).toEqual([]);
        await opened.context.close();
      },
      180_000,
    );
  });
}
