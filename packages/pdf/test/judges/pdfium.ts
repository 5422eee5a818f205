import { fileURLToPath } from 'node:url';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';
import { compiledOnce } from './wasm.ts';

/** PDFium in WebAssembly as a judge of files: it shares no code with the engine, nor with poppler, pdf.js or qpdf. */

/** What Emscripten's own types, which we do not have, say of its modules. */
interface Memory {
  readonly HEAPU8: Uint8Array;
  readonly wasmExports: { malloc(bytes: number): number };
}

/** A file opened by PDFium. */
export interface Opened {
  readonly pdfium: WrappedPdfiumModule;
  readonly document: number;
  readonly pages: number;
  /** A place of so many bytes in PDFium's memory. */
  place(bytes: number): number;
  /** A copy of what stands in its memory. */
  bytesAt(place: number, bytes: number): Buffer;
  /** What a function writes that tells the length where it is given no place. */
  written(write: (place: number, length: number) => number, unit?: number): Buffer;
}

const compiled = compiledOnce(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')));

/**
 * Opens a file in a PDFium of its own: whatever the file does to its memory goes with it.
 * @throws Error when PDFium cannot open the file
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

/** Goes through pages, each closed after it was looked at. */
export function eachPage<T>({ pdfium, document, pages }: Opened, look: (page: number) => T): T[] {
  return Array.from({ length: pages }, (_, index) => {
    const page = pdfium.FPDF_LoadPage(document, index);
    if (page === 0) throw new Error(`PDFium cannot open page ${index + 1}`);
    const seen = look(page);
    pdfium.FPDF_ClosePage(page);
    return seen;
  });
}
