import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The ink of a drawn page, to hold against where something was shown. */

export const run = promisify(execFile);

/** Whether pages can be drawn here; where not, says so. */
export const hasPdftoppm = await run('pdftoppm', ['-v']).then(
  () => true,
  () => false,
);
if (!hasPdftoppm) process.stderr.write('The ink of signed pages is not measured: pdftoppm is not there.\n');

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

/** The edges of the dark pixels of a greyscale picture inside a region, as fractions of the picture. */
export function inkOf(pgm: Buffer, [left, top, right, bottom]: Box): Box {
  const head = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(pgm.subarray(0, 40).toString('latin1'));
  const [width, height] = [Number(head?.[1]), Number(head?.[2])];
  const pixels = pgm.subarray(head?.[0].length ?? 0);
  let [x0, y0, x1, y1] = [width, height, 0, 0];
  for (let y = Math.floor(top * height); y < bottom * height; y += 1) {
    for (let x = Math.floor(left * width); x < right * width; x += 1) {
      if ((pixels[y * width + x] ?? 255) > 60) continue;
      [x0, y0, x1, y1] = [Math.min(x0, x), Math.min(y0, y), Math.max(x1, x + 1), Math.max(y1, y + 1)];
    }
  }
  return [x0 / width, y0 / height, x1 / width, y1 / height];
}
