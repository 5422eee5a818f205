import {
  fitHandwriting,
  fitText,
  type Handwriting,
  LEADING,
  type Letter,
  type PageGeometry,
  placeField,
  type Rect,
} from '@rubrica/pdf/layout';

/** Where a field is on the screen and how large what is in it: the arithmetic of the stamp, in CSS pixels. */

/** A field's rectangle, as the contract has it: fractions of the page as seen. */
export interface Spot {
  readonly x: number;
  readonly y: number;
  readonly largura: number;
  readonly altura: number;
}

/** The largest size of the stamp, in points; `userUnit` divides it. */
const MAX_TEXT = 11;
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

const TEXT = '"Noto Sans", system-ui, sans-serif';
let ruler: CanvasRenderingContext2D | null = null;

/** What measures in a font at size 100. */
function rulerOf(family: string): CanvasRenderingContext2D | null {
  ruler ??= document.createElement('canvas').getContext('2d');
  if (ruler) ruler.font = `100px ${family}`;
  return ruler;
}

/** Widths of a text at size 1 in the page's own fonts, close enough to the stamp's to choose a size by. */
const measure = (text: string) => {
  const own = rulerOf(TEXT);
  return own ? own.measureText(text).width / 100 : text.length * 0.5;
};

/** The characters of a handwriting one by one, as the stamp places them. */
export function lettersOf(text: string, family: string): Letter[] {
  const own = rulerOf(family);
  return [...text.normalize()].map((character) => {
    if (!own) return { width: 0.5, from: 0, to: 0.5 };
    const { width, actualBoundingBoxLeft, actualBoundingBoxRight } = own.measureText(character);
    return { width: width / 100, from: -actualBoundingBoxLeft / 100, to: actualBoundingBoxRight / 100 };
  });
}

/** The size in pixels at which a text is drawn in a field. */
export function textSize(text: string, box: Rect, page: PageGeometry, scale: number, multiline: boolean): number {
  const unit = scale / page.userUnit;
  const inner = { width: Math.max(1, box.width - 4 * unit), height: Math.max(1, box.height - 2 * unit) };
  return fitText(text === '' ? ' ' : text, inner, measure, { max: MAX_TEXT * unit, multiline }).size;
}

/** A typed signature above its caption, in pixels. */
export function handwritingIn(
  text: string,
  family: string,
  box: Rect,
  below: number,
  page: PageGeometry,
  scale: number,
): Handwriting {
  const upper = { width: box.width, height: box.height - below };
  return fitHandwriting(upper, lettersOf(text, family), scale / page.userUnit);
}

/** The part of a signature's height that name and moment take under it. */
export function captionHeight(box: Rect, page: PageGeometry, scale: number): number {
  const line = (CAPTION_LINE * scale) / page.userUnit;
  return CAPTION_LINES * Math.min(line, (box.height * CAPTION_SHARE) / CAPTION_LINES);
}
