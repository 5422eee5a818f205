import { IMAGE_MAX_BYTES } from '@rubrica/contract/limits';
import { cleaned } from './cleaning.ts';

/** Pictures brought into the form and size the service takes, in the browser. */

const MAX_SIDE = 1200;
/** Up to here a phone on a slow line sends a picture in a few seconds, and none need be made lighter. */
const LIGHT_BYTES = 200 * 1024;
/** Base64 takes four characters for three bytes. */
const bytesOf = (uri: string) => Math.floor((uri.length - uri.indexOf(',') - 1) * 0.75);

export class PictureRefused extends Error {}

async function decode(
  file: Blob,
): Promise<{ source: CanvasImageSource; width: number; height: number; close: () => void }> {
  if ('createImageBitmap' in globalThis) {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    return { source: bitmap, width: bitmap.width, height: bitmap.height, close: () => bitmap.close() };
  }
  const url = URL.createObjectURL(file);
  const image = new Image();
  image.src = url;
  await image.decode();
  return {
    source: image,
    width: image.naturalWidth,
    height: image.naturalHeight,
    close: () => URL.revokeObjectURL(url),
  };
}

/** Whether something behind the picture would be seen. */
function isClearSomewhere(context: CanvasRenderingContext2D): boolean {
  const { data } = context.getImageData(0, 0, context.canvas.width, context.canvas.height);
  for (let alpha = 3; alpha < data.length; alpha += 4) if (data[alpha] !== 255) return true;
  return false;
}

/**
 * A file as a PNG data URI of bounded size, or a JPEG where that is lighter: a photo is a tenth of its PNG, which would be
 * minutes on a slow line.
 * @throws PictureRefused when it is no picture this browser can read
 */
export async function pictureOf(file: Blob): Promise<string> {
  let picture: Awaited<ReturnType<typeof decode>>;
  try {
    picture = await decode(file);
  } catch {
    throw new PictureRefused();
  }
  const { source, width, height } = picture;
  const shrink = Math.min(1, MAX_SIDE / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * shrink));
  canvas.height = Math.max(1, Math.round(height * shrink));
  const context = canvas.getContext('2d');
  if (!context) throw new PictureRefused();
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  picture.close();
  const png = canvas.toDataURL('image/png');
  const bytes = bytesOf(png);
  if (bytes <= LIGHT_BYTES || (bytes <= IMAGE_MAX_BYTES && isClearSomewhere(context))) return png;
  // JPEG knows no transparency: what was clear would come out black.
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  const jpeg = canvas.toDataURL('image/jpeg', 0.88);
  const lighter = bytesOf(jpeg) < bytes ? jpeg : png;
  if (bytesOf(lighter) > IMAGE_MAX_BYTES) throw new PictureRefused();
  return lighter;
}

/** The picture with its paper made clear, as a PNG data URI; null where that cannot be done, or would be too heavy. */
export async function withoutPaper(uri: string): Promise<string | null> {
  const image = new Image();
  image.src = uri;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.drawImage(image, 0, 0);
  const clean = cleaned(context.getImageData(0, 0, canvas.width, canvas.height));
  if (!clean) return null;
  canvas.width = clean.width;
  canvas.height = clean.height;
  const pixels = context.createImageData(clean.width, clean.height);
  pixels.data.set(clean.data);
  context.putImageData(pixels, 0, 0);
  const png = canvas.toDataURL('image/png');
  return bytesOf(png) <= IMAGE_MAX_BYTES ? png : null;
}
