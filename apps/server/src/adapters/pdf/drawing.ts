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
  readonly wasmExports: {
    readonly malloc: (bytes: number) => number;
    readonly emscripten_stack_get_current: () => number;
  };
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

interface Instance {
  readonly pdfium: WrappedPdfiumModule;
  readonly memory: Memory;
  /** Its memory before it had a file, up to the last byte that is not zero. */
  readonly blank: Uint8Array;
  /** Its stack, empty. */
  readonly stack: number;
}

async function startPdfium(): Promise<Instance> {
  compiled ??= compile();
  const module = await compiled;
  // Compiling takes ten times as long as instantiating what was compiled.
  const instantiateWasm = (imports: object, done: (instance: object, module: object) => void) => {
    void WebAssembly.instantiate(module, imports).then((instance) => done(instance, module));
    return {};
  };
  const pdfium = await init({ instantiateWasm } as unknown as Parameters<typeof init>[0]);
  pdfium.PDFiumExt_Init();
  const memory = pdfium.pdfium as unknown as Memory;
  const used = memory.HEAPU8.findLastIndex((byte) => byte !== 0) + 1;
  return {
    pdfium,
    memory,
    blank: memory.HEAPU8.slice(0, used),
    stack: memory.wasmExports.emscripten_stack_get_current(),
  };
}

/** An instance of whose memory nothing is left of what it drew before. */
let ready: Instance | null = null;
/** Memory cannot shrink: an instance that a file made this large is not kept. */
const MAX_KEPT_BYTES = 64 * 1024 * 1024;

/**
 * Lends a PDFium to one file: whatever the file does to its memory ends with it. All that an instance remembers is in
 * its memory, so putting that back as it was makes it as good as new, in a twentieth of the time that a new one takes.
 * One that failed is given up instead: code that was broken off has not cleared its stack.
 */
async function withPdfium<T>(draw: (instance: Instance) => T): Promise<T> {
  const instance = ready ?? (await startPdfium());
  ready = null;
  const result = draw(instance);
  const { memory, blank, stack } = instance;
  if (memory.HEAPU8.length <= MAX_KEPT_BYTES && memory.wasmExports.emscripten_stack_get_current() === stack) {
    memory.HEAPU8.fill(0, blank.length);
    memory.HEAPU8.set(blank);
    ready = instance;
  }
  return result;
}

/** @throws Error if PDFium cannot open the file */
function openFile({ pdfium, memory }: Instance, file: Uint8Array) {
  const place = memory.wasmExports.malloc(file.length);
  if (place === 0) throw new RangeError('out of memory');
  memory.HEAPU8.set(file, place);
  const document = pdfium.FPDF_LoadMemDocument(place, file.length, '');
  if (document === 0) throw new Error(`PDFium cannot open the file (${pdfium.FPDF_GetLastError()})`);
  return { pdfium, memory, document };
}

type OpenFile = ReturnType<typeof openFile>;

/** Draws a page on white. @param use gets four bytes per pixel, which are its own only until it returns */
function drawPage<T>(
  { pdfium, memory }: OpenFile,
  page: number,
  { width, height }: { width: number; height: number },
  use: (pixels: Uint8Array) => T,
): T {
  const bitmap = pdfium.FPDFBitmap_Create(width, height, 0);
  if (bitmap === 0) throw new RangeError('out of memory');
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
  pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, FLAGS);
  const start = pdfium.FPDFBitmap_GetBuffer(bitmap);
  // The heap may have grown, and so been replaced, while the page was drawn.
  const result = use(memory.HEAPU8.subarray(start, start + width * height * BYTES_PER_PIXEL));
  pdfium.FPDFBitmap_Destroy(bitmap);
  return result;
}

/** Pages are examined until this much time has passed; the caller asks again for the rest. */
const INK_MS = 1_000;

/**
 * Where pages have ink, starting at page `from` (counted from 0), as many as the time allows but at most `most`.
 * @returns also the total number of pages @throws Error if PDFium cannot open the file
 */
export function inkOfPages(
  bytes: Uint8Array,
  { from, most }: { from: number; most: number },
): Promise<{ pages: (PageInk | null)[]; total: number }> {
  return withPdfium((instance) => {
    const file = openFile(instance, bytes);
    const total = file.pdfium.FPDF_GetPageCount(file.document);
    const until = performance.now() + INK_MS;
    const pages: (PageInk | null)[] = [];
    for (let at = from; at < total && pages.length < most && (at === from || performance.now() < until); at++) {
      pages.push(inkOfPage(file, at));
    }
    return { pages, total };
  });
}

function inkOfPage(file: OpenFile, at: number): PageInk | null {
  const { pdfium } = file;
  const page = pdfium.FPDF_LoadPage(file.document, at);
  if (page === 0) return null;
  const [width, height] = [pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)];
  if (!(width > 0 && height > 0)) return null;
  const grid = inkGrid(width, height);
  const size = { width: grid.columns * PIXELS_PER_CELL, height: grid.rows * PIXELS_PER_CELL };
  const ink = drawPage(file, page, size, (pixels) => inkOf(pixels, grid));
  pdfium.FPDF_ClosePage(page);
  return ink;
}

/**
 * A page on white, as displayed: cropped and rotated.
 * @param width in pixels
 * @param at counted from 0
 * @throws Error if PDFium cannot open or draw it
 */
export function pictureOfPage(bytes: Uint8Array, width: number, at: number): Promise<Pixels> {
  return withPdfium((instance) => {
    const file = openFile(instance, bytes);
    const { pdfium } = file;
    const page = pdfium.FPDF_LoadPage(file.document, at);
    if (page === 0) throw new Error('PDFium cannot open the page');
    const size = sizeOf(pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page), width);
    return { ...size, data: drawPage(file, page, size, (pixels) => pixels.slice()) };
  });
}

function sizeOf(across: number, down: number, width: number): { width: number; height: number } {
  if (!(across > 0 && down > 0)) throw new RangeError('the page has no size');
  const ratio = down / across;
  const shrink = Math.min(1, Math.sqrt(MAX_PIXELS / (width * width * ratio)));
  const size = { width: Math.round(width * shrink), height: Math.round(width * shrink * ratio) };
  if (Math.min(size.width, size.height) < MIN_SIDE) throw new RangeError('the page is a line');
  return size;
}
