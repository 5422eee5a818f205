import { createRequire } from 'node:module';
import QRCode from 'qrcode';

// Its ES modules import JSON in a way that Node refuses, so the CommonJS build is used.
const { PDFDocument, rgb, StandardFonts } = createRequire(import.meta.url)(
  '@cantoo/pdf-lib',
) as typeof import('@cantoo/pdf-lib');

/** The same stamp as a user of @cantoo/pdf-lib would write it, saved incrementally. The library cannot seal. */
export async function cantooStamp(
  bytes: Uint8Array,
  footer: { code: string; url: string; lines: string[] },
): Promise<Uint8Array> {
  const document = await PDFDocument.load(bytes, { forIncrementalUpdate: true });
  const font = await document.embedFont(StandardFonts.Helvetica);
  const qr = await document.embedPng(
    await QRCode.toBuffer(footer.url, { errorCorrectionLevel: 'L', margin: 4, scale: 4 }),
  );
  const pages = document.getPages();
  const grey = rgb(0.25, 0.25, 0.25);
  for (const page of pages) {
    page.drawImage(qr, { x: 8, y: 6, width: 54, height: 54 });
    const lines = [footer.code, ...footer.lines, footer.url];
    lines.forEach((text, i) => {
      page.drawText(text, { x: 62, y: 46 - 8 * i, size: 6, font, color: grey });
    });
  }
  pages[0]?.drawText('João da Silva', { x: 60, y: 700, size: 11, font });
  pages.at(-1)?.drawText('Maria Antônia', { x: 300, y: 100, size: 24, font });
  return document.commit();
}
