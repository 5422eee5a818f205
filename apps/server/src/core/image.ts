import { fieldMessage, IMAGE_MAX_BYTES, type Sentence } from '@rubrica/contract';
import sharp from 'sharp';
import type { Pixels } from './pdf.ts';

const DATA_URI = /^data:image\/(png|jpeg);base64,([A-Za-z0-9+/]+={0,2})$/;
/** A photograph of 16 megapixels is more than any picture here needs; beyond it a small file can fill the memory. */
const MAX_PIXELS = 16_000_000;

/** Pixels a picture is brought down to; a smaller one stays as it is. */
export interface PictureBounds {
  readonly width: number;
  readonly height: number;
}

/**
 * What a preview is encoded with, from good to the last that is still legible: quality, share of the width, and what a
 * page of text then weighs of what it weighs in the first.
 */
const PREVIEW_STEPS = [
  { quality: 60, width: 1, weight: 1 },
  { quality: 35, width: 1, weight: 0.85 },
  { quality: 35, width: 0.8, weight: 0.61 },
  { quality: 35, width: 0.62, weight: 0.42 },
  { quality: 25, width: 0.5, weight: 0.3 },
] as const;

/**
 * A picture of a page as WebP, the best of a few that stays within `maxBytes`.
 * @returns null where even the smallest does not
 */
export async function encodePreview({ width, height, data }: Pixels, maxBytes: number): Promise<Buffer | null> {
  const raw = { width, height, channels: 4 } as const;
  let first: number | undefined;
  for (const step of PREVIEW_STEPS) {
    // A step that is not going to do is not tried: each takes a tenth of a second.
    if (first !== undefined && first * step.weight > maxBytes) continue;
    const image = sharp(data, { raw }).removeAlpha();
    if (step.width < 1) image.resize({ width: Math.max(1, Math.round(width * step.width)) });
    const encoded = await image.webp({ quality: step.quality }).toBuffer();
    if (encoded.length <= maxBytes) return encoded;
    first ??= encoded.length;
  }
  return null;
}

/** What is wrong with an image of the request, in words for who sent it. */
export class ImageRefused extends Error {
  override name = 'ImageRefused';
  readonly says: Sentence;

  constructor(says: Sentence) {
    super(says);
    this.says = says;
  }
}

/**
 * Reads a picture of the request and makes it a PNG of known size without metadata. What the file says it is counts for
 * nothing; what it decodes to does.
 * @throws ImageRefused
 */
export async function normaliseImage(dataUri: string, { width, height }: PictureBounds): Promise<Buffer> {
  const match = DATA_URI.exec(dataUri);
  if (!match) throw new ImageRefused(fieldMessage('imageForm'));
  const bytes = Buffer.from(match[2] ?? '', 'base64');
  if (bytes.length > IMAGE_MAX_BYTES) throw new ImageRefused(fieldMessage('imageSize'));
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' });
    const { format } = await image.metadata();
    if (format !== 'png' && format !== 'jpeg') throw new ImageRefused(fieldMessage('imageKind'));
    return await image
      .rotate()
      .resize({ width, height, fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 9 })
      .toBuffer();
  } catch (error) {
    if (error instanceof ImageRefused) throw error;
    if (error instanceof Error && /pixel limit/i.test(error.message)) {
      throw new ImageRefused(fieldMessage('imagePixels'));
    }
    throw new ImageRefused(fieldMessage('imageBroken'));
  }
}
