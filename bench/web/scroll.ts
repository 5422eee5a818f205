import type { Page } from 'playwright-core';
import { told } from './told.ts';

/** Whether a page keeps up with scrolling. */
export interface Scroll {
  /** Frames per second. */
  readonly frames: number;
  /** Fraction of frames that took longer than two. */
  readonly slow: number;
  /** Fraction of frames in which there was nothing more to scroll to. */
  readonly stood: number;
}

export const SCROLL_BAR = 50;
const SECONDS = 5;
/** CSS pixels per frame: at sixty frames a second, three pages of the editor, or forty rows of a list. */
const STEP = 45;

/**
 * Scrolls some distance in every frame and counts the frames.
 * @param scroller an expression for the element that scrolls
 */
export async function measureScroll(page: Page, name: string, scroller: string): Promise<Scroll> {
  const scroll = JSON.parse(
    String(
      await page.evaluate(`new Promise((done) => {
        const box = ${scroller};
        const times = [];
        let stood = 0;
        let last = -1;
        const step = (now) => {
          times.push(now);
          if (Math.abs(box.scrollTop - last) < 1) stood += 1;
          last = box.scrollTop;
          box.scrollTop += ${STEP};
          if (now - times[0] < ${SECONDS * 1000}) return requestAnimationFrame(step);
          const gaps = times.slice(1).map((time, index) => time - times[index]);
          done(JSON.stringify({ frames: gaps.length / ((times.at(-1) - times[0]) / 1000),
            slow: gaps.filter((gap) => gap > 34).length / gaps.length, stood: stood / times.length }));
        };
        requestAnimationFrame(step);
      })`),
    ),
  ) as Scroll;
  told(`${name}, scroll`, `${scroll.frames.toFixed(1)} frames/s, ${(100 * scroll.slow).toFixed(1)} % over 34 ms`);
  return scroll;
}
