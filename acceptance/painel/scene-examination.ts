import { beforeEach, describe, expect, it } from 'vitest';
import { complaints } from '../browser/examination.ts';
import { examine, STAGE } from '../browser/looks.ts';
import { openStage } from '../browser/stage.ts';
import { openAs, openAsStranger } from './members.ts';
import { type Cast, castOf, type Scene } from './scenes/index.ts';

/**
 * Tests every screen of a part of the panel, on a phone and on a desktop: nothing for axe-core to find, nothing beyond the
 * edge, nothing against the page's policy. To be called once, at the top of a test file.
 */
export async function examineScenes(scenes: readonly Scene[]): Promise<void> {
  const { browser, service, missing } = await openStage();

  describe.skipIf(missing)('the screens of', () => {
    let cast: Cast;
    beforeEach(async () => {
      cast = await castOf(service);
    });

    it.each(scenes.map((scene) => [scene.name, scene] as const))(
      '%s: axe-core finds nothing and all of it fits',
      async (_name, scene) => {
        const opened = await (scene.stranger ? openAsStranger(browser, STAGE) : openAs(browser, cast.owner, STAGE));
        expect(await examine(opened.page, scene.show(opened.page, cast))).toEqual([]);
        expect(complaints(opened.watch.problems)).toEqual([]);
        await opened.context.close();
      },
    );
  });
}
