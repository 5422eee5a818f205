import { fitText, LEADING, type PageGeometry, placeField, type Rect } from '@rubrica/pdf/layout';

/** Where a field is on the screen and how large what is in it: the arithmetic of the stamp, in CSS pixels. */

/** A field's rectangle, as the contract has it: fractions of the page as seen. */
export interface Spot {
  readonly x: number;
  readonly y: number;
  readonly largura: number;
  readonly altura: number;
}

/** Largest sizes of the stamp, in points; `userUnit` divides them. */
const MAX_TEXT = 11;
const MAX_SCRIPT = 30;
const CAPTION_LINE = 6 * LEADING;
const CAPTION_SHARE = 0.42;
const CAPTION_LINES = 2;

/** The field's rectangle in pixels, from the top left of the page. */
export function boxOf(campo: Spot, page: PageGeometry, scale: number): Rect {
  const at = placeField(page, { x: campo.x, y: campo.y, width: campo.largura, height: campo.altura });
  return {
    x: at.x * scale,
    y: (page.height - at.y - at.height) * scale,
    width: at.width * scale,
    height: at.height * scale,
  };
}

let ruler: CanvasRenderingContext2D | null = null;

/** Widths of a text at size 1 in the page's own fonts, close enough to the stamp's to choose a size by. */
const measureIn = (family: string) => (text: string) => {
  ruler ??= document.createElement('canvas').getContext('2d');
  if (!ruler) return text.length * 0.5;
  ruler.font = `100px ${family}`;
  return ruler.measureText(text).width / 100;
};
const measure = measureIn('"Noto Sans", system-ui, sans-serif');
const measureScript = measureIn('Caveat, cursive');

/** The size in pixels at which a text is drawn in a field. */
export function textSize(text: string, box: Rect, page: PageGeometry, scale: number, multiline: boolean): number {
  const unit = scale / page.userUnit;
  const inner = { width: Math.max(1, box.width - 4 * unit), height: Math.max(1, box.height - 2 * unit) };
  return fitText(text === '' ? ' ' : text, inner, measure, { max: MAX_TEXT * unit, multiline }).size;
}

/** The size in pixels of a typed signature above its caption. */
export function scriptSize(text: string, box: Rect, below: number, page: PageGeometry, scale: number): number {
  const inner = { width: box.width * 0.92, height: (box.height - below) * 0.96 };
  return fitText(text, inner, measureScript, { max: (MAX_SCRIPT * scale) / page.userUnit, multiline: false }).size;
}

/** The part of a signature's height that name and moment take under it. */
export function captionHeight(box: Rect, page: PageGeometry, scale: number): number {
  const line = (CAPTION_LINE * scale) / page.userUnit;
  return CAPTION_LINES * Math.min(line, (box.height * CAPTION_SHARE) / CAPTION_LINES);
}
