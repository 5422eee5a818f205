/** An image that cannot be drawn, with the reason. */
export class ImageError extends Error {
  override readonly name = 'ImageError';
}

/** EXIF orientation: which way up the stored pixels are (CIPA DC-008, tag 0x0112). */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

export type JpegInfo = {
  width: number;
  height: number;
  components: 1 | 3 | 4;
  inverted: boolean;
  orientation: Orientation;
};

/**
 * Reads the size, components and orientation of a JPEG (ITU-T T.81 Annex B) without decoding it.
 * @throws ImageError if it is not a JPEG, is truncated, or uses a coding that PDF viewers lack.
 */
export function jpegInfo(bytes: Uint8Array): JpegInfo {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (data.length < 4 || data.readUInt16BE(0) !== 0xffd8) throw new ImageError('not a JPEG image');
  let orientation: Orientation = 1;
  let adobe = false;
  let at = 2;
  while (at + 4 <= data.length) {
    if (data[at] !== 0xff) throw new ImageError('damaged JPEG image');
    const marker = data[at + 1] as number;
    if (marker === 0xff) {
      at++;
      continue;
    }
    const length = data.readUInt16BE(at + 2);
    const segment = data.subarray(at + 4, at + 2 + length);
    if (length < 2 || segment.length < length - 2) break;
    if (marker === 0xe1) orientation = exifOrientation(segment) ?? orientation;
    else if (marker === 0xee && segment.toString('latin1', 0, 5) === 'Adobe') adobe = true;
    else if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      if (marker > 0xc2) throw new ImageError('JPEG coding that PDF does not know');
      return frame(segment, adobe, orientation);
    } else if (marker === 0xda || marker === 0xd9) break;
    at += 2 + length;
  }
  throw new ImageError('JPEG image cut short');
}

function frame(segment: Buffer, adobe: boolean, orientation: Orientation): JpegInfo {
  if (segment.length < 6) throw new ImageError('JPEG image cut short');
  const components = segment[5];
  if (segment[0] !== 8 || (components !== 1 && components !== 3 && components !== 4)) {
    throw new ImageError('JPEG with an unusual pixel format');
  }
  const inverted = components === 4 && adobe;
  return { width: segment.readUInt16BE(3), height: segment.readUInt16BE(1), components, inverted, orientation };
}

/** Finds the orientation in an EXIF segment: a TIFF header and its first directory. */
function exifOrientation(segment: Buffer): Orientation | undefined {
  if (segment.toString('latin1', 0, 6) !== 'Exif\0\0' || segment.length < 14) return undefined;
  const tiff = segment.subarray(6);
  const little = tiff.toString('latin1', 0, 2) === 'II';
  const u16 = (at: number): number => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const start = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (start + 2 > tiff.length) return undefined;
  for (let i = 0; i < u16(start); i++) {
    const entry = start + 2 + i * 12;
    if (entry + 12 > tiff.length) return undefined;
    if (u16(entry) !== 0x0112) continue;
    const value = u16(entry + 8);
    return value >= 1 && value <= 8 ? (value as Orientation) : undefined;
  }
  return undefined;
}
