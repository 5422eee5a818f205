import { type PageGeometry, pageGeometry } from '@rubrica/pdf/layout';
import type { PDFDocumentProxy, PDFPageProxy, TextLayer } from 'pdfjs-dist';
import modernWorker from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import legacyWorker from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { paragraphsOf } from './flow.ts';

type Pdfjs = typeof import('pdfjs-dist');

/** What the current build of pdf.js takes for granted; older phones get the build with polyfills. */
const isModern = () =>
  'getOrInsertComputed' in Map.prototype && 'sumPrecise' in Math && 'fromHex' in Uint8Array && 'try' in Promise;

let loaded: Promise<Pdfjs> | undefined;

/** pdf.js, loaded once. A failed load is tried again the next time. */
export function loadPdfjs(): Promise<Pdfjs> {
  loaded ??= (async () => {
    const modern = isModern();
    const pdfjs: Pdfjs = modern
      ? await import('pdfjs-dist/build/pdf.min.mjs')
      : await import('pdfjs-dist/legacy/build/pdf.min.mjs');
    pdfjs.GlobalWorkerOptions.workerSrc = modern ? modernWorker : legacyWorker;
    return pdfjs;
  })().catch((error) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

/** Downloads the viewer while the person is still reading something else. */
export async function warmUp(): Promise<void> {
  await loadPdfjs();
  await fetch(isModern() ? modernWorker : legacyWorker, { credentials: 'omit' });
}

/** One document opened for showing. */
export interface OpenPdf {
  readonly pages: number;
  geometry(number: number): Promise<PageGeometry>;
  /** Draws a page. @returns what stops it */
  draw(number: number, canvas: HTMLCanvasElement, scale: number): { done: Promise<void>; cancel: () => void };
  /** Lays the page's text over its picture, for selection and for screen readers. */
  layText(number: number, container: HTMLElement, scale: number): { done: Promise<void>; cancel: () => void };
  /** The page's text by itself, a paragraph each. */
  text(number: number): Promise<string[]>;
  /** Lets go of what a page out of sight holds. */
  release(number: number): void;
  close(): void;
}

/** Pages beside a damaged box are shown as A4, as the server takes none of them. */
const A4: PageGeometry = { width: 595, height: 842, rotation: 0, userUnit: 1, box: [0, 0, 595, 842] };

const geometryOf = (page: PDFPageProxy): PageGeometry =>
  pageGeometry(page.view, undefined, page.rotate, page.userUnit) ?? A4;

/** @param data the file; pdf.js takes it over */
export async function openPdf(data: ArrayBuffer): Promise<OpenPdf> {
  const pdfjs = await loadPdfjs();
  const place = `${import.meta.env.BASE_URL}pdfjs`;
  const task = pdfjs.getDocument({
    data,
    cMapUrl: `${place}/cmaps/`,
    standardFontDataUrl: `${place}/standard_fonts/`,
    wasmUrl: `${place}/wasm/`,
    iccUrl: `${place}/iccs/`,
    enableXfa: false,
    verbosity: 0,
  });
  return wrap(pdfjs, await task.promise, () => void task.destroy());
}

function wrap(pdfjs: Pdfjs, pdf: PDFDocumentProxy, close: () => void): OpenPdf {
  /** `units` are of the page as seen, its userUnit not applied, as fields and layout reckon; pdf.js applies it. */
  const viewportOf = (page: PDFPageProxy, scale: number) => page.getViewport({ scale: scale / (page.userUnit || 1) });
  return {
    pages: pdf.numPages,
    close,
    geometry: async (number) => geometryOf(await pdf.getPage(number)),
    draw(number, canvas, scale) {
      let stop = () => {};
      let stopped = false;
      const done = (async () => {
        const page = await pdf.getPage(number);
        if (stopped) return;
        const task = page.render({ canvas, viewport: viewportOf(page, scale) });
        stop = () => task.cancel();
        await task.promise;
      })().catch((error) => {
        if (!stopped) throw error;
      });
      return {
        done,
        cancel: () => {
          stopped = true;
          stop();
        },
      };
    },
    layText(number, container, scale) {
      let layer: TextLayer | undefined;
      let stopped = false;
      const done = (async () => {
        const page = await pdf.getPage(number);
        if (stopped) return;
        const viewport = viewportOf(page, scale);
        layer = new pdfjs.TextLayer({ textContentSource: page.streamTextContent(), container, viewport });
        await layer.render();
      })().catch((error) => {
        if (!stopped) throw error;
      });
      return {
        done,
        cancel: () => {
          stopped = true;
          layer?.cancel();
        },
      };
    },
    async text(number) {
      const { items } = await (await pdf.getPage(number)).getTextContent();
      return paragraphsOf(items.filter((item) => 'str' in item));
    },
    release(number) {
      void pdf.getPage(number).then((page) => page.cleanup());
    },
  };
}
