import { LEADING } from '../layout.ts';
import { breakPages, FORBIDDEN, type Piece } from './breaks.ts';
import type { Cell, Owner, Sheets, TextStyle } from './sheets.ts';

/** A full-width element of a page: its height, how many lines of text it counts for, and how it is drawn. */
export type Strip = {
  height: number;
  /** White space below it, none at the end of a page. */
  gap: number;
  lines: number;
  draw: (top: number) => void;
};

/**
 * Strips that belong together, and the cost of splitting them: low for the rows of a table, high for one person's
 * proofs.
 */
export type Block = {
  strips: Strip[];
  tearing: number;
  /** Repeated at the top if the block continues on another page. */
  head?: Strip;
  /** Never alone: a heading. */
  withNext?: boolean;
};

export const TEARING = { rows: 1, lines: 4, proofs: 12 } as const;

/** A cell and the structure element of its text; none for what is not read aloud. */
export type OwnedCell = Cell & { owner?: Owner };
type Line = TextStyle & { text: string };

/** Fewer lines than this are never left alone, of a block or a section, above or below a break. */
const ALONE = 3;
/** The fraction of a page above which even a row is split. */
const TALLEST = 0.6;
/** Lines in each piece of a split row. */
const PIECE = 12;

/** Strips below one another on as many pages as needed, split where it costs least. */
export class Flow {
  readonly sheets: Sheets;
  private blocks: Block[] = [];
  private sections: number[] = [];

  constructor(sheets: Sheets) {
    this.sheets = sheets;
    sheets.begin();
  }

  get left(): number {
    return this.sheets.margin.left;
  }
  get width(): number {
    return this.sheets.measureWidth;
  }

  /** Starts a section: a few lines of one are not left alone on a page either. */
  section(): void {
    this.sections.push(this.blocks.length);
  }

  add(block: Block): void {
    this.blocks.push(block);
  }

  /** A heading over what comes next, from which it is never separated. */
  heading(text: string, style: TextStyle, owner: Owner, white: { above: number; under: number }, rule?: Strip): void {
    this.white(white.above);
    const strip = stack([...this.row([{ ...style, text, x: this.left, width: this.width, owner }], white.under)]);
    // Nobody turns a page for a heading, so it counts for no lines.
    this.add({ strips: [{ ...(rule ? stack([strip, rule]) : strip), lines: 0 }], tearing: 0, withNext: true });
  }

  /** White space between two blocks on one page. */
  white(height: number): void {
    const last = this.blocks.at(-1)?.strips.at(-1);
    if (last) last.gap += height;
  }

  /** Running text, line by line. */
  paragraph(
    text: string,
    style: TextStyle,
    owner: Owner,
    options: { indent?: number; gap?: number; leading?: number } = {},
  ): void {
    const { sheets } = this;
    const indent = options.indent ?? 0;
    const cell: Cell = { ...style, text, x: this.left + indent, width: this.width - indent };
    const pitch = style.size * (options.leading ?? LEADING * 1.08);
    const strips = sheets.lines(cell).map((line): Strip => {
      // The line was measured to fit, so rounding must not shrink it.
      const shown = { ...cell, text: line, width: cell.width * 1.001 };
      return { height: pitch, gap: 0, lines: 1, draw: (top) => sheets.line(shown, top, owner) };
    });
    (strips.at(-1) as Strip).gap = options.gap ?? 4;
    this.add({ strips, tearing: TEARING.lines });
  }

  /** Cells side by side, each wrapped to its width: one strip, or more if no page could hold it. */
  row(cells: readonly OwnedCell[], gap = 3): Strip[] {
    const columns = cells.map((cell) => ({ cell, lines: this.linesOf(cell) }));
    const count = Math.max(...columns.map(({ lines }) => lines.length));
    const whole = Math.max(...columns.map(({ lines }) => heightOf(lines)));
    const pieces = whole <= this.sheets.capacity * TALLEST ? 1 : Math.ceil(count / PIECE);
    const size = Math.ceil(count / pieces);
    return Array.from({ length: pieces }, (_, i): Strip => {
      const part = columns.map(({ cell, lines }) => ({ cell, lines: lines.slice(i * size, (i + 1) * size) }));
      return {
        height: Math.max(...part.map(({ lines }) => heightOf(lines))),
        gap: i === pieces - 1 ? gap : 0,
        lines: Math.max(...part.map(({ lines }) => lines.length)),
        draw: (top) => {
          for (const { cell, lines } of part) this.column(cell, lines, top);
        },
      };
    });
  }

  private linesOf(cell: OwnedCell): Line[] {
    const { width, below } = cell;
    const own = this.sheets.lines(cell).map((text): Line => ({ ...cell, text }));
    if (!below?.text) return own;
    const last = own.at(-1) as Line;
    last.text += ' ';
    return [...own, ...this.sheets.lines({ ...below, width }).map((text): Line => ({ ...below, text }))];
  }

  private column({ x, width, align = 'left', owner }: OwnedCell, lines: readonly Line[], from: number): void {
    let top = from;
    for (const { style, size, color, text } of lines) {
      this.sheets.line({ style, size, color, text, x, align, width: width * 1.001 }, top, owner);
      top -= size * LEADING;
    }
  }

  /** A horizontal rule across the text width, with white space below. */
  rule(color: string, thickness: number, gap: number): Strip {
    const draw = (top: number): void => this.sheets.fill(color, this.left, top + thickness, this.width, thickness);
    return { height: 0, gap, lines: 0, draw };
  }

  /** Starts another page, landscape if requested; everything added so far is placed on the pages before it. */
  page(landscape = false): void {
    this.set();
    this.sheets.begin(landscape);
  }

  /** Draws everything added since the last call, from the top of the current page on as many pages as needed. */
  set(): void {
    const placed = this.placed();
    const starts = new Set(breakPages(placed, this.sheets.capacity));
    const { sheets } = this;
    let y = sheets.top;
    placed.forEach((piece, i) => {
      if (starts.has(i) && i > 0) {
        sheets.begin(sheets.sheet.landscape);
        y = sheets.top;
        if (piece.block.head && piece.head > 0) {
          piece.block.head.draw(y);
          y -= piece.head;
        }
      }
      piece.strip.draw(y);
      y -= piece.height + piece.gap;
    });
    this.blocks = [];
    this.sections = [];
  }

  private placed(): (Piece & { strip: Strip; block: Block })[] {
    const { blocks, sections } = this;
    const bounds = [0, ...sections, blocks.length];
    return bounds.slice(1).flatMap((end, s) => {
      const section = blocks.slice(bounds[s], end);
      const strips = section.flatMap((block) => block.strips);
      const total = linesOf(strips);
      let above = 0;
      return section.flatMap((block) => {
        let ofBlock = 0;
        const whole = linesOf(block.strips);
        return block.strips.map((strip, i) => {
          above += strip.lines;
          ofBlock += strip.lines;
          const last = i === block.strips.length - 1;
          const torn = (last ? 0 : tears(ofBlock, whole)) + tears(above, total);
          const ends = last ? (block.withNext ? FORBIDDEN : torn) : block.tearing + torn;
          const head = i > 0 && block.head ? block.head.height + block.head.gap : 0;
          return { strip, block, height: strip.height, gap: strip.gap, ends, head };
        });
      });
    });
  }
}

const linesOf = (strips: readonly Strip[]): number => strips.reduce((sum, { lines }) => sum + lines, 0);
const heightOf = (lines: readonly Line[]): number => lines.reduce((sum, { size }) => sum + size * LEADING, 0);

/** Whether a break after this many lines leaves too few on either side. */
function tears(above: number, all: number): number {
  return (above < ALONE || all - above < ALONE) && above < all ? FORBIDDEN : 0;
}

/** Combines several strips into one that is never split; `around` draws the background of all of them. */
export function stack(strips: readonly Strip[], around?: (top: number, height: number) => void): Strip {
  const height = strips.reduce((sum, strip, i) => sum + strip.height + (i < strips.length - 1 ? strip.gap : 0), 0);
  const draw = (top: number): void => {
    around?.(top, height);
    let y = top;
    for (const strip of strips) {
      strip.draw(y);
      y -= strip.height + strip.gap;
    }
  };
  return { height, gap: strips.at(-1)?.gap ?? 0, lines: linesOf(strips), draw };
}
