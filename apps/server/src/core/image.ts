import { IMAGE_MAX_BYTES, IMAGE_MAX_PIXELS, type Rule, rule } from '@rubrica/contract';
import sharp from 'sharp';
import type { Pixels } from './pdf.ts';
import { createTurns } from './turns.ts';

const DATA_URI = /^data:image\/(png|jpeg);base64,([A-Za-z0-9+/]+={0,2})$/;

/** The size in pixels to which a picture is reduced; a smaller one stays as it is. */
export interface PictureBounds {
  readonly width: number;
  readonly height: number;
}

/**
 * Encoding settings of a preview, from good to the last that is still legible: quality, fraction of the width, and the
 * resulting size of a page of text relative to the first setting.
 */
const PREVIEW_STEPS = [
  { quality: 60, width: 1, weight: 1 },
  { quality: 35, width: 1, weight: 0.85 },
  { quality: 35, width: 0.8, weight: 0.61 },
  { quality: 35, width: 0.62, weight: 0.42 },
  { quality: 25, width: 0.5, weight: 0.3 },
] as const;

/**
 * A picture of a page as WebP, in the best of these settings that stays within `maxBytes`.
 * @returns null if even the smallest does not
 */
export async function encodePreview({ width, height, data }: Pixels, maxBytes: number): Promise<Buffer | null> {
  const raw = { width, height, channels: 4 } as const;
  let first: number | undefined;
  for (const step of PREVIEW_STEPS) {
    // Skip settings that cannot succeed: each takes a tenth of a second.
    if (first !== undefined && first * step.weight > maxBytes) continue;
    const image = sharp(data, { raw }).removeAlpha();
    if (step.width < 1) image.resize({ width: Math.max(1, Math.round(width * step.width)) });
    const encoded = await image.webp({ quality: step.quality }).toBuffer();
    if (encoded.length <= maxBytes) return encoded;
    first ??= encoded.length;
  }
  return null;
}

/** Up to this width a picture of a page is a thumbnail: few colours do, and it takes half the bytes. */
const THUMBNAIL_WIDTH = 320;

/** A picture of a page as PNG. */
export function encodePicture({ width, height, data }: Pixels): Promise<Buffer> {
  const image = sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();
  return image.png(width <= THUMBNAIL_WIDTH ? { palette: true, effort: 1 } : { compressionLevel: 6 }).toBuffer();
}

/** What is wrong with an image in the request, for the sender. */
export class ImageRefused extends Error {
  override name = 'ImageRefused';
  readonly rule: Rule;

  constructor(said: Rule) {
    super(said.regra);
    this.rule = said;
  }
}

/** A picture whose header was read, with nothing decoded. */
export interface OpenedImage {
  readonly pixels: number;
  /** The picture as a PNG of limited size without metadata. @throws ImageRefused */
  normalise(bounds: PictureBounds): Promise<Buffer>;
}

/** One picture at a time: a second one would only slow down the first and everything else. */
const inTurn = createTurns();

const refused = (error: unknown): ImageRefused => {
  if (error instanceof ImageRefused) return error;
  const large = error instanceof Error && /pixel limit/i.test(error.message);
  return new ImageRefused(rule(large ? 'imagePixels' : 'imageBroken'));
};

/**
 * Reads the type and the dimensions of a picture in the request. What the file claims to be is ignored; what it decodes
 * to counts.
 * @throws ImageRefused for anything but a PNG or JPEG, and for too many bytes or pixels
 */
export async function openImage(dataUri: string): Promise<OpenedImage> {
  const match = DATA_URI.exec(dataUri);
  if (!match) throw new ImageRefused(rule('imageForm'));
  const bytes = Buffer.from(match[2] ?? '', 'base64');
  if (bytes.length > IMAGE_MAX_BYTES) throw new ImageRefused(rule('imageSize'));
  const open = () => sharp(bytes, { limitInputPixels: IMAGE_MAX_PIXELS, failOn: 'error' });
  const { format, width, height } = await open()
    .metadata()
    .catch((error) => Promise.reject(refused(error)));
  if (format !== 'png' && format !== 'jpeg') throw new ImageRefused(rule('imageKind'));
  const pixels = width * height;
  if (pixels > IMAGE_MAX_PIXELS) throw new ImageRefused(rule('imagePixels'));
  return {
    pixels,
    normalise: (bounds) =>
      inTurn('picture', () =>
        open()
          .rotate()
          .resize({ ...bounds, fit: 'inside', withoutEnlargement: true })
          .png({ compressionLevel: 9 })
          .toBuffer(),
      ).catch((error) => Promise.reject(refused(error))),
  };
}

/** Reads a picture in the request and turns it into a PNG of limited size. @throws ImageRefused */
export async function normaliseImage(dataUri: string, bounds: PictureBounds): Promise<Buffer> {
  return (await openImage(dataUri)).normalise(bounds);
}
