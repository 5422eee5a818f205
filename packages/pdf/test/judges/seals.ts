import { openInPdfium } from './pdfium.ts';
import { among, has, run } from './programs.ts';

/** Other programs' verdict on a file's seal, its first signature. */
export interface Judged {
  /** Whether what is sealed is unchanged. Who sealed it is not checked. */
  readonly valid: boolean;
  /** Whether the last signature, a time stamp or the seal itself, covers the whole file. */
  readonly whole: boolean;
}

/** By poppler if it is installed, otherwise by openssl, with PDFium locating the seal and what it covers. */
export async function judgeSeal(bytes: Uint8Array): Promise<Judged> {
  if (has('pdfsig')) {
    const { output } = await among({ 'a.pdf': bytes }, (path) => run('pdfsig', '-nocert', path('a.pdf')));
    const signatures = output.split('Signature #').slice(1);
    return {
      valid: /Signature is Valid/.test(signatures[0] ?? ''),
      whole: /Total document signed/.test(signatures.at(-1) ?? ''),
    };
  }
  const { pdfium, document, written } = await openInPdfium(bytes);
  const fields = Array.from({ length: pdfium.FPDF_GetSignatureCount(document) }, (_, index) => {
    const field = pdfium.FPDF_GetSignatureObject(document, index);
    const cms = written((place, length) => pdfium.FPDFSignatureObj_GetContents(field, place, length));
    return { cms, range: written((place, length) => pdfium.FPDFSignatureObj_GetByteRange(field, place, length), 4) };
  });
  // An unsigned signature field has neither.
  const signed = fields.filter(({ range }) => range.length === 16);
  const [seal, last] = [signed[0], signed.at(-1)];
  if (!seal || !last) return { valid: false, whole: false };
  const { from, first, then, rest } = partsOf(seal.range);
  const content = Buffer.concat([bytes.subarray(from, from + first), bytes.subarray(then, then + rest)]);
  const { status } = await among({ cms: derOf(seal.cms), content }, (path) => {
    const given = ['-inform', 'DER', '-in', path('cms'), '-content', path('content'), '-out', path('out')];
    return run('openssl', 'cms', '-verify', '-binary', '-noverify', ...given);
  });
  return { valid: status === 0, whole: coversAll(bytes, last) };
}

/** The four numbers of a /ByteRange as returned by PDFium. */
function partsOf(range: Buffer): { from: number; first: number; then: number; rest: number } {
  const [from = 0, first = 0, then = 0, rest = 0] = Array.from({ length: 4 }, (_, i) => range.readInt32LE(4 * i));
  return { from, first, then, rest };
}

function coversAll(bytes: Uint8Array, { cms, range }: { cms: Buffer; range: Buffer }): boolean {
  const { from, first, then, rest } = partsOf(range);
  const hole = Buffer.from(bytes.subarray(first, then)).toString('latin1');
  return from === 0 && then + rest === bytes.length && hole.toLowerCase() === `<${cms.toString('hex')}>`;
}

/** Without the zero padding of its placeholder. */
function derOf(cms: Buffer): Buffer {
  const long = (cms[1] ?? 0) & 0x80 ? (cms[1] ?? 0) & 0x7f : 0;
  return cms.subarray(0, 2 + long + (long > 0 ? cms.readUIntBE(2, long) : (cms[1] ?? 0)));
}
