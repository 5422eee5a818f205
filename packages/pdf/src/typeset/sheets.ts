import { dict, name, type PdfDict, type PdfRef, PdfString } from '../core/objects.ts';
import { formatNumber as n, PdfWriter, stream } from '../core/writer.ts';
import { Resources } from '../draw/form.ts';
import { ASCENT, FontUse } from '../draw/text.ts';
import { Watermark } from '../draw/watermark.ts';
import type { FontSet, FontStyle } from '../fonts.ts';
import { LEADING, pageGeometry, seenToUser, wrap } from '../layout.ts';

/** A4, in points. */
const SHORT = 595.28;
const LONG = 841.89;

export type TextStyle = { style: FontStyle; size: number; color: string };
export type Cell = TextStyle & {
  text: string;
  x: number;
  width: number;
  align?: 'left' | 'right';
  /** More text under the first, in a style of its own. */
  below?: TextStyle & { text: string };
};
type Line = TextStyle & { text: string };
type Sheet = { content: string; resources: Resources; landscape: boolean };

/**
 * Sets text from top to bottom on as many A4 sheets as it takes. `y` is the cursor: the distance from the bottom of
 * the sheet to the top of what comes next.
 */
export class Sheets {
  readonly writer = PdfWriter.create();
  readonly text: FontUse;
  readonly margin: { left: number; right: number; top: number; bottom: number };
  y = 0;
  /** Called on every sheet begun by overflow, to repeat a table's head. */
  onOverflow: (() => void) | undefined;
  private readonly sheets: Sheet[] = [];

  constructor(fonts: FontSet, margin = { left: 56, right: 56, top: 52, bottom: 58 }) {
    this.margin = margin;
    this.text = new FontUse(this.writer, fonts);
    this.begin();
  }

  get sheet(): Sheet {
    return this.sheets.at(-1) as Sheet;
  }
  get width(): number {
    return this.sheet.landscape ? LONG : SHORT;
  }
  get height(): number {
    return this.sheet.landscape ? SHORT : LONG;
  }
  /** Width between the margins. */
  get measureWidth(): number {
    return this.width - this.margin.left - this.margin.right;
  }

  /** Begins a sheet; a landscape one is a portrait page turned by /Rotate, as scanners and word processors make them. */
  begin(landscape = false): void {
    this.sheets.push({ content: '', resources: new Resources(), landscape });
    this.y = this.height - this.margin.top;
  }

  /** Nothing stands on the current sheet yet. */
  get atTop(): boolean {
    return this.y === this.height - this.margin.top;
  }

  /** Begins a new sheet unless `height` more points fit on this one. */
  need(height: number): void {
    if (this.y - height >= this.margin.bottom) return;
    this.begin(this.sheet.landscape);
    this.onOverflow?.();
  }

  /**
   * Keeps what `set` draws on one sheet where it fits on one: if it ran over, it is taken back and set again on a new sheet.
   */
  together(set: () => void): void {
    const count = this.sheets.length;
    const { sheet, y } = this;
    const { content } = sheet;
    set();
    const fitsOne = this.sheets.length === count + 1 && y < this.height - this.margin.top;
    if (!fitsOne) return;
    this.sheets.length = count;
    sheet.content = content;
    this.begin(sheet.landscape);
    set();
  }

  /** Adds raw content to the current sheet. */
  draw(content: string): void {
    this.sheet.content += content;
  }

  /** Sets one line without wrapping, its top at `top`; shrinks it to `width` where given. */
  line(cell: Cell, top: number): void {
    if (cell.text === '') return;
    const wide = this.text.measure(cell.style)(cell.text);
    const size = Math.min(cell.size, cell.width / Math.max(wide, 0.001));
    const x = cell.align === 'right' ? cell.x + cell.width - wide * size : cell.x;
    this.draw(`${cell.color}\n`);
    this.draw(this.text.line(this.sheet.resources.fonts, cell.style, cell.text, size, x, top - size * ASCENT));
  }

  /** Breaks a cell's text into the lines it will take. */
  lines(cell: Cell): string[] {
    return wrap(cell.text, cell.width / cell.size, this.text.measure(cell.style));
  }

  /** A cell of one line: what does not fit is left out, and three dots say so. */
  cut(cell: Cell): Cell {
    const measure = this.text.measure(cell.style);
    const room = cell.width / cell.size;
    if (measure(cell.text) <= room) return cell;
    const letters = [...cell.text];
    while (letters.length > 0 && measure(`${letters.join('')}…`) > room) letters.pop();
    return { ...cell, text: `${letters.join('').trimEnd()}…` };
  }

  /** Height a row of cells will take. */
  rowHeight(cells: Cell[]): number {
    return Math.max(...cells.map((cell) => heightOf(this.allLines(cell))));
  }

  private allLines(cell: Cell): Line[] {
    const { x, width, below } = cell;
    const own = this.lines(cell).map((text): Line => ({ ...cell, text }));
    if (!below?.text) return own;
    return [...own, ...this.lines({ ...below, x, width }).map((text): Line => ({ ...below, text }))];
  }

  /**
   * Sets cells side by side, each wrapped within its width, and moves below the tallest. A row stays whole: it goes to the next
   * sheet if this one has no room. One that no sheet can hold goes over as many as it takes.
   */
  row(cells: Cell[], gap = 3): void {
    let left = cells.map((cell) => ({ cell, lines: this.allLines(cell) }));
    const tallest = (): number => Math.max(...left.map(({ lines }) => heightOf(lines)));
    const sheet = (this.height - this.margin.top - this.margin.bottom) * 0.9;
    this.need(Math.min(tallest(), sheet));
    for (;;) {
      const room = this.y - this.margin.bottom;
      const taken = left.map(({ cell, lines }) => ({ cell, lines: linesWithin(lines, room) }));
      for (const { cell, lines } of taken) this.column(cell, lines);
      this.y -= Math.max(...taken.map(({ lines }) => heightOf(lines)));
      left = left.map(({ cell, lines }, i) => ({ cell, lines: lines.slice(taken[i]?.lines.length) }));
      if (tallest() === 0) break;
      this.need(Number.POSITIVE_INFINITY);
    }
    this.y -= gap;
  }

  private column({ x, width, align = 'left' }: Cell, lines: Line[]): void {
    let top = this.y;
    for (const { style, size, color, text } of lines) {
      this.line({ style, size, color, text, x, align, width: width * 1.001 }, top);
      top -= size * LEADING;
    }
  }

  /** Sets running text over the full measure, line by line, so that it may break across sheets. */
  paragraph(text: string, style: TextStyle, options: { indent?: number; gap?: number; leading?: number } = {}): void {
    const x = this.margin.left + (options.indent ?? 0);
    const cell: Cell = { ...style, text, x, width: this.measureWidth - (options.indent ?? 0) };
    const pitch = style.size * (options.leading ?? LEADING * 1.08);
    for (const line of this.lines(cell)) {
      this.need(pitch);
      this.line({ ...cell, text: line, width: cell.width * 1.001 }, this.y);
      this.y -= pitch;
    }
    this.y -= options.gap ?? 4;
  }

  /** A filled rectangle, `top` its upper edge. */
  fill(color: string, x: number, top: number, width: number, height: number): void {
    this.draw(`${color} ${n(x)} ${n(top - height)} ${n(width)} ${n(height)} re f\n`);
  }

  /** A horizontal rule over the measure at the cursor. */
  rule(color: string, thickness: number, gap: number): void {
    this.draw(`${color} ${n(this.margin.left)} ${n(this.y)} ${n(this.measureWidth)} ${n(thickness)} re f\n`);
    this.y -= gap;
  }

  /**
   * Writes the file.
   * @param each draws on every sheet once their number is known, for page numbers.
   * @param watermark drawn across every sheet.
   * @returns the file's bytes; the same calls give the same bytes.
   */
  finish(
    info: { title: string; author: string; createdOn: string },
    each: (index: number, count: number) => void,
    extend: { watermark?: string | undefined; catalog?: PdfDict } = {},
  ): Uint8Array {
    const { writer } = this;
    const pages = writer.reserve();
    const watermark = extend.watermark ? new Watermark(writer, this.text, extend.watermark) : undefined;
    const all = [...this.sheets];
    const kids = all.map((sheet, i) => {
      this.sheets.push(sheet);
      each(i + 1, all.length);
      this.sheets.pop();
      return this.writePage(sheet, pages, watermark);
    });
    writer.set(pages, dict({ Type: name('Pages'), Count: kids.length, Kids: kids }));
    this.text.embed();
    const root = writer.add(
      dict({
        Type: name('Catalog'),
        Pages: pages,
        Lang: PdfString.text('pt-BR'),
        ViewerPreferences: dict({ DisplayDocTitle: true }),
        ...Object.fromEntries(extend.catalog ?? []),
      }),
    );
    const infoRef = writer.add(
      dict({
        Title: PdfString.text(info.title),
        Author: PdfString.text(info.author),
        Producer: PdfString.text('Rubrica'),
        CreationDate: PdfString.text(info.createdOn),
      }),
    );
    return writer.finish(dict({ Root: root, Info: infoRef })).bytes;
  }

  private writePage(sheet: Sheet, pages: PdfRef, watermark: Watermark | undefined): PdfRef {
    const box = [0, 0, SHORT, LONG];
    const rotate = sheet.landscape ? 90 : 0;
    const geometry = pageGeometry(box, undefined, rotate, 1);
    let content = sheet.content;
    if (watermark && geometry) content += `/${sheet.resources.image(watermark.form(geometry))} Do\n`;
    if (rotate && geometry) content = `q ${seenToUser(geometry).map(n).join(' ')} cm\n${content}Q\n`;
    return this.writer.add(
      dict({
        Type: name('Page'),
        Parent: pages,
        MediaBox: box,
        Rotate: rotate || undefined,
        Resources: sheet.resources.toDict(),
        Contents: this.writer.add(stream({}, content)),
      }),
    );
  }
}

const heightOf = (lines: Line[]): number => lines.reduce((sum, { size }) => sum + size * LEADING, 0);

/** As many lines as a height holds, at least one. */
function linesWithin(lines: Line[], height: number): Line[] {
  let end = 0;
  for (let used = 0; end < lines.length; end++) {
    used += (lines[end] as Line).size * LEADING;
    if (end > 0 && used > height + 1e-6) break;
  }
  return lines.slice(0, end);
}
