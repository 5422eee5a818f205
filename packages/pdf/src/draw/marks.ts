import { formatNumber as n } from '../core/writer.ts';
import {
  contain,
  type Fraction,
  fitHandwriting,
  fitText,
  type Hand,
  LEADING,
  type PageGeometry,
  placeField,
  placeHandwriting,
  type Rect,
} from '../layout.ts';
import type { Resources } from './form.ts';
import type { ImageInput, ImageUse, PlacedImage } from './images.ts';
import { ASCENT, DESCENT, type FontUse } from './text.ts';

/**
 * Something drawn in a field. `page` counts from 1; marks with a larger `z` cover those with a smaller one, and equal
 * ones cover each other in the given order.
 */
export type Mark = {
  page: number;
  at: Fraction;
  z: number;
} /** `size`: the largest font size in points; 11 where absent. `hand`: the handwriting of `text`; loose where absent. */ & (
  | { kind: 'text'; text: string; multiline?: boolean; size?: number }
  | { kind: 'signature'; image?: ImageInput; text?: string; hand?: Hand; caption?: string[] }
  | { kind: 'image'; image: ImageInput }
  | { kind: 'check'; checked: boolean }
);

/** Sizes in points, to be divided by the page's userUnit. */
const MAX_TEXT = 11;
const MAX_CAPTION = 6;
/** The share of a signature's height that its caption may take. */
const CAPTION_SHARE = 0.42;
/** The colour of signatures: the blue-black of a pen. */
const INK = '0.07 0.12 0.35 rg';
const BLACK = '0.1 g';
const GREY = '0.3 g';

/** Draws the marks of one page as content in visible space. */
export class MarkPainter {
  private readonly text: FontUse;
  private readonly images: ImageUse;

  constructor(text: FontUse, images: ImageUse) {
    this.text = text;
    this.images = images;
  }

  /**
   * @param tag wraps the content of each mark
   * @throws UndrawableTextError, ImageError
   */
  paint(
    page: PageGeometry,
    marks: Mark[],
    resources: Resources,
    tag: (mark: Mark, content: string) => string = (_, content) => content,
  ): string {
    const point = 1 / page.userUnit;
    let content = '';
    for (const mark of marks.toSorted((a, b) => a.z - b.z)) {
      const box = placeField(page, mark.at);
      if (!(box.width > 0 && box.height > 0)) continue;
      // The clip keeps swashes and rounding errors inside the field.
      const clip = `q ${n(box.x)} ${n(box.y)} ${n(box.width)} ${n(box.height)} re W n\n`;
      content += tag(mark, `${clip}${this.one(mark, box, point, resources)}Q\n`);
    }
    return content;
  }

  private one(mark: Mark, box: Rect, point: number, resources: Resources): string {
    switch (mark.kind) {
      case 'text':
        return this.textField(mark, box, point, resources);
      case 'signature':
        return this.signature(mark, box, point, resources);
      case 'image':
        return showImage(this.images.embed(mark.image), box, 'center', resources);
      case 'check':
        return check(mark.checked, box, point);
    }
  }

  private textField(mark: Extract<Mark, { kind: 'text' }>, box: Rect, point: number, resources: Resources): string {
    const { text, multiline = false } = mark;
    const inner = inset(box, Math.min(2 * point, box.width * 0.04), Math.min(point, box.height * 0.04));
    const limits = { max: (mark.size ?? MAX_TEXT) * point, multiline };
    const fitted = fitText(text, inner, this.text.measure('regular'), limits);
    const pitch = fitted.size * LEADING;
    const height = fitted.lines.length * pitch;
    // A single line is centred vertically in its field, several start at the top.
    const top = inner.y + inner.height - (multiline ? 0 : (inner.height - height) / 2);
    let content = `${BLACK}\n`;
    fitted.lines.forEach((line, i) => {
      if (line === '') return;
      const baseline = top - i * pitch - fitted.size * ASCENT;
      content += this.text.line(resources.fonts, 'regular', line, fitted.size, inner.x, baseline);
    });
    return content;
  }

  private signature(
    mark: Extract<Mark, { kind: 'signature' }>,
    box: Rect,
    point: number,
    resources: Resources,
  ): string {
    const caption = (mark.caption ?? []).filter((line) => line !== '');
    const pitch = Math.min(MAX_CAPTION * point * LEADING, (box.height * CAPTION_SHARE) / Math.max(1, caption.length));
    const below = caption.length * pitch;
    const upper = { ...box, y: box.y + below, height: box.height - below };
    let content = '';
    if (mark.image) content += showImage(this.images.embed(mark.image), upper, 'center', resources);
    if (mark.text) content += this.handwriting(mark.text, mark.hand ?? 'loose', upper, point, resources);
    if (caption.length === 0) return content;
    const line = Math.min(0.4 * point, pitch * 0.06);
    content += `${GREY} ${n(box.x)} ${n(upper.y)} ${n(box.width)} ${n(line)} re f\n`;
    caption.forEach((text, i) => {
      const wide = this.text.measure('regular')(text);
      const size = Math.min(pitch / LEADING, (box.width * 0.98) / Math.max(wide, 0.01));
      const x = box.x + (box.width - wide * size) / 2;
      const baseline = box.y + below - i * pitch - (pitch - size * (ASCENT + DESCENT)) / 2 - size * ASCENT;
      content += this.text.line(resources.fonts, 'regular', text, size, x, baseline);
    });
    return content;
  }

  private handwriting(text: string, hand: Hand, box: Rect, point: number, resources: Resources): string {
    const fitted = fitHandwriting(box, this.text.letters(hand, text), point);
    const { x, baseline } = placeHandwriting(box, fitted, hand);
    return `${INK}\n${this.text.line(resources.fonts, hand, text, fitted.size, x, baseline)}`;
  }
}

function inset(box: Rect, x: number, y: number): Rect {
  return { x: box.x + x, y: box.y + y, width: box.width - 2 * x, height: box.height - 2 * y };
}

/** EXIF orientations as matrices of the unit square (CIPA DC-008 figure of tag 0x0112). */
const TURNS = [
  '1 0 0 1 0 0',
  '-1 0 0 1 1 0',
  '-1 0 0 -1 1 1',
  '1 0 0 -1 0 1',
  '0 -1 -1 0 1 1',
  '0 -1 1 0 0 1',
  '0 1 1 0 0 0',
  '0 1 -1 0 1 0',
] as const;

function showImage(image: PlacedImage, box: Rect, align: 'left' | 'center', resources: Resources): string {
  const at = contain(box, image.width, image.height, align);
  const turn = image.orientation === 1 ? '' : ` ${TURNS[image.orientation - 1]} cm`;
  return `q ${n(at.width)} 0 0 ${n(at.height)} ${n(at.x)} ${n(at.y)} cm${turn} /${resources.image(image.ref)} Do Q\n`;
}

/** A box as large as the field's shorter side, ticked or empty. */
function check(checked: boolean, box: Rect, point: number): string {
  const side = Math.min(box.width, box.height) * 0.9;
  const x = box.x + (box.width - side) / 2;
  const y = box.y + (box.height - side) / 2;
  const line = Math.min(0.8 * point, side * 0.06);
  let content = `0.1 G ${n(line)} w ${n(x + line / 2)} ${n(y + line / 2)} ${n(side - line)} ${n(side - line)} re S\n`;
  if (checked) {
    const at = (u: number, v: number): string => `${n(x + u * side)} ${n(y + v * side)}`;
    content += `0.07 0.12 0.35 RG ${n(side * 0.11)} w 1 J 1 j ${at(0.22, 0.5)} m ${at(0.42, 0.27)} l ${at(0.79, 0.75)} l S\n`;
  }
  return content;
}
