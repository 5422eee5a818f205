import { beforeAll, describe, expect, it } from 'vitest';
import { PHONE, watched } from '../browser/browser.ts';
import { openStage } from '../browser/stage.ts';
import { newSender, person, type Sender, send } from '../browser/world.ts';
import { heading, holds, wholeRoad } from './steps.ts';

/** The moment in which something is signed: the mark writes itself, once and for those who want motion. */

const { browser, service, missing } = await openStage();
let sender: Sender;

beforeAll(async () => {
  sender = await newSender(service);
});

const STROKE = 'main svg path[pathLength="1"]';
/** What the stroke is drawn by, and how much of it is missing once that has ended. */
const WRITTEN = `(async () => {
  const path = document.querySelector('${STROKE}');
  const moving = path.getAnimations();
  await Promise.all(moving.map((one) => one.finished));
  return [moving.length, getComputedStyle(path).strokeDashoffset];
})()`;

describe.skipIf(missing)('at the completion', () => {
  it.each([
    ['no-preference', 1],
    ['reduce', 0],
  ] as const)(
    'the mark is drawn as motion is wanted (%s), and is whole afterwards',
    async (reducedMotion, motions) => {
      const { context } = await watched(browser, { ...PHONE, reducedMotion });
      const page = await context.newPage();
      const { links } = await send(sender, [person()]);
      await wholeRoad(page, links[0] ?? '');
      const stroke = page.locator(STROKE);
      await stroke.waitFor();
      await holds(page, 'scrollY === 0');
      const [moving, missingPart] = (await page.evaluate(WRITTEN)) as [number, string];
      // A slow machine may look at it when it has ended.
      expect(moving).toBeLessThanOrEqual(motions);
      expect(Number.parseFloat(missingPart)).toBe(0);
      const name = await page.evaluate(`getComputedStyle(document.querySelector('${STROKE}')).animationName`);
      expect(name === 'none').toBe(motions === 0);
      await page.reload();
      await heading(page, /assinou/).waitFor();
      expect(await stroke.count()).toBe(0);
      await context.close();
    },
    120_000,
  );
});
