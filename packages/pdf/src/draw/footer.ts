import type { PdfRef } from '../core/objects.ts';
import { formatNumber as n, type PdfWriter } from '../core/writer.ts';
import type { FontStyle } from '../fonts.ts';
import { LEADING, type PageGeometry, type Rect } from '../layout.ts';
import { addForm, Resources } from './form.ts';
import type { PageInk } from './ink.ts';
import { anywhere, inkUnder, MARGIN_X, type Place, places } from './places.ts';
import { type QrArt, qrArt } from './qr.ts';
import { DESCENT, type FontUse } from './text.ts';

export type FooterInput = { code: string; url: string; lines: string[] };

/** What to show on a page: a form, its scale and offset in visible space, and the edge at which it is. */
export type PlacedFooter = { form: PdfRef; matrix: string; edge: 'Bottom' | 'Top' };

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
/** What a rectangle covers of fields and ink, or part of it that is at least `enough`. */
type Covered = (rect: Rect, enough: number) => number;

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
    const covered: Covered = (rect, enough) => overlap(rect, taken) + (ink ? inkUnder(ink, page, rect, enough) : 0);
    const room = page.width / point - this.qr.side - 2 * MARGIN_X;
    for (const cut of ['full', 'compact'] as const) {
      const block = this.block(cut, room, backed);
      if (block.width * point > page.width || block.height * point > page.height) continue;
      for (const rect of places(page, block, point, taken)) {
        if (covered(rect, NEGLIGIBLE) < NEGLIGIBLE) return placed(block, rect, point);
      }
    }
    return this.codeAlone(page, point, taken, covered);
  }

  /** The code in text where no symbol fits: at an edge, or else anywhere, or else where it covers least. */
  private codeAlone(page: PageGeometry, point: number, taken: Rect[], covered: Covered): PlacedFooter {
    const shortest = Math.min(page.width, page.height) / point;
    const scale = point * Math.min(1, shortest / FULL_SIZE_SIDE);
    const block = this.block('code', page.width / scale - 2 * MARGIN_X, false);
    let best: Place | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const search of [places(page, block, scale, taken), anywhere(page, block, scale)]) {
      for (const rect of search) {
        const cost = covered(rect, least);
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
