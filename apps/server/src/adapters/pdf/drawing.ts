import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';
import { inkGrid, inkOf, type PageInk, PIXELS_PER_CELL } from '@rubrica/pdf/ink';
import type { Pixels } from './jobs.ts';

/**
 * Draws pages with PDFium in WebAssembly, for a PDF worker. Nothing here may run where there is a credential (ADR
 * 0023).
 */

/** `FPDF_ANNOT | FPDF_REVERSE_BYTE_ORDER` of fpdfview.h: with annotations, red first. */
const FLAGS = 0x01 | 0x10;
const WHITE = 0xffffffff;
const BYTES_PER_PIXEL = 4;
/** A page longer than a till receipt is drawn at a smaller scale. */
const MAX_PIXELS = 3_000_000;
/** Anything narrower is a line, not a picture of a page. */
const MIN_SIDE = 16;

/** The parts of Emscripten's module type that are used; we do not have its own types. */
interface Memory {
  readonly HEAPU8: Uint8Array;
  readonly wasmExports: { readonly malloc: (bytes: number) => number };
}

/** Node has it too, but its types come only with those for browsers. */
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>;
  instantiate(module: object, imports: object): Promise<object>;
};

let compiled: Promise<object> | undefined;

function compile(): Promise<object> {
  const file = fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm'));
  return WebAssembly.compile(new Uint8Array(readFileSync(file)));
}

/** A separate PDFium instance for one file: whatever the file does to its memory ends with it. */
async function freshPdfium(): Promise<{ pdfium: WrappedPdfiumModule; memory: Memory }> {
  compiled ??= compile();
  const module = await compiled;
  // Compiling takes ten times as long as instantiating what was compiled.
  const instantiateWasm = (imports: object, done: (instance: object, module: object) => void) => {
    void WebAssembly.instantiate(module, imports).then((instance) => done(instance, module));
    return {};
  };
  const pdfium = await init({ instantiateWasm } as unknown as Parameters<typeof init>[0]);
  pdfium.PDFiumExt_Init();
  return { pdfium, memory: pdfium.pdfium as unknown as Memory };
}

/** @throws Error if PDFium cannot open the file */
async function openFile(file: Uint8Array) {
  const { pdfium, memory } = await freshPdfium();
  const place = memory.wasmExports.malloc(file.length);
  if (place === 0) throw new RangeError('out of memory');
  memory.HEAPU8.set(file, place);
  const document = pdfium.FPDF_LoadMemDocument(place, file.length, '');
  if (document === 0) throw new Error(`PDFium cannot open the file (${pdfium.FPDF_GetLastError()})`);
  return { pdfium, memory, document };
}

type OpenFile = Awaited<ReturnType<typeof openFile>>;

/** A page on white, four bytes per pixel. */
function drawPage({ pdfium, memory }: OpenFile, page: number, width: number, height: number): Uint8Array {
  const bitmap = pdfium.FPDFBitmap_Create(width, height, 0);
  if (bitmap === 0) throw new RangeError('out of memory');
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
  pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, FLAGS);
  const start = pdfium.FPDFBitmap_GetBuffer(bitmap);
  // The heap may have grown, and so been replaced, while the page was drawn.
  const data = memory.HEAPU8.slice(start, start + width * height * BYTES_PER_PIXEL);
  pdfium.FPDFBitmap_Destroy(bitmap);
  return data;
}

/** Pages are examined until this much time has passed; the caller asks again for the rest. */
const INK_MS = 1_000;

/**
 * Where pages have ink, starting at page `from` (counted from 0), as many as the time allows but at most `most`.
 * @returns also the total number of pages @throws Error if PDFium cannot open the file
 */
export async function inkOfPages(
  bytes: Uint8Array,
  { from, most }: { from: number; most: number },
): Promise<{ pages: (PageInk | null)[]; total: number }> {
  const file = await openFile(bytes);
  const total = file.pdfium.FPDF_GetPageCount(file.document);
  const until = performance.now() + INK_MS;
  const pages: (PageInk | null)[] = [];
  for (let at = from; at < total && pages.length < most && (at === from || performance.now() < until); at++) {
    pages.push(inkOfPage(file, at));
  }
  return { pages, total };
}

function inkOfPage(file: OpenFile, at: number): PageInk | null {
  const { pdfium } = file;
  const page = pdfium.FPDF_LoadPage(file.document, at);
  if (page === 0) return null;
  const [width, height] = [pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)];
  if (!(width > 0 && height > 0)) return null;
  const grid = inkGrid(width, height);
  const pixels = drawPage(file, page, grid.columns * PIXELS_PER_CELL, grid.rows * PIXELS_PER_CELL);
  pdfium.FPDF_ClosePage(page);
  return inkOf(pixels, grid);
}

/**
 * The first page on white, as displayed: cropped and rotated.
 * @param width in pixels
 * @throws Error if PDFium cannot open or draw it
 */
export async function drawFirstPage(bytes: Uint8Array, width: number): Promise<Pixels> {
  const file = await openFile(bytes);
  const { pdfium } = file;
  const page = pdfium.FPDF_LoadPage(file.document, 0);
  if (page === 0) throw new Error('PDFium cannot open the page');
  const size = sizeOf(pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page), width);
  return { ...size, data: drawPage(file, page, size.width, size.height) };
}

function sizeOf(across: number, down: number, width: number): { width: number; height: number } {
  if (!(across > 0 && down > 0)) throw new RangeError('the page has no size');
  const ratio = down / across;
  const shrink = Math.min(1, Math.sqrt(MAX_PIXELS / (width * width * ratio)));
  const size = { width: Math.round(width * shrink), height: Math.round(width * shrink * ratio) };
  if (Math.min(size.width, size.height) < MIN_SIDE) throw new RangeError('the page is a line');
  return size;
}
