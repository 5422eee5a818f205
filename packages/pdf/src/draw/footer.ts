import type { PdfRef } from '../core/objects.ts';
import { formatNumber as n, type PdfWriter } from '../core/writer.ts';
import type { FontStyle } from '../fonts.ts';
import { LEADING, type PageGeometry, type Rect } from '../layout.ts';
import { addForm, Resources } from './form.ts';
import { inkWithin, type PageInk } from './ink.ts';
import { type QrArt, qrArt } from './qr.ts';
import { DESCENT, type FontUse } from './text.ts';

export type FooterInput = { code: string; url: string; lines: string[] };

/** What to show on a page: a form, its scale and offset in visible space, and the edge at which it is. */
export type PlacedFooter = { form: PdfRef; matrix: string; edge: 'Bottom' | 'Top' };

/** Points from the page's edge; together with the quiet zone this keeps the symbol within the printable area. */
const MARGIN_X = 8;
const MARGIN_Y = 6;
/** How far from the edge to look for free space, and in what steps. */
const DEEPEST = 46;
const STEP = 8;
const CODE_SIZE = 7;
const LINE_SIZE = 6;
const MAX_TEXT_WIDTH = 430;
/**
 * On pages shorter than this on one side (points) the code in text is scaled down in proportion; the symbol never is.
 */
const FULL_SIZE_SIDE = 300;
/** Smaller overlaps are rounding errors. */
const NEGLIGIBLE = 1e-6;

/** With QR code and all lines; with QR code and the code in text; only the code in text. */
type Cut = 'full' | 'compact' | 'code';
type Block = { form: PdfRef; width: number; height: number };
type Place = Rect & { edge: 'Bottom' | 'Top' };

/**
 * The validation footer: drawn once per page width and variant, and placed on every page where it covers neither ink
 * nor a field: in the bottom margin, or else in the top one, or else only the code in text.
 */
export class Footer {
  private readonly writer: PdfWriter;
  private readonly text: FontUse;
  private readonly input: FooterInput;
  private readonly qr: QrArt;
  private readonly blocks = new Map<string, Block>();
  /** Positions for pages without fields and of which nothing is known. */
  private readonly empty = new Map<string, PlacedFooter>();

  constructor(writer: PdfWriter, text: FontUse, input: FooterInput) {
    this.writer = writer;
    this.text = text;
    this.input = input;
    this.qr = qrArt(input.url);
  }

  /**
   * Chooses the footer's position on a page.
   * @param taken what it must not cover, in visible space @param ink where the page has ink, if known
   */
  place(page: PageGeometry, taken: Rect[], ink: PageInk | null): PlacedFooter {
    if (taken.length > 0 || ink) return this.choose(page, taken, ink);
    const key = `${page.width} ${page.height} ${page.userUnit}`;
    const placed = this.empty.get(key) ?? this.choose(page, taken, ink);
    this.empty.set(key, placed);
    return placed;
  }

  private choose(page: PageGeometry, taken: Rect[], ink: PageInk | null): PlacedFooter {
    const point = 1 / page.userUnit;
    const backed = ink !== null && !ink.white;
    const covered = (rect: Rect): number => overlap(rect, taken) + (ink ? inkUnder(ink, page, rect) : 0);
    const room = page.width / point - this.qr.side - 2 * MARGIN_X;
    for (const cut of ['full', 'compact'] as const) {
      const block = this.block(cut, room, backed);
      if (block.width * point > page.width || block.height * point > page.height) continue;
      for (const rect of places(page, block, point, taken)) {
        if (covered(rect) < NEGLIGIBLE) return placed(block, rect, point);
      }
    }
    return this.codeAlone(page, point, taken, covered);
  }

  /** The code in text where no symbol fits: at an edge, or else anywhere, or else where it covers least. */
  private codeAlone(page: PageGeometry, point: number, taken: Rect[], covered: (rect: Rect) => number): PlacedFooter {
    const shortest = Math.min(page.width, page.height) / point;
    const scale = point * Math.min(1, shortest / FULL_SIZE_SIDE);
    const block = this.block('code', page.width / scale - 2 * MARGIN_X, false);
    let best: Place | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const search of [places(page, block, scale, taken), anywhere(page, block, scale)]) {
      for (const rect of search) {
        const cost = covered(rect);
        if (cost < least) [best, least] = [rect, cost];
        if (cost < NEGLIGIBLE) return placed(block, rect, scale);
      }
    }
    return placed(block, best ?? { x: 0, y: 0, width: 0, height: 0, edge: 'Bottom' }, scale);
  }

  private block(cut: Cut, room: number, backed: boolean): Block {
    const width = Math.max(20, Math.min(room, MAX_TEXT_WIDTH));
    const key = `${cut} ${Math.round(width)} ${backed}`;
    let block = this.blocks.get(key);
    if (!block) {
      block = cut === 'code' ? this.drawCode(width) : this.draw(cut, width, backed);
      this.blocks.set(key, block);
    }
    return block;
  }

  private drawCode(room: number): Block {
    const measured = this.text.measure('bold')(this.input.code);
    const size = Math.min(CODE_SIZE, room / Math.max(measured, 0.01));
    const resources = new Resources();
    const line = this.text.line(resources.fonts, 'bold', this.input.code, size, 0, size * DESCENT);
    // If no space is free, a light outline separates the letters from what is below them.
    const content = `q 1 G ${n(size * 0.25)} w 1 j 1 Tr\n${line}Q\n0.25 g\n${line}`;
    const [width, height] = [measured * size, size * LEADING];
    return { form: addForm(this.writer, [0, 0, width, height], content, resources), width, height };
  }

  private draw(cut: Cut, room: number, backed: boolean): Block {
    const { code, url, lines } = this.input;
    const resources = new Resources();
    const small = cut === 'full' ? [...lines, url] : [];
    const rows: { style: FontStyle; text: string; size: number }[] = [
      { style: 'bold', text: code, size: CODE_SIZE },
      ...small.map((text) => ({ style: 'regular' as const, text, size: LINE_SIZE })),
    ];
    const pitch = Math.min(8.2, (this.qr.side - 8) / rows.length);
    let y = (this.qr.side + rows.length * pitch) / 2 - pitch + 1.8;
    let text = '';
    let widest = 0;
    for (const row of rows) {
      const measured = this.text.measure(row.style)(row.text);
      const size = Math.min(row.size, pitch * 0.88, room / Math.max(measured, 0.01));
      text += this.text.line(resources.fonts, row.style, row.text, size, this.qr.side, y);
      widest = Math.max(widest, measured * size);
      y -= pitch;
    }
    const width = this.qr.side + widest + 2;
    // On coloured paper the text needs a white background, as the symbol does.
    const back = backed ? `1 g 0 0 ${n(width)} ${n(this.qr.side)} re f\n` : '';
    const content = `${back}${this.qr.content}0.25 g\n${text}`;
    const form = addForm(this.writer, [0, 0, width, this.qr.side], content, resources);
    return { form, width, height: this.qr.side };
  }
}

function placed({ form }: Block, { x, y, edge }: Place, scale: number): PlacedFooter {
  return { form, matrix: `${n(scale)} 0 0 ${n(scale)} ${n(x)} ${n(y)} cm`, edge };
}

/** Positions to try, best first: at the bottom from the margin upwards, then at the top; corners first. */
function* places(page: PageGeometry, block: Block, scale: number, taken: Rect[]): Generator<Place> {
  const width = block.width * scale;
  const height = block.height * scale;
  const left = Math.min(MARGIN_X * scale, Math.max(0, page.width - width));
  const right = Math.max(left, page.width - width - left);
  const beside = taken.flatMap((rect) => [rect.x + rect.width + scale, rect.x - width - scale]);
  const steps = Array.from({ length: Math.ceil((right - left) / (STEP * scale)) }, (_, i) => left + i * STEP * scale);
  const inside = (x: number): boolean => x >= 0 && x + width <= page.width + 1e-6;
  const xs = [left, right, ...beside.filter(inside), ...steps.slice(1)];
  for (const edge of ['Bottom', 'Top'] as const) {
    for (let depth = MARGIN_Y; depth <= DEEPEST; depth += STEP / 2) {
      const off = Math.min(depth * scale, Math.max(0, page.height - height));
      const y = edge === 'Bottom' ? off : page.height - height - off;
      for (const x of xs) yield { x, y, width, height, edge };
      if (off < depth * scale) break;
    }
  }
}

/** A position in every possible row of text of a page, from the bottom up. */
function* anywhere(page: PageGeometry, block: Block, scale: number): Generator<Place> {
  const [width, height, step] = [block.width * scale, block.height * scale, STEP * scale];
  const edge = 'Bottom';
  for (let y = 0; y + height <= page.height; y += step) {
    for (let x = 0; x + width <= page.width; x += step) yield { x, y, width, height, edge };
  }
}

/** Inked cells under a rectangle in visible space. */
function inkUnder(ink: PageInk, page: PageGeometry, { x, y, width, height }: Rect): number {
  const top = 1 - (y + height) / page.height;
  return inkWithin(ink, x / page.width, top, (x + width) / page.width, 1 - y / page.height);
}

/** Area of a rectangle covered by others. */
function overlap(rect: Rect, others: Rect[]): number {
  let area = 0;
  for (const other of others) {
    const w = Math.min(rect.x + rect.width, other.x + other.width) - Math.max(rect.x, other.x);
    const h = Math.min(rect.y + rect.height, other.y + other.height) - Math.max(rect.y, other.y);
    if (w > 0 && h > 0) area += w * h;
  }
  return area;
}
