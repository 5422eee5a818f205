import { decodeQR } from 'qr/decode.js';

/** Finds and reads a QR code in pixels; null where there is none that can be read. @param patient for a photo */
export function readPixels(image: ImageData, patient = false): string | null {
  try {
    return decodeQR(image, patient ? { effort: Number.POSITIVE_INFINITY, timeLimit: 4_000 } : {});
  } catch {
    return null;
  }
}
