import { dict, name, type PdfDict, type PdfRef, PdfString } from '../core/objects.ts';
import { formatNumber as n, PdfWriter, stream } from '../core/writer.ts';
import { Resources } from '../draw/form.ts';
import { ASCENT, FontUse } from '../draw/text.ts';
import { Watermark } from '../draw/watermark.ts';
import type { FontSet, FontStyle } from '../fonts.ts';
import { pageGeometry, seenToUser, wrap } from '../layout.ts';
import { pdfDate } from '../seal/seal.ts';
import { Element, structureEntries } from './structure.ts';

/** A4, in points. */
const SHORT = 595.28;
const LONG = 841.89;

export type TextStyle = { style: FontStyle; size: number; color: string };
export type Margin = { left: number; right: number; top: number; bottom: number };
export type Cell = TextStyle & {
  text: string;
  x: number;
  width: number;
  align?: 'left' | 'right';
  /** More text below the first, in its own style. */
  below?: TextStyle & { text: string };
  /** One long word, such as a hash, whose lines are read without spaces between them. */
  solid?: boolean;
};

/** What a drawing belongs to: a structure element, or nothing that is read aloud (ISO 32000-1 clause 14.8.2.2). */
export type Owner = Element | 'Decoration' | 'Pagination';

type Sheet = {
  ref: PdfRef;
  content: string;
  resources: Resources;
  landscape: boolean;
  /** The owner of the content being written, and earlier owners by the number of their mark. */
  owner: Owner | undefined;
  marked: Element[];
};

/**
 * A4 pages to draw on, one after another. Everything drawn belongs to an element of the logical structure or is an
 * artifact, so that the file can be read aloud in order (tagged PDF, ISO 32000-1 clause 14.8).
 */
export class Sheets {
  readonly writer = PdfWriter.create();
  readonly text: FontUse;
  readonly margin: Margin;
  readonly structure = new Element('Document');
  private readonly sheets: Sheet[] = [];

  constructor(fonts: FontSet, margin: Margin = { left: 56, right: 56, top: 52, bottom: 58 }) {
    this.margin = margin;
    this.text = new FontUse(this.writer, fonts);
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
  /** Where text begins, and how much of it fits below that. */
  get top(): number {
    return this.height - this.margin.top;
  }
  get capacity(): number {
    return this.top - this.margin.bottom;
  }

  /**
   * Starts a sheet; a landscape one is a portrait page rotated with /Rotate, as scanners and word processors make them.
   */
  begin(landscape = false): void {
    const ref = this.writer.reserve();
    this.sheets.push({ ref, content: '', resources: new Resources(), landscape, owner: undefined, marked: [] });
  }

  /** Adds content to the current sheet. Consecutive drawings of one owner form one piece of marked content. */
  draw(content: string, owner: Owner = 'Decoration'): void {
    const { sheet } = this;
    if (sheet.owner !== owner) {
      if (sheet.owner) sheet.content += 'EMC\n';
      sheet.owner = owner;
      sheet.content += beginMark(sheet, owner);
    }
    sheet.content += content;
  }

  /** Draws one line without wrapping, its top at `top`; shrinks it to `width` if given. */
  line(cell: Cell, top: number, owner?: Owner): void {
    if (cell.text === '') return;
    // A trailing space is for those who copy the text or have it read aloud.
    const wide = this.text.measure(cell.style)(cell.text.trimEnd());
    const size = Math.min(cell.size, cell.width / Math.max(wide, 0.001));
    const x = cell.align === 'right' ? cell.x + cell.width - wide * size : cell.x;
    const shown = this.text.line(this.sheet.resources.fonts, cell.style, cell.text, size, x, top - size * ASCENT);
    this.draw(`${cell.color}\n${shown}`, owner);
  }

  /** Breaks a cell's text into lines. A line broken at a space keeps the space. */
  lines(cell: TextStyle & { text: string; width: number; solid?: boolean }): string[] {
    const lines = wrap(cell.text, cell.width / cell.size, this.text.measure(cell.style));
    return cell.solid || lines.length === 1 ? lines : withSpaces(lines, cell.text);
  }

  /** A cell with one line: what does not fit is replaced with an ellipsis. */
  cut(cell: Cell): Cell {
    const measure = this.text.measure(cell.style);
    const room = cell.width / cell.size;
    if (measure(cell.text) <= room) return cell;
    const letters = [...cell.text];
    while (letters.length > 0 && measure(`${letters.join('')}…`) > room) letters.pop();
    return { ...cell, text: `${letters.join('').trimEnd()}…` };
  }

  /** A filled rectangle; `top` is its upper edge. */
  fill(color: string, x: number, top: number, width: number, height: number, owner?: Owner): void {
    this.draw(`${color} ${n(x)} ${n(top - height)} ${n(width)} ${n(height)} re f\n`, owner);
  }

  /**
   * Writes the file.
   * @param each draws on every sheet once the page count is known, for page numbers: as 'Pagination'.
   * @param extend a watermark drawn across every sheet, and further catalog entries.
   * @returns the file's bytes; the same calls give the same bytes.
   */
  finish(
    info: { title: string; author: string; createdOn: Date },
    each: (index: number, count: number) => void,
    extend: { watermark?: string | undefined; catalog?: PdfDict } = {},
  ): Uint8Array {
    const { writer } = this;
    const pages = writer.reserve();
    const watermark = extend.watermark ? new Watermark(writer, this.text, extend.watermark) : undefined;
    const all = [...this.sheets];
    all.forEach((sheet, i) => {
      this.sheets.push(sheet);
      each(i + 1, all.length);
      this.writePage(sheet, i, pages, watermark);
      this.sheets.pop();
    });
    writer.set(pages, dict({ Type: name('Pages'), Count: all.length, Kids: all.map(({ ref }) => ref) }));
    this.text.embed();
    const marked = all.map((sheet) => sheet.marked);
    const root = writer.add(
      dict({
        Type: name('Catalog'),
        Pages: pages,
        Lang: PdfString.text('pt-BR'),
        ViewerPreferences: dict({ DisplayDocTitle: true }),
        ...Object.fromEntries(structureEntries(writer, this.structure, marked)),
        ...Object.fromEntries(extend.catalog ?? []),
      }),
    );
    const date = PdfString.text(pdfDate(info.createdOn));
    const infoRef = writer.add(
      dict({
        Title: PdfString.text(info.title),
        Author: PdfString.text(info.author),
        Producer: PdfString.text(PRODUCER),
        CreationDate: date,
        ModDate: date,
      }),
    );
    return writer.finish(dict({ Root: root, Info: infoRef })).bytes;
  }

  private writePage(sheet: Sheet, index: number, pages: PdfRef, watermark: Watermark | undefined): void {
    const box = [0, 0, SHORT, LONG];
    const rotate = sheet.landscape ? 90 : 0;
    const geometry = pageGeometry(box, undefined, rotate, 1);
    if (watermark && geometry) this.draw(`/${sheet.resources.image(watermark.form(geometry))} Do\n`, 'Pagination');
    let content = sheet.owner ? `${sheet.content}EMC\n` : sheet.content;
    if (rotate && geometry) content = `q ${seenToUser(geometry).map(n).join(' ')} cm\n${content}Q\n`;
    this.writer.set(
      sheet.ref,
      dict({
        Type: name('Page'),
        Parent: pages,
        MediaBox: box,
        Rotate: rotate || undefined,
        Resources: sheet.resources.toDict(),
        Contents: this.writer.add(stream({}, content)),
        StructParents: index,
        // Annotations are navigated in structure order (ISO 14289-1 clause 7.18.3).
        Tabs: name('S'),
      }),
    );
  }
}

/** The lines of a text, each except the last with the space that breaking removed, unless a word was broken. */
function withSpaces(lines: readonly string[], text: string): string[] {
  let at = 0;
  return lines.map((line, i) => {
    for (let left = line.replace(/\s/g, '').length; left > 0; at++) if (!/\s/.test(text[at] as string)) left--;
    return i < lines.length - 1 && /\s/.test(text[at] ?? '') ? `${line} ` : line;
  });
}

/** The producer named in the files. */
export const PRODUCER = 'Rubrica';

function beginMark(sheet: Sheet, owner: Owner): string {
  if (owner === 'Decoration') return '/Artifact BMC\n';
  if (owner === 'Pagination') return '/Artifact <</Type /Pagination>> BDC\n';
  const id = sheet.marked.push(owner) - 1;
  owner.kids.push({ page: sheet.ref, id });
  return `/${owner.role} <</MCID ${id}>> BDC\n`;
}
