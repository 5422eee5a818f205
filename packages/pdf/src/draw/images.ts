import { createHash } from 'node:crypto';
import { dict, name, type PdfRef, PdfStream } from '../core/objects.ts';
import { type PdfWriter, stream } from '../core/writer.ts';
import { ImageError, jpegInfo, type Orientation } from './jpeg.ts';
import { decodePng } from './png.ts';

export { ImageError } from './jpeg.ts';

export type ImageInput = { bytes: Uint8Array; format: 'png' | 'jpeg' };

/** An image object in a file; `width` and `height` as seen, after `orientation` is applied. */
export type PlacedImage = { ref: PdfRef; width: number; height: number; orientation: Orientation };

/**
 * The largest accepted side and area. A signature is a few hundred pixels wide; 25 megapixels is a phone's photograph.
 */
const MAX_SIDE = 10_000;
const MAX_PIXELS = 25_000_000;

/**
 * Checks that bytes are a PNG or JPEG image the engine can draw, by content, not by name.
 * @returns format and size in pixels as displayed. @throws ImageError with the reason.
 */
export function checkImage(bytes: Uint8Array): { format: 'png' | 'jpeg'; width: number; height: number } {
  if (bytes[0] === 0x89 && bytes[1] === 0x50) {
    const { width, height } = decodePng(bytes, guard);
    return { format: 'png', width, height };
  }
  if (bytes[0] === 0xff && bytes[1] === 0xd8) {
    const { width, height, orientation } = jpegInfo(bytes);
    guard(width, height);
    return orientation >= 5 ? { format: 'jpeg', width: height, height: width } : { format: 'jpeg', width, height };
  }
  throw new ImageError('neither PNG nor JPEG');
}

function guard(width: number, height: number): void {
  if (width < 1 || height < 1) throw new ImageError('image without pixels');
  if (width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS) {
    throw new ImageError(`${width} x ${height} pixels are too many`);
  }
}

/** The images of one file; the same bytes are embedded once. */
export class ImageUse {
  private readonly writer: PdfWriter;
  private readonly images = new Map<string, PlacedImage>();

  constructor(writer: PdfWriter) {
    this.writer = writer;
  }

  /** Embeds an image. @throws ImageError */
  embed(input: ImageInput): PlacedImage {
    const key = createHash('sha256').update(input.bytes).digest('hex');
    let image = this.images.get(key);
    if (!image) {
      image = input.bytes[0] === 0xff ? this.jpeg(input.bytes) : this.png(input.bytes);
      this.images.set(key, image);
    }
    return image;
  }

  private png(bytes: Uint8Array): PlacedImage {
    const { width, height, colors, pixels, alpha } = decodePng(bytes, guard);
    const common = { Type: name('XObject'), Subtype: name('Image'), Width: width, Height: height, BitsPerComponent: 8 };
    // A transparent image keeps its transparency as a soft mask (ISO 32000-2 clause 11.6.5.2).
    const mask = alpha && this.writer.add(stream({ ...common, ColorSpace: name('DeviceGray') }, alpha));
    const ColorSpace = name(colors === 1 ? 'DeviceGray' : 'DeviceRGB');
    const ref = this.writer.add(stream({ ...common, ColorSpace, SMask: mask }, pixels));
    return { ref, width, height, orientation: 1 };
  }

  private jpeg(bytes: Uint8Array): PlacedImage {
    const { width, height, components, inverted, orientation } = jpegInfo(bytes);
    guard(width, height);
    const ref = this.writer.add(
      new PdfStream(
        dict({
          Type: name('XObject'),
          Subtype: name('Image'),
          Width: width,
          Height: height,
          BitsPerComponent: 8,
          ColorSpace: name(components === 1 ? 'DeviceGray' : components === 3 ? 'DeviceRGB' : 'DeviceCMYK'),
          // Adobe's CMYK JPEGs contain inverted values.
          Decode: inverted ? [1, 0, 1, 0, 1, 0, 1, 0] : undefined,
          Filter: name('DCTDecode'),
        }),
        bytes,
      ),
    );
    const seen = orientation >= 5 ? { width: height, height: width } : { width, height };
    return { ref, ...seen, orientation };
  }
}
