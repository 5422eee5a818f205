import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { openInPdfium } from './pdfium.ts';
import { among, has, run } from './programs.ts';

/** Pages drawn by programs that share no code with each other or with the engine. */

/** A page as drawn by a renderer: one byte per pixel, 0 is black. */
export type Rendering = { width: number; height: number; data: Buffer };

/** Dots per inch, or pixels of the longer side. */
export type Size = { dpi: number } | { side: number };

/** pdf.js draws either what a page shows on screen or what it would print. */
export type Renderer = 'pdftoppm' | 'mutool' | 'pdfium' | 'pdfjs' | 'pdfjs for print';

/** Two of them: the installed programs if present, otherwise those from npm. */
export const RENDERERS: readonly [Renderer, Renderer] = [
  has('pdftoppm') ? 'pdftoppm' : 'pdfium',
  has('mutool') ? 'mutool' : 'pdfjs',
];

/**
 * Draws a page of a file, its crop box, in grey.
 * @param page from 1
 * @throws Error if the renderer cannot draw it
 */
export function render(by: Renderer, bytes: Uint8Array, size: Size, page = 1): Promise<Rendering> {
  return DRAW[by](bytes, size, page);
}

const DRAW: Record<Renderer, (bytes: Uint8Array, size: Size, page: number) => Promise<Rendering>> = {
  async pdftoppm(bytes, size, page) {
    const scale = 'dpi' in size ? ['-r', String(size.dpi)] : ['-scale-to', String(size.side)];
    const only = ['-f', String(page), '-l', String(page), '-singlefile'];
    return among({ 'a.pdf': bytes }, async (path) => {
      await run('pdftoppm', '-cropbox', '-gray', ...scale, ...only, path('a.pdf'), path('a'));
      return readPgm(path('a.pgm'));
    });
  },
  async mutool(bytes, size, page) {
    const scale = 'dpi' in size ? ['-r', String(size.dpi)] : ['-w', String(size.side), '-h', String(size.side)];
    return among({ 'a.pdf': bytes }, async (path) => {
      await run('mutool', 'draw', '-q', '-c', 'gray', ...scale, '-o', path('a.pgm'), path('a.pdf'), String(page));
      return readPgm(path('a.pgm'));
    });
  },
  pdfium: drawInPdfium,
  pdfjs: (bytes, size, page) => drawInPdfjs(bytes, size, page, 'display'),
  'pdfjs for print': (bytes, size, page) => drawInPdfjs(bytes, size, page, 'print'),
};

async function readPgm(path: string): Promise<Rendering> {
  const raw = await readFile(path);
  const header = /^P5\s+(?:#[^\n]*\n)?(\d+)\s+(\d+)\s+255\s/.exec(raw.subarray(0, 80).toString('latin1'));
  if (!header) throw new Error(`${path} is no PGM`);
  return { width: Number(header[1]), height: Number(header[2]), data: raw.subarray(header[0].length) };
}

/** Pixels per point, for a page with these sides in points. */
const scaleOf = (size: Size, width: number, height: number): number =>
  'dpi' in size ? size.dpi / 72 : size.side / Math.max(width, height);

const WHITE = 0xffffffff;
/** `FPDF_ANNOT` of fpdfview.h. */
const WITH_ANNOTATIONS = 1;

async function drawInPdfium(bytes: Uint8Array, size: Size, number: number): Promise<Rendering> {
  const { pdfium, document, bytesAt } = await openInPdfium(bytes);
  const page = pdfium.FPDF_LoadPage(document, number - 1);
  if (page === 0) throw new Error('PDFium cannot open the page');
  const [across, down] = [pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)];
  const scale = scaleOf(size, across, down);
  const [width, height] = [Math.round(across * scale), Math.round(down * scale)];
  const bitmap = pdfium.FPDFBitmap_Create(width, height, 0);
  if (bitmap === 0) throw new Error('PDFium cannot draw the page');
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
  pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, WITH_ANNOTATIONS);
  return { width, height, data: greyOf(bytesAt(pdfium.FPDFBitmap_GetBuffer(bitmap), width * height * 4)) };
}

async function drawInPdfjs(
  bytes: Uint8Array,
  size: Size,
  number: number,
  intent: 'display' | 'print',
): Promise<Rendering> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const { createCanvas } = await import('@napi-rs/canvas');
  const folder = (name: string) => fileURLToPath(new URL(`${name}/`, import.meta.resolve('pdfjs-dist/package.json')));
  const task = getDocument({
    data: Uint8Array.from(bytes),
    verbosity: 0,
    standardFontDataUrl: folder('standard_fonts'),
    cMapUrl: folder('cmaps'),
    wasmUrl: folder('wasm'),
  });
  try {
    const page = await (await task.promise).getPage(number);
    const { width: across, height: down } = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({ scale: scaleOf(size, across, down) });
    const [width, height] = [Math.round(viewport.width), Math.round(viewport.height)];
    const canvas = createCanvas(width, height);
    const context = canvas.getContext('2d');
    const on = { canvas: null, canvasContext: context as never, viewport, background: 'white' };
    await page.render({ ...on, intent }).promise;
    return { width, height, data: greyOf(Buffer.from(context.getImageData(0, 0, width, height).data.buffer)) };
  } finally {
    await task.destroy();
  }
}

/** The mean of each pixel's three colours, whatever their order. */
function greyOf(pixels: Buffer): Buffer {
  const grey = Buffer.alloc(pixels.length / 4);
  for (let i = 0; i < grey.length; i += 1) {
    const colours = pixels.subarray(4 * i, 4 * i + 3);
    grey[i] = Math.round(((colours[0] ?? 0) + (colours[1] ?? 0) + (colours[2] ?? 0)) / 3);
  }
  return grey;
}
