import type { PdfRef } from '../core/objects.ts';
import { formatNumber as n, type PdfWriter } from '../core/writer.ts';
import type { FontStyle } from '../fonts.ts';
import type { PageGeometry, Rect } from '../layout.ts';
import { addForm, Resources } from './form.ts';
import { type QrArt, qrArt } from './qr.ts';
import type { FontUse } from './text.ts';

export type FooterInput = { code: string; url: string; lines: string[] };

/** What to show on a page: a form, placed by scale and offset in seen space. */
export type PlacedFooter = { form: PdfRef; matrix: string };

/** Points from the page's edge; with the quiet zone the symbol stays clear of what printers cannot reach. */
const MARGIN_X = 8;
const MARGIN_Y = 6;
const CODE_SIZE = 7;
const LINE_SIZE = 6;
const MAX_TEXT_WIDTH = 430;
/** Pages shorter than this on one side (points) get a footer scaled down in proportion. */
const FULL_SIZE_SIDE = 300;

type Block = { form: PdfRef; width: number; height: number };

/**
 * The validation footer: drawn once for each width of page and each of two cuts, shown on every page in the bottom
 * margin, moved aside or up where fields stand.
 */
export class Footer {
  private readonly writer: PdfWriter;
  private readonly text: FontUse;
  private readonly input: FooterInput;
  private readonly qr: QrArt;
  private readonly blocks = new Map<string, Block>();
  /** Places on pages without fields, which most pages share. */
  private readonly empty = new Map<string, PlacedFooter>();

  constructor(writer: PdfWriter, text: FontUse, input: FooterInput) {
    this.writer = writer;
    this.text = text;
    this.input = input;
    this.qr = qrArt(input.url);
  }

  /** Chooses the footer's place on a page. @param taken what it must not cover, in seen space. */
  place(page: PageGeometry, taken: Rect[]): PlacedFooter {
    if (taken.length > 0) return this.choose(page, taken);
    const key = `${page.width} ${page.height} ${page.userUnit}`;
    const placed = this.empty.get(key) ?? this.choose(page, taken);
    this.empty.set(key, placed);
    return placed;
  }

  private choose(page: PageGeometry, taken: Rect[]): PlacedFooter {
    // Points as the paper has them: a unit of the page is userUnit points.
    const shortest = Math.min(page.width, page.height) * page.userUnit;
    const scale = Math.min(1, shortest / FULL_SIZE_SIDE) / page.userUnit;
    const room = page.width / scale - this.qr.side - 2 * MARGIN_X;
    const candidates = [this.block('full', room), this.block('compact', room)].flatMap((block) =>
      positions(page, block, scale, taken).map((rect) => ({ block, rect, overlap: overlap(rect, taken) })),
    );
    const best = candidates.reduce((a, b) => (b.overlap < a.overlap - 1e-6 ? b : a));
    return { form: best.block.form, matrix: `${n(scale)} 0 0 ${n(scale)} ${n(best.rect.x)} ${n(best.rect.y)} cm` };
  }

  private block(cut: 'full' | 'compact', room: number): Block {
    const width = Math.max(20, Math.min(room, MAX_TEXT_WIDTH));
    const key = `${cut} ${Math.round(width)}`;
    let block = this.blocks.get(key);
    if (!block) {
      block = this.draw(cut, width);
      this.blocks.set(key, block);
    }
    return block;
  }

  private draw(cut: 'full' | 'compact', room: number): Block {
    const { code, url, lines } = this.input;
    const resources = new Resources();
    const small = cut === 'full' ? [...lines, url] : [];
    const rows: { style: FontStyle; text: string; size: number }[] = [
      { style: 'bold', text: code, size: CODE_SIZE },
      ...small.map((text) => ({ style: 'regular' as const, text, size: LINE_SIZE })),
    ];
    const pitch = Math.min(8.2, (this.qr.side - 8) / rows.length);
    let y = (this.qr.side + rows.length * pitch) / 2 - pitch + 1.8;
    let content = `${this.qr.content}0.25 g\n`;
    let widest = 0;
    for (const row of rows) {
      const measured = this.text.measure(row.style)(row.text);
      const size = Math.min(row.size, pitch * 0.88, room / Math.max(measured, 0.01));
      content += this.text.line(resources.fonts, row.style, row.text, size, this.qr.side, y);
      widest = Math.max(widest, measured * size);
      y -= pitch;
    }
    const width = this.qr.side + widest + 2;
    const form = addForm(this.writer, [0, 0, width, this.qr.side], content, resources);
    return { form, width, height: this.qr.side };
  }
}

/** Places to try, best first: along the bottom margin, then along the top. */
function positions(page: PageGeometry, block: Block, scale: number, taken: Rect[]): Rect[] {
  const width = block.width * scale;
  const height = block.height * scale;
  const left = MARGIN_X * scale;
  const right = page.width - width - left;
  const bottom = MARGIN_Y * scale;
  const top = page.height - height - bottom;
  const beside = taken.flatMap((rect) => [rect.x + rect.width + scale, rect.x - width - scale]);
  const xs = [left, right, ...beside].filter((x) => x >= 0 && x + width <= page.width + 1e-6);
  if (xs.length === 0) xs.push(0);
  return [bottom, top].flatMap((y) => xs.map((x) => ({ x, y: Math.max(0, y), width, height })));
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
