import type { PdfDocument } from './core/document.ts';
import { fieldOf } from './core/forms.ts';
import { isName, type PdfDict, PdfName, PdfRef, PdfStream, PdfString, type PdfValue } from './core/objects.ts';
import type { Page } from './core/pages.ts';
import type { Mark } from './draw/marks.ts';
import { type Box, type Matrix, seenFraction } from './layout.ts';

/** A place where the value of a form field is shown. */
export type FormPlace = {
  name: string;
  page: number;
  rect: Box;
  multiline: boolean;
  /** The font size specified by the form, in points; undefined if it leaves the choice to the viewer. */
  size: number | undefined;
};

/** Ff bits of ISO 32000-2 tables 226 and 227. */
const READ_ONLY = 1;
const MULTILINE = 1 << 12;
const PUSH_BUTTON = 1 << 16;
/** F bits of table 167: an annotation that is not shown. */
const HIDDEN = 1 << 1;
const NO_VIEW = 1 << 5;
const MAX_WIDGETS = 20_000;

type Widget = { dict: PdfDict; page: number };

function* widgets(document: PdfDocument, pages: readonly Page[]): Generator<Widget> {
  let visited = 0;
  for (const [index, page] of pages.entries()) {
    for (const item of document.array(page.dict.get('Annots')) ?? []) {
      const dict = document.dict(item);
      if (!dict || !isName(document.resolve(dict.get('Subtype')), 'Widget')) continue;
      if (++visited > MAX_WIDGETS) return;
      yield { dict, page: index + 1 };
    }
  }
}

/** The places of every fillable text and choice field, in page order. */
export function formPlaces(document: PdfDocument, pages: readonly Page[]): FormPlace[] {
  const form = document.dict(document.catalog().get('AcroForm'));
  const places: FormPlace[] = [];
  for (const { dict, page } of widgets(document, pages)) {
    const field = fieldOf(document, dict);
    const type = document.resolve(field.FT);
    const flags = integer(document, field.Ff);
    const rect = rectOf(document, dict);
    if (!(isName(type, 'Tx') || isName(type, 'Ch')) || flags & READ_ONLY || field.name === '' || !rect) continue;
    places.push({
      name: field.name,
      page,
      rect,
      multiline: isName(type, 'Tx') && (flags & MULTILINE) !== 0,
      size: fontSize(document.resolve(field.DA ?? form?.get('DA'))),
    });
  }
  return places;
}

/** The marks that write values into their fields' places. */
export function marksOfValues(
  pages: readonly Page[],
  places: readonly FormPlace[],
  values: ReadonlyMap<string, string>,
): Mark[] {
  return places.flatMap(({ name, page, rect, multiline, size }) => {
    const text = values.get(name) ?? '';
    const geometry = pages[page - 1]?.geometry;
    if (text === '' || !geometry) return [];
    const at = seenFraction(geometry, rect);
    return [{ kind: 'text', page, at, z: 0, text, multiline, ...(size === undefined ? {} : { size }) } satisfies Mark];
  });
}

/**
 * What remains of a page's form after flattening: the appearances of buttons and the like, and the annotations that
 * stay.
 */
export type FlatPage = { appearances: Appearance[]; annotations: PdfValue[] };

/** A form XObject and the matrix that positions it. */
export type Appearance = { form: PdfRef; matrix: Matrix };

/**
 * Removes the form from a page: text and choice fields are dropped, because their values are drawn as text; anything
 * else that was visible (a ticked box, a logo in a button) stays as the drawing it was.
 * @returns undefined if the page has no part of the form
 */
export function flattenPage(document: PdfDocument, page: Page): FlatPage | undefined {
  const items = document.array(page.dict.get('Annots')) ?? [];
  const isWidget = (item: PdfValue) => isName(document.resolve(document.dict(item)?.get('Subtype')), 'Widget');
  const annotations = items.filter((item) => !isWidget(item));
  if (annotations.length === items.length) return undefined;
  const appearances: FlatPage['appearances'] = [];
  for (const item of items) {
    const dict = document.dict(item);
    if (!dict || !isWidget(item)) continue;
    const field = fieldOf(document, dict);
    const type = document.resolve(field.FT);
    const writable = (isName(type, 'Tx') || isName(type, 'Ch')) && !(integer(document, field.Ff) & READ_ONLY);
    const pushed = isName(type, 'Btn') && (integer(document, field.Ff) & PUSH_BUTTON) !== 0;
    const shown = (integer(document, dict.get('F')) & (HIDDEN | NO_VIEW)) === 0;
    const appearance = shown && !writable && !pushed ? appearanceOf(document, dict) : undefined;
    if (appearance) appearances.push(appearance);
  }
  return { appearances, annotations };
}

/** The normal appearance of an annotation in its current state, and the matrix of clause 12.5.5 that positions it. */
export function appearanceOf(document: PdfDocument, dict: PdfDict): Appearance | undefined {
  const normal = document.dict(dict.get('AP'))?.get('N');
  const resolved = document.resolve(normal);
  const state = document.resolve(dict.get('AS'));
  const ref = resolved instanceof Map ? resolved.get(state instanceof PdfName ? state.name : 'Off') : normal;
  const form = document.resolve(ref);
  const rect = rectOf(document, dict);
  if (!(ref instanceof PdfRef) || !(form instanceof PdfStream) || !rect) return undefined;
  const box = numbers(document, form.dict.get('BBox'), 4);
  if (!box) return undefined;
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbers(document, form.dict.get('Matrix'), 6) ?? [];
  const corners = [0, 2].flatMap((i) => [1, 3].map((j) => [box[i] as number, box[j] as number] as const));
  const xs = corners.map(([x, y]) => a * x + c * y + e);
  const ys = corners.map(([x, y]) => b * x + d * y + f);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [low, high] = [Math.min(...ys), Math.max(...ys)];
  if (!(right > left) || !(high > low)) return undefined;
  const sx = (rect[2] - rect[0]) / (right - left);
  const sy = (rect[3] - rect[1]) / (high - low);
  return { form: ref, matrix: [sx, 0, 0, sy, rect[0] - left * sx, rect[1] - low * sy] };
}

/** An annotation's rectangle with its corners in order; undefined if it has no area. */
export function rectOf(document: PdfDocument, dict: PdfDict): Box | undefined {
  const rect = numbers(document, dict.get('Rect'), 4);
  if (!rect) return undefined;
  const [a = 0, b = 0, c = 0, d = 0] = rect;
  const box: Box = [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
  return box[2] > box[0] && box[3] > box[1] ? box : undefined;
}

/** An array of exactly the expected number of numbers, otherwise undefined. */
export function numbers(document: PdfDocument, value: PdfValue | undefined, count: number): number[] | undefined {
  const items = document.array(value)?.map((item) => document.resolve(item));
  return items?.length === count && items.every((item) => typeof item === 'number') ? (items as number[]) : undefined;
}

/** A number, or 0 if there is none. */
export function integer(document: PdfDocument, value: PdfValue | undefined): number {
  const resolved = document.resolve(value);
  return typeof resolved === 'number' ? resolved : 0;
}

/** The size in a default appearance such as `/Helv 12 Tf 0 g`; zero means automatic (clause 12.7.4.3). */
function fontSize(appearance: PdfValue): number | undefined {
  if (!(appearance instanceof PdfString)) return undefined;
  const found = /([\d.]+)\s+Tf/.exec(Buffer.from(appearance.bytes).toString('latin1'));
  const size = Number(found?.[1]);
  return size > 0 && size < 200 ? size : undefined;
}
