import { create } from 'qrcode';

/** Light modules around the code, without which no camera finds it. */
const QUIET = 4;

/** A QR code as one path of unit squares, and the side of the square it lies in, its quiet zone included. */
export function qrPath(text: string): { readonly side: number; readonly path: string } {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  let path = '';
  for (let i = 0; i < data.length; i += 1)
    if (data[i]) path += `M${(i % size) + QUIET} ${Math.floor(i / size) + QUIET}h1v1h-1z`;
  return { side: size + 2 * QUIET, path };
}

/** A module of the picture in pixels: sharp on a poster too. */
const MODULE_PX = 32;

/** The code as a picture, dark on white. Rejects where the browser draws none. */
export async function qrPicture(text: string): Promise<Blob> {
  const { side, path } = qrPath(text);
  const canvas = Object.assign(document.createElement('canvas'), { width: side * MODULE_PX, height: side * MODULE_PX });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas to draw on');
  context.scale(MODULE_PX, MODULE_PX);
  context.fillStyle = '#fff';
  context.fillRect(0, 0, side, side);
  context.fillStyle = '#000';
  context.fill(new Path2D(path));
  return new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('no picture of the canvas')))),
  );
}
