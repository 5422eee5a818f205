import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { P12Signer, PDF, rgb, type Signer } from '@libpdf/core';
import QRCode from 'qrcode';
import type { FooterText } from './floor.ts';

const require = createRequire(import.meta.resolve('@rubrica/pdf'));
const fonts = join(dirname(require.resolve('@embedpdf/fonts-latin')), '..', 'fonts');
const regular = readFileSync(join(fonts, 'NotoSans-Regular.ttf'));
const bold = readFileSync(join(fonts, 'NotoSans-Bold.ttf'));

/**
 * The same stamp as a user of @libpdf/core would write it: text and picture drawn on each page, saved incrementally.
 */
export async function libpdfStamp(bytes: Uint8Array, footer: FooterText): Promise<Uint8Array> {
  const document = await PDF.load(bytes);
  const [font, strong] = [document.embedFont(regular), document.embedFont(bold)];
  const qr = document.embedImage(await QRCode.toBuffer(footer.url, { errorCorrectionLevel: 'L', margin: 4, scale: 4 }));
  const pages = document.getPages();
  const color = rgb(0.25, 0.25, 0.25);
  for (const page of pages) {
    page.drawImage(qr, { x: 8, y: 6, width: 54, height: 54 });
    [footer.code, ...footer.lines, footer.url].forEach((text, i) => {
      page.drawText(text, { x: 62, y: 46 - 8 * i, size: 6, font: i === 0 ? strong : font, color });
    });
  }
  pages[0]?.drawText('João da Silva', { x: 60, y: 700, size: 11, font });
  pages.at(-1)?.drawText('Maria Antônia', { x: 300, y: 100, size: 24, font });
  return document.save({ incremental: true, subsetFonts: true });
}

/** Opening the key takes a second and is done once, as in our engine. */
export const libpdfSigner = (p12: Uint8Array, password: string): Promise<Signer> => P12Signer.create(p12, password);

/** Seals with PAdES B-B. */
export async function libpdfSeal(bytes: Uint8Array, signer: Signer): Promise<Uint8Array> {
  const document = await PDF.load(bytes);
  const signed = await document.sign({ signer, reason: 'Conclusao', subFilter: 'ETSI.CAdES.detached', level: 'B-B' });
  return signed.bytes;
}
