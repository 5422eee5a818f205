/** Takes the paper out of a photo of a signature: what is as light as its surroundings becomes clear, ink stays. */

/** A picture's pixels: red, green, blue and opacity of each, 0 to 255, row by row. */
export interface Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** Squares of the picture in which the paper's lightness is measured: light falls unevenly on a page. */
const SQUARES = 12;
/** Of the paper's lightness: darker than `INK` is ink, lighter than `PAPER` is paper, between them the edge of a stroke. */
const INK = 0.62;
const PAPER = 0.82;
/** The share of a square's pixels that are lighter than what counts as its paper, so that glare is not it. */
const LIGHTEST = 0.25;
/** Shares of a picture that a signature inks: less is nothing, more is no writing on light paper. */
const MIN_INK = 0.001;
const MAX_INK = 0.4;
/** Ground that is darker, of 255, in most squares is no paper. */
const DARK = 70;

const lightness = (data: Uint8ClampedArray, at: number): number =>
  0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0);

/**
 * The lightness of the paper at each place: that of its square, or of the lightest next to it, for a square may be all ink;
 * null on a dark ground.
 */
function paperOf({ data, width, height }: Pixels): ((x: number, y: number) => number) | null {
  const counts = Array.from({ length: SQUARES * SQUARES }, () => new Uint32Array(256));
  const squareOf = (x: number, y: number) =>
    Math.floor((y * SQUARES) / height) * SQUARES + Math.floor((x * SQUARES) / width);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const count = counts[squareOf(x, y)];
      const light = Math.round(lightness(data, 4 * (y * width + x)));
      if (count) count[light] = (count[light] ?? 0) + 1;
    }
  }
  const own = counts.map((count) => {
    let left = count.reduce((sum, some) => sum + some, 0) * LIGHTEST;
    let light = 255;
    while (light > 0 && left > (count[light] ?? 0)) {
      left -= count[light] ?? 0;
      light -= 1;
    }
    return light;
  });
  const middle = [...own].sort((a, b) => a - b)[own.length / 2] ?? 0;
  if (middle < DARK) return null;
  const around = own.map((_, square) => {
    const [column, row] = [square % SQUARES, Math.floor(square / SQUARES)];
    return Math.max(
      ...own.filter(
        (_light, other) =>
          Math.abs((other % SQUARES) - column) <= 1 && Math.abs(Math.floor(other / SQUARES) - row) <= 1,
      ),
    );
  });
  return (x, y) => around[squareOf(x, y)] ?? 255;
}

/**
 * The picture with its paper clear and cut to its ink, or null where there is no telling them apart: on a dark ground, in a
 * picture that is all ink or has none, or where the ground is clear already.
 */
export function cleaned(picture: Pixels): Pixels | null {
  const { data, width, height } = picture;
  const paper = paperOf(picture);
  if (!paper) return null;
  const out = new Uint8ClampedArray(data);
  let inked = 0;
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = 4 * (y * width + x);
      if ((data[at + 3] ?? 0) < 255) return null;
      const share = lightness(data, at) / Math.max(1, paper(x, y));
      const opacity = Math.min(1, Math.max(0, (PAPER - share) / (PAPER - INK)));
      out[at + 3] = Math.round(255 * opacity);
      if (opacity < 0.5) continue;
      inked += 1;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  const share = inked / (width * height);
  if (share < MIN_INK || share > MAX_INK) return null;
  return cut({ data: out, width, height }, left, top, right + 1, bottom + 1);
}

function cut({ data, width }: Pixels, left: number, top: number, right: number, bottom: number): Pixels {
  const wide = right - left;
  const out = new Uint8ClampedArray(4 * wide * (bottom - top));
  for (let y = top; y < bottom; y += 1) {
    const from = 4 * (y * width + left);
    out.set(data.subarray(from, from + 4 * wide), 4 * wide * (y - top));
  }
  return { data: out, width: wide, height: bottom - top };
}
