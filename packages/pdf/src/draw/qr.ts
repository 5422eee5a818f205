import QRCode, { type QRCodeSegment } from 'qrcode';
import { formatNumber } from '../core/writer.ts';

/** White modules that a reader needs around the symbol (ISO/IEC 18004 clause 6.3.8). */
export const QUIET_ZONE = 4;

/** The smallest side of the symbol in points, 15 mm, and the smallest module: zbar reads it at 130 dpi. */
const MIN_SIDE = 42;
const MIN_MODULE = 1.42;

/** A QR symbol as PDF content; `side` includes the quiet zone, in points. */
export type QrArt = { content: string; side: number };

/** The symbol drawn last: the certificate of a document shows the one that its signed file has. */
let last: { readonly text: string; readonly art: QrArt } | undefined;

/** Draws a QR code of a text on its own white square, origin bottom left. Larger than 42 points for long texts. */
export function qrArt(text: string): QrArt {
  if (last?.text !== text) last = { text, art: draw(text) };
  return last.art;
}

/** Characters that take five and a half bits each (ISO/IEC 18004 clause 7.3.4): an address ends with many, its code. */
const DENSE = /[0-9A-Z $%*+\-./:]{8,}$/;

/** Divided as the library would by looking for the shortest way, which takes it a third of the time for a symbol. */
function segmentsOf(text: string): QRCodeSegment[] {
  const dense = DENSE.exec(text)?.[0] ?? '';
  const rest = text.slice(0, text.length - dense.length);
  return [
    ...(rest === '' ? [] : [{ data: new TextEncoder().encode(rest), mode: 'byte' as const }]),
    ...(dense === '' ? [] : [{ data: dense, mode: 'alphanumeric' as const }]),
  ];
}

function draw(text: string): QrArt {
  const { modules } = QRCode.create(segmentsOf(text), { errorCorrectionLevel: 'L' });
  const count = modules.size;
  const module = Math.max(MIN_SIDE / count, MIN_MODULE);
  const side = (count + 2 * QUIET_ZONE) * module;
  let content = `q 1 g 0 0 ${formatNumber(side)} ${formatNumber(side)} re f 0 g `;
  content += `${formatNumber(module)} 0 0 ${formatNumber(module)} ${formatNumber(QUIET_ZONE * module)} ${formatNumber(QUIET_ZONE * module)} cm\n`;
  for (let row = 0; row < count; row++) {
    for (let column = 0; column < count; ) {
      let run = 0;
      while (column + run < count && modules.get(row, column + run)) run++;
      if (run > 0) content += `${column} ${count - 1 - row} ${run} 1 re\n`;
      column += Math.max(run, 1);
    }
  }
  return { content: `${content}f Q\n`, side };
}
