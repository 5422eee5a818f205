import { describe, expect, it } from 'vitest';
import { cleaned, type Pixels } from '../../assinatura/mark/cleaning.ts';

const [WIDTH, HEIGHT] = [240, 120];
const INK = [30, 35, 90] as const;

type Colour = readonly [number, number, number, number?];
/** A picture by what colour each place has. */
function painted(colour: (x: number, y: number) => Colour): Pixels {
  const data = new Uint8ClampedArray(4 * WIDTH * HEIGHT);
  for (let at = 0; at < WIDTH * HEIGHT; at += 1) {
    const [red, green, blue, opacity = 255] = colour(at % WIDTH, Math.floor(at / WIDTH));
    data.set([red, green, blue, opacity], 4 * at);
  }
  return { data, width: WIDTH, height: HEIGHT };
}

const isStroke = (x: number, y: number) => x >= 60 && x < 180 && y >= 55 && y < 60;
const grey = (light: number): Colour => [light, light, light];
const clear = ({ data }: Pixels) => data.filter((_, at) => at % 4 === 3).every((opacity) => opacity === 0);

describe('the photo of a signature', () => {
  it.each([
    ['on white paper', () => 250],
    ['on grey paper', () => 140],
    ['where a shadow falls', (x: number) => 240 - x / 2],
  ])('%s is cut to its ink', (_, light) => {
    const out = cleaned(
      painted((x, y) => (isStroke(x, y) ? (INK.map((part) => (part * light(x)) / 250) as never) : grey(light(x)))),
    );
    expect([out?.width, out?.height]).toEqual([120, 5]);
    expect(out?.data.filter((_value, at) => at % 4 === 3).every((opacity) => opacity === 255)).toBe(true);
  });

  it('loses the paper between two strokes, and keeps their colour', () => {
    const out = cleaned(painted((x, y) => (isStroke(x, y) && (y < 56 || y > 58) ? INK : grey(230))));
    expect(out?.height).toBe(5);
    const row = (y: number) => ({ ...out, data: out?.data.slice(4 * 120 * y, 4 * 120 * (y + 1)) }) as Pixels;
    expect(clear(row(2))).toBe(true);
    expect([...row(0).data.slice(0, 4)]).toEqual([...INK, 255]);
  });

  it.each([
    ['that is blank', () => grey(240)],
    ['on a dark ground', (x: number, y: number) => (isStroke(x, y) ? grey(240) : grey(20))],
    ['whose ground is clear already', (x: number, y: number): Colour => (isStroke(x, y) ? INK : [0, 0, 0, 0])],
  ])('%s is left as it is', (_, colour) => {
    expect(cleaned(painted(colour))).toBeNull();
  });
});
