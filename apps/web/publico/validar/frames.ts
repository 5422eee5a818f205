/** Reads QR codes of pictures: by the browser itself where it can, else by our own reader, fetched when needed. */

interface Detector {
  detect(source: CanvasImageSource): Promise<{ rawValue: string }[]>;
}
interface DetectorKind {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats?(): Promise<string[]>;
}

/** Longer sides make the reading slower, not better. */
const MAX_SIDE = 1280;
const PHOTO_MAX_SIDE = 2400;

async function nativeDetector(): Promise<Detector | null> {
  const { BarcodeDetector: Kind } = globalThis as { BarcodeDetector?: DetectorKind };
  try {
    // On some devices the interface is there and can do nothing.
    const formats = (await Kind?.getSupportedFormats?.()) ?? [];
    return Kind && formats.includes('qr_code') ? new Kind({ formats: ['qr_code'] }) : null;
  } catch {
    return null;
  }
}

export interface QrReader {
  /** What a QR code in the picture says; null where there is none. */
  read(source: CanvasImageSource, width: number, height: number): Promise<string | null>;
}

export async function openReader(photo = false): Promise<QrReader> {
  let native = await nativeDetector();
  const canvas = document.createElement('canvas');
  const own = async (source: CanvasImageSource, width: number, height: number): Promise<string | null> => {
    const { readPixels } = await import('./qr-reader.ts');
    const shrink = Math.min(1, (photo ? PHOTO_MAX_SIDE : MAX_SIDE) / Math.max(width, height));
    canvas.width = Math.max(1, Math.round(width * shrink));
    canvas.height = Math.max(1, Math.round(height * shrink));
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) return null;
    context.drawImage(source, 0, 0, canvas.width, canvas.height);
    return readPixels(context.getImageData(0, 0, canvas.width, canvas.height), photo);
  };
  return {
    async read(source, width, height) {
      if (width === 0 || height === 0) return null;
      if (native) {
        try {
          const [found] = await native.detect(source);
          return found?.rawValue ?? null;
        } catch {
          // It gave out while in use: from here on our own.
          native = null;
        }
      }
      return own(source, width, height);
    },
  };
}
