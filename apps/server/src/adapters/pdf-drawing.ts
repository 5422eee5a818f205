import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';
import type { Pixels } from './pdf-jobs.ts';

/** Draws pages with PDFium in WebAssembly, for a PDF worker. Nothing here may run where a credential is (ADR 0023). */

/** `FPDF_ANNOT | FPDF_REVERSE_BYTE_ORDER` of fpdfview.h: with annotations, red first. */
const FLAGS = 0x01 | 0x10;
const WHITE = 0xffffffff;
const BYTES_PER_PIXEL = 4;
/** A page longer than a till receipt is drawn smaller. */
const MAX_PIXELS = 3_000_000;
/** Less than this across is a line, not a picture of a page. */
const MIN_SIDE = 16;

/** What Emscripten's own types, which we do not have, say of its modules. */
interface Memory {
  readonly HEAPU8: Uint8Array;
  readonly wasmExports: { readonly malloc: (bytes: number) => number };
}

let wasmBinary: Buffer | undefined;

/** A PDFium of its own for one file: whatever the file does to its memory goes with it. */
async function freshPdfium(): Promise<{ pdfium: WrappedPdfiumModule; memory: Memory }> {
  wasmBinary ??= readFileSync(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')));
  const pdfium = await init({ wasmBinary } as unknown as Parameters<typeof init>[0]);
  pdfium.PDFiumExt_Init();
  return { pdfium, memory: pdfium.pdfium as unknown as Memory };
}

/**
 * The first page on white, as it is seen: cropped and turned.
 * @param width pixels across
 * @throws Error when PDFium cannot open or draw it
 */
export async function drawFirstPage(file: Uint8Array, width: number): Promise<Pixels> {
  const { pdfium, memory } = await freshPdfium();
  const place = memory.wasmExports.malloc(file.length);
  if (place === 0) throw new RangeError('out of memory');
  memory.HEAPU8.set(file, place);
  const document = pdfium.FPDF_LoadMemDocument(place, file.length, '');
  if (document === 0) throw new Error(`PDFium cannot open the file (${pdfium.FPDF_GetLastError()})`);
  const page = pdfium.FPDF_LoadPage(document, 0);
  if (page === 0) throw new Error('PDFium cannot open the page');
  const size = sizeOf(pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page), width);
  const bitmap = pdfium.FPDFBitmap_Create(size.width, size.height, 0);
  if (bitmap === 0) throw new RangeError('out of memory');
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, size.width, size.height, WHITE);
  pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, size.width, size.height, 0, FLAGS);
  const start = pdfium.FPDFBitmap_GetBuffer(bitmap);
  // The heap may have grown, and with it been replaced, while the page was drawn.
  const data = memory.HEAPU8.slice(start, start + size.width * size.height * BYTES_PER_PIXEL);
  return { ...size, data };
}

function sizeOf(across: number, down: number, width: number): { width: number; height: number } {
  if (!(across > 0 && down > 0)) throw new RangeError('the page has no size');
  const ratio = down / across;
  const shrink = Math.min(1, Math.sqrt(MAX_PIXELS / (width * width * ratio)));
  const size = { width: Math.round(width * shrink), height: Math.round(width * shrink * ratio) };
  if (Math.min(size.width, size.height) < MIN_SIDE) throw new RangeError('the page is a line');
  return size;
}
