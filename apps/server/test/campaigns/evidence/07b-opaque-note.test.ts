import { beforeAll, describe, expect, it } from 'vitest';
import { build, onePage, rawStream } from '../../../../../packages/pdf/fixtures/build.ts';
import { RENDERERS, type Rendering, render } from '../../../../../packages/pdf/test/judges/drawing.ts';
import { newSender, type Sender, sharedService } from '../../modules/support.ts';
import { signedBy } from './signed-file.ts';

/** Line 7 of the evidence, its second half: an opaque note of the upload hides nothing that the service draws. */

const service = sharedService();
let sender: Sender;
beforeAll(async () => {
  sender = await newSender(service());
});

function covered(note: string): Buffer {
  const page = onePage('/MediaBox [0 0 595 842]');
  return build({
    ...page,
    3: `${page[3]?.slice(0, -2)} /Annots [6 0 R] >>`,
    6: `<< /Type /Annot /Rect [0 0 595 842] ${note} >>`,
    7: rawStream('1 g 0 0 10 10 re f', '/Type /XObject /Subtype /Form /BBox [0 0 10 10] /Resources << >>'),
  });
}

const NOTES: [string, Buffer][] = [
  ['a stamp', covered('/Subtype /Stamp /F 4 /AP << /N 7 0 R >>')],
  ['a free text', covered('/Subtype /FreeText /F 4 /Contents ( ) /C [1 1 1] /DA (/Helv 12 Tf 1 g)')],
  ['a square', covered('/Subtype /Square /F 4 /IC [1 1 1] /C [1 1 1]')],
];

/** Pixels of a part of a page, given as fractions from the top, that are not white. */
function inked({ width, height, data }: Rendering, from: number, to: number): number {
  const part = data.subarray(Math.floor(height * from) * width, Math.floor(height * to) * width);
  return part.reduce((sum, value) => sum + (value < 245 ? 1 : 0), 0);
}

describe.each(RENDERERS)('as %s draws it', (by) => {
  it.each(NOTES)('%s over the page covers neither words across it, signature nor code', async (_, file) => {
    const { bytes } = await signedBy(sender, file);
    const before = await render(by, file, { dpi: 100 });
    const after = await render(by, bytes, { dpi: 100 });
    // pdf.js fills no free text by itself: what lies under it is seen.
    if (by !== 'pdfjs') expect(inked(before, 0, 1)).toBe(0);
    // The words of the test environment, in the upper half; the signature; the code.
    expect(inked(after, 0.1, 0.5)).toBeGreaterThan(2000);
    expect(inked(after, 0.7, 0.8)).toBeGreaterThan(300);
    expect(inked(after, 0.85, 1)).toBeGreaterThan(100);
  });
});
