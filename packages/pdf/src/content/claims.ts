import type { PdfDocument } from '../core/document.ts';
import { PdfStream } from '../core/objects.ts';

const MAX_METADATA = 1 << 20;
/** XMP contains these letters in any of its encodings, with or without zeros between them. */
const PART = /pdfaid:part(?:>|\s*=\s*["'])\s*(\d)/;

/**
 * The PDF/A part that a file claims to conform to but would not once it is signed: what we draw breaks part 1 (subset
 * fonts without CIDSet, soft masks), and later parts if no RGB output intent defines its colours.
 */
export function lostPdfA(document: PdfDocument): string | undefined {
  const metadata = document.resolve(document.catalog().get('Metadata'));
  if (!(metadata instanceof PdfStream)) return undefined;
  let xmp: string;
  try {
    xmp = Buffer.from(document.decode(metadata, MAX_METADATA)).toString('latin1').replaceAll('\0', '');
  } catch {
    return undefined;
  }
  const part = PART.exec(xmp)?.[1];
  if (part === undefined) return undefined;
  return part === '1' || !hasRgbIntent(document) ? part : undefined;
}

function hasRgbIntent(document: PdfDocument): boolean {
  return (document.array(document.catalog().get('OutputIntents')) ?? []).slice(0, 100).some((item) => {
    const profile = document.dict(document.dict(item)?.get('DestOutputProfile'));
    return document.resolve(profile?.get('N')) === 3;
  });
}
