import { beforeAll, describe, expect, it } from 'vitest';
import { watched } from '../browser/browser.ts';
import { complaints } from '../browser/examination.ts';
import { examine, STAGE } from '../browser/looks.ts';
import { openStage } from '../browser/stage.ts';
import type { Sender } from '../browser/world.ts';
import { SCENES, sceneSender } from './scenes.ts';

/** Every screen of the signing page, brought about by the real service, on a phone and on a desktop. */

const { browser, service, missing } = await openStage();
let sender: Sender;

beforeAll(async () => {
  sender = await sceneSender(service);
});

describe.skipIf(missing)('the screens of', () => {
  it.each(SCENES.map((scene) => [scene.name, scene] as const))(
    '%s: axe-core finds nothing and all of it fits',
    async (_name, scene) => {
      const { context, watch } = await watched(browser, STAGE);
      const page = await context.newPage();
      expect(await examine(page, scene.show(page, sender))).toEqual([]);
      expect(complaints(watch.problems)).toEqual([]);
      await context.close();
    },
  );
});
