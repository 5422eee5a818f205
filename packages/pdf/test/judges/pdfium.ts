import { fileURLToPath } from 'node:url';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';
import { compiledOnce } from './wasm.ts';

/**
 * PDFium in WebAssembly as an independent judge of files: it shares no code with the engine, poppler, pdf.js or qpdf.
 */

/** The parts of Emscripten's module type that are used; we do not have its own types. */
interface Memory {
  readonly HEAPU8: Uint8Array;
  readonly wasmExports: { malloc(bytes: number): number };
}

/** A file opened by PDFium. */
export interface Opened {
  readonly pdfium: WrappedPdfiumModule;
  readonly document: number;
  readonly pages: number;
  /** Allocates this many bytes in PDFium's memory. */
  place(bytes: number): number;
  /** A copy of part of its memory. */
  bytesAt(place: number, bytes: number): Buffer;
  /** The output of a function that returns the length if it is given no buffer. */
  written(write: (place: number, length: number) => number, unit?: number): Buffer;
}

const compiled = compiledOnce(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')));

/**
 * Opens a file in its own PDFium instance: whatever the file does to its memory ends with it.
 * @throws Error if PDFium cannot open the file
 */
export async function openInPdfium(file: Uint8Array): Promise<Opened> {
  const pdfium = await init({ instantiateWasm: await compiled() } as unknown as Parameters<typeof init>[0]);
  pdfium.PDFiumExt_Init();
  const memory = pdfium.pdfium as unknown as Memory;
  const place = (bytes: number) => memory.wasmExports.malloc(bytes);
  const bytesAt = (from: number, bytes: number) => Buffer.from(memory.HEAPU8.subarray(from, from + bytes));
  const source = place(file.length);
  memory.HEAPU8.set(file, source);
  const document = pdfium.FPDF_LoadMemDocument(source, file.length, '');
  if (document === 0) throw new Error(`PDFium cannot open the file (${pdfium.FPDF_GetLastError()})`);
  return {
    pdfium,
    document,
    pages: pdfium.FPDF_GetPageCount(document),
    place,
    bytesAt,
    written(write, unit = 1) {
      const length = write(0, 0);
      const target = place(length * unit);
      write(target, length);
      return bytesAt(target, length * unit);
    },
  };
}

/** Visits pages, closing each one afterwards. */
export function eachPage<T>({ pdfium, document, pages }: Opened, look: (page: number) => T): T[] {
  return Array.from({ length: pages }, (_, index) => {
    const page = pdfium.FPDF_LoadPage(document, index);
    if (page === 0) throw new Error(`PDFium cannot open page ${index + 1}`);
    const seen = look(page);
    pdfium.FPDF_ClosePage(page);
    return seen;
  });
}
