import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';
import { inkGrid, inkOf, inkOfEdges, type PageInk, PIXELS_PER_CELL } from '@rubrica/pdf/ink';
import { edgeRows, hasRoom } from '@rubrica/pdf/places';
import type { Pixels } from './jobs.ts';

/**
 * Draws pages with PDFium in WebAssembly, for a PDF worker. Nothing here may run where there is a credential (ADR
 * 0023).
 */

/** `FPDF_ANNOT | FPDF_REVERSE_BYTE_ORDER` of fpdfview.h: with annotations, red first. */
const FLAGS = 0x01 | 0x10;
const WHITE = 0xff;
/** `FPDFBitmap_BGRx`: four bytes per pixel, of which the fourth is ignored. */
const BGRX = 3;
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
    readonly free: (place: number) => void;
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
    clear(memory.HEAPU8.subarray(blank.length));
    memory.HEAPU8.set(blank);
    ready = instance;
  }
  return result;
}

/** Small enough to stay in a processor's first cache while it is compared with the whole memory. */
const ZEROS = Buffer.alloc(16 * 1024);

/**
 * Makes every byte zero without writing what is zero already: most of the memory no file ever reaches, and until it is
 * written the system keeps none for it.
 */
function clear(bytes: Uint8Array): void {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < view.length; at += ZEROS.length) {
    const end = Math.min(at + ZEROS.length, view.length);
    if (view.compare(ZEROS, 0, end - at, at, end) !== 0) view.fill(0, at, end);
  }
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

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Draws parts of a page on white, one below the other. @param whole the page's size in pixels @param parts from which of
 * its rows how many @param use gets four bytes per pixel, which are its own only until it returns
 */
function drawParts<T>(
  { pdfium, memory }: OpenFile,
  page: number,
  whole: Size,
  parts: readonly { readonly from: number; readonly rows: number }[],
  use: (pixels: Uint8Array) => T,
): T {
  const line = whole.width * BYTES_PER_PIXEL;
  const bytes = parts.reduce((sum, { rows }) => sum + rows * line, 0);
  const start = memory.wasmExports.malloc(bytes);
  if (start === 0) throw new RangeError('out of memory');
  memory.HEAPU8.fill(WHITE, start, start + bytes);
  let at = start;
  for (const { from, rows } of parts) {
    const bitmap = pdfium.FPDFBitmap_CreateEx(whole.width, rows, BGRX, at, line);
    if (bitmap === 0) throw new RangeError('out of memory');
    pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, -from, whole.width, whole.height, 0, FLAGS);
    pdfium.FPDFBitmap_Destroy(bitmap);
    at += rows * line;
  }
  // The heap may have grown, and so been replaced, while the page was drawn.
  const result = use(memory.HEAPU8.subarray(start, start + bytes));
  memory.wasmExports.free(start);
  return result;
}

/** Draws a page on white. @param use gets four bytes per pixel, which are its own only until it returns */
const drawPage = <T>(file: OpenFile, page: number, size: Size, use: (pixels: Uint8Array) => T): T =>
  drawParts(file, page, size, [{ from: 0, rows: size.height }], use);

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
  const size = { width: pdfium.FPDF_GetPageWidthF(page), height: pdfium.FPDF_GetPageHeightF(page) };
  if (!(size.width > 0 && size.height > 0)) return null;
  const ink = inkOfOpenPage(file, page, size);
  pdfium.FPDF_ClosePage(page);
  return ink;
}

/**
 * Footers stand at the edges, so what is between those, most of a page's text, is drawn only where they have no room, or
 * where there may be more of another colour than at the edges.
 */
function inkOfOpenPage(file: OpenFile, page: number, size: Size): PageInk {
  const grid = inkGrid(size.width, size.height);
  const whole = { width: grid.columns * PIXELS_PER_CELL, height: grid.rows * PIXELS_PER_CELL };
  const edge = edgeRows(grid.rows, size.height);
  if (edge !== null) {
    const rows = edge * PIXELS_PER_CELL;
    const edges = [0, whole.height - rows].map((from) => ({ from, rows }));
    const ink = drawParts(file, page, whole, edges, (pixels) => inkOfEdges(pixels, grid, edge));
    if (ink.white && hasRoom(ink, size)) return ink;
  }
  return drawPage(file, page, whole, (pixels) => inkOf(pixels, grid));
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

function sizeOf(across: number, down: number, width: number): Size {
  if (!(across > 0 && down > 0)) throw new RangeError('the page has no size');
  const ratio = down / across;
  const shrink = Math.min(1, Math.sqrt(MAX_PIXELS / (width * width * ratio)));
  const size = { width: Math.round(width * shrink), height: Math.round(width * shrink * ratio) };
  if (Math.min(size.width, size.height) < MIN_SIDE) throw new RangeError('the page is a line');
  return size;
}
