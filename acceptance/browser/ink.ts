import type { Locator } from 'playwright-core';
import { RENDERERS, type Rendering, render } from '../../packages/pdf/test/judges/drawing.ts';

/** The ink of a drawn page, to hold against where something was shown. */

/** Pages as scanners and CAD programs leave them: turned, cropped, both, and in units of their own. */
export const PAGES = [
  '/MediaBox [0 0 600 800]',
  '/MediaBox [0 0 600 800] /Rotate 90',
  '/MediaBox [0 0 800 900] /CropBox [50 70 650 870]',
  '/MediaBox [-100 -50 700 850] /CropBox [20 30 620 830] /Rotate 270',
  '/MediaBox [0 0 600 800] /Rotate 180',
  '/MediaBox [0 0 300 400] /UserUnit 2',
];

export type Box = readonly [left: number, top: number, right: number, bottom: number];

/** The edges of what is shown on a page, as fractions of the page; both are measured in one moment. */
export const edgesOf = (shown: Locator): Promise<Box> =>
  shown.evaluate((element): Box => {
    const [box, sheet] = [element, element.closest('[data-page]')].map((one) => one.getBoundingClientRect());
    const across = (value: number) => (value - sheet.x) / sheet.width;
    const down = (value: number) => (value - sheet.y) / sheet.height;
    return [across(box.left), down(box.top), across(box.right), down(box.bottom)];
  });

/** A page of a file at 100 dots an inch. @param number from 1 */
export const drawn = (file: Uint8Array, number: number): Promise<Rendering> =>
  render(RENDERERS[0], file, { dpi: 100 }, number);

/** The edges of the dark pixels of a page inside a region, as fractions of the page. */
export function inkOf({ width, height, data }: Rendering, [left, top, right, bottom]: Box): Box {
  let [x0, y0, x1, y1] = [width, height, 0, 0];
  for (let y = Math.floor(top * height); y < bottom * height; y += 1) {
    for (let x = Math.floor(left * width); x < right * width; x += 1) {
      if ((data[y * width + x] ?? 255) > 60) continue;
      [x0, y0, x1, y1] = [Math.min(x0, x), Math.min(y0, y), Math.max(x1, x + 1), Math.max(y1, y + 1)];
    }
  }
  return [x0 / width, y0 / height, x1 / width, y1 / height];
}
