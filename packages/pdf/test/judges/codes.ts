import { decodeQR } from 'qr/decode.js';
import type { Rendering } from './drawing.ts';
import { among, has, run } from './programs.ts';

/**
 * The text of a QR code in a rendered page, or null if none can be read: by zbar if it is installed, otherwise by the
 * reader of the validation page. Neither shares code with what makes the codes.
 */
export async function readQr({ width, height, data }: Rendering): Promise<string | null> {
  if (has('zbarimg')) {
    const picture = Buffer.concat([Buffer.from(`P5 ${width} ${height} 255\n`), data]);
    const only = ['-Sdisable', '-Sqrcode.enable'];
    const { status, output } = await among({ 'a.pgm': picture }, (path) =>
      run('zbarimg', '-q', '--raw', ...only, path('a.pgm')),
    );
    // Only the first line: remarks by zbar about its environment may follow.
    return status === 0 ? (output.split('\n')[0] ?? null) : null;
  }
  const colours = new Uint8ClampedArray(4 * data.length).fill(255);
  for (const [i, grey] of data.entries()) colours.fill(grey, 4 * i, 4 * i + 3);
  try {
    return decodeQR({ width, height, data: colours }, { effort: Number.POSITIVE_INFINITY });
  } catch {
    return null;
  }
}
