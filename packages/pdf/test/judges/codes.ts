import { decodeQR } from 'qr/decode.js';
import type { Rendering } from './drawing.ts';
import { among, has, run } from './programs.ts';

/**
 * What a QR code in a drawn page says, or null where none is read: by zbar where it is installed, else by the reader
 * that the validation page comes with. Neither shares code with what makes the codes.
 */
export async function readQr({ width, height, data }: Rendering): Promise<string | null> {
  if (has('zbarimg')) {
    const picture = Buffer.concat([Buffer.from(`P5 ${width} ${height} 255\n`), data]);
    const only = ['-Sdisable', '-Sqrcode.enable'];
    const { status, output } = await among({ 'a.pgm': picture }, (path) =>
      run('zbarimg', '-q', '--raw', ...only, path('a.pgm')),
    );
    // The first line: after it may stand what zbar has to say of its surroundings.
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
