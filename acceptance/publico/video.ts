import { create } from 'qrcode';

/** A video for Chromium's stand-in camera: one still picture, a QR code on grey paper. */

const WIDTH = 640;
const HEIGHT = 480;
const MODULE = 9;
const PAPER = 200;
const WHITE = 235;
const BLACK = 16;

/** @returns the bytes of a Y4M file (YUV 4:2:0) */
export function videoOf(text: string): Buffer {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const luma = Buffer.alloc(WIDTH * HEIGHT, PAPER);
  const quiet = 4;
  const side = (size + 2 * quiet) * MODULE;
  const [left, top] = [Math.floor((WIDTH - side) / 2), Math.floor((HEIGHT - side) / 2)];
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const [column, row] = [Math.floor(x / MODULE) - quiet, Math.floor(y / MODULE) - quiet];
      const inside = column >= 0 && row >= 0 && column < size && row < size;
      luma[(top + y) * WIDTH + left + x] = inside && data[row * size + column] ? BLACK : WHITE;
    }
  }
  const chroma = Buffer.alloc((WIDTH / 2) * (HEIGHT / 2) * 2, 128);
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, chroma]);
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F5:1 Ip A1:1 C420jpeg\n`), frame, frame]);
}
