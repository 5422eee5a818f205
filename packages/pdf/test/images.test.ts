import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { decodePng } from '../src/draw/png.ts';
import { checkImage, ImageError } from '../src/index.ts';

const WIDTH = 23;
const HEIGHT = 17;
/** A picture with every alpha value from clear to opaque. */
const RGBA = Buffer.from(
  Array.from({ length: WIDTH * HEIGHT }, (_, i) => [
    (i * 7) % 256,
    (i * 13) % 256,
    (i * 29) % 256,
    (i * 3) % 256,
  ]).flat(),
);
const picture = (): ReturnType<typeof sharp> => sharp(RGBA, { raw: { width: WIDTH, height: HEIGHT, channels: 4 } });
const anySize = (): void => {};

describe('PNG', () => {
  it.each([
    ['RGBA', () => picture().png()],
    ['RGBA interlaced', () => picture().png({ progressive: true })],
    ['RGB', () => picture().removeAlpha().png()],
    ['grey', () => picture().removeAlpha().greyscale().toColourspace('b-w').png()],
    ['palette', () => picture().png({ palette: true, colours: 16, dither: 0 })],
    ['palette of 1 bit', () => picture().removeAlpha().png({ palette: true, colours: 2, dither: 0 })],
    ['16 bits', () => picture().toColourspace('rgb16').png()],
  ])('%s decodes to what sharp sees', async (_, make) => {
    const bytes = await make().toBuffer();
    const png = decodePng(bytes, anySize);
    const expected = await sharp(bytes).ensureAlpha().toColourspace('srgb').raw().toBuffer();
    expect([png.width, png.height]).toEqual([WIDTH, HEIGHT]);
    for (let i = 0; i < WIDTH * HEIGHT; i++) {
      for (let c = 0; c < 3; c++) {
        const value = png.pixels[i * png.colors + (png.colors === 3 ? c : 0)] ?? -1;
        expect(Math.abs(value - (expected[i * 4 + c] ?? 0))).toBeLessThanOrEqual(1);
      }
      expect(Math.abs((png.alpha?.[i] ?? 255) - (expected[i * 4 + 3] ?? 0))).toBeLessThanOrEqual(1);
    }
  });
});

describe('images at the door', () => {
  it('tells PNG and JPEG by their bytes, and the size as seen', async () => {
    expect(checkImage(await picture().png().toBuffer())).toEqual({ format: 'png', width: WIDTH, height: HEIGHT });
    expect(checkImage(await picture().jpeg().toBuffer())).toEqual({ format: 'jpeg', width: WIDTH, height: HEIGHT });
    const turned = await picture().jpeg().withMetadata({ orientation: 6 }).toBuffer();
    expect(checkImage(turned)).toEqual({ format: 'jpeg', width: HEIGHT, height: WIDTH });
  });

  it('refuses what it cannot draw, before inflating it', async () => {
    const bomb = await sharp({ create: { width: 10_000, height: 10_000, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const png = await picture().png().toBuffer();
    const broken = Buffer.from(png);
    broken.fill(0, 50, png.length - 20);
    for (const bytes of [
      bomb,
      broken,
      png.subarray(0, 60),
      Buffer.from('<svg/>'),
      Buffer.alloc(0),
      Buffer.from('ffd8ffe0', 'hex'),
    ]) {
      expect(() => checkImage(bytes)).toThrow(ImageError);
    }
  });
});
