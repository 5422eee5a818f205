import type { PdfDict, PdfRef } from '../core/objects.ts';
import { formatNumber, type PdfWriter } from '../core/writer.ts';
import { type FontSet, type FontStyle, lettersOf, measureText, splitRuns } from '../fonts.ts';
import type { Letter } from '../layout.ts';
import { embedFont } from './embedded-font.ts';
import type { TrueType } from './truetype.ts';

/** The part of a line's height above and below the baseline; Noto's accented capitals and descenders fit. */
export const ASCENT = 0.95;
export const DESCENT = 0.27;

type Used = { ref: PdfRef; key: string; glyphs: Map<number, number> };

/**
 * The fonts used in one file: numbers each on first use, collects the glyphs drawn, and embeds their subsets at the end
 * (ISO 32000-2 clause 9.7, Type0 fonts with identity encoding).
 */
export class FontUse {
  readonly fonts: FontSet;
  private readonly writer: PdfWriter;
  private readonly used = new Map<TrueType, Used>();

  constructor(writer: PdfWriter, fonts: FontSet) {
    this.writer = writer;
    this.fonts = fonts;
  }

  /** Width of a line at size 1. */
  readonly measure =
    (style: FontStyle) =>
    (text: string): number =>
      measureText(this.fonts, style, text);

  /** The characters of a line as they are placed. @throws UndrawableTextError */
  letters(style: FontStyle, text: string): Letter[] {
    return lettersOf(this.fonts, style, text);
  }

  /**
   * Content that shows a line with its baseline starting at a point.
   * @param resources the /Font dictionary of the content, to which the fonts of this line are added.
   * @throws UndrawableTextError
   */
  line(resources: PdfDict, style: FontStyle, text: string, size: number, x: number, y: number): string {
    let out = `BT ${formatNumber(x)} ${formatNumber(y)} Td`;
    for (const { font, key, hex } of this.runs(style, text)) {
      resources.set(key, font);
      out += ` /${key} ${formatNumber(size)} Tf <${hex}> Tj`;
    }
    return `${out} ET\n`;
  }

  /**
   * A line as strings to show, one for each font it needs.
   * @returns for each: the font, a name for it, the string in hexadecimal, and its width in thousandths of the font
   * size
   * @throws UndrawableTextError
   */
  runs(style: FontStyle, text: string): { font: PdfRef; key: string; hex: string; width: number }[] {
    return splitRuns(this.fonts, style, text).map((run) => {
      const used = this.use(run.font);
      let hex = '';
      let width = 0;
      for (const { glyph, hex: digits, code, width: advance } of run.glyphs) {
        // A glyph shared by several characters is copied as the plainest, such as a space rather than a no-break space.
        if (code < (used.glyphs.get(glyph) ?? Number.POSITIVE_INFINITY)) used.glyphs.set(glyph, code);
        hex += digits;
        width += Math.round(advance * 1000);
      }
      return { font: used.ref, key: used.key, hex, width };
    });
  }

  /** Writes the font objects; call once, after all text is drawn. */
  embed(): void {
    const { regular, bold } = this.fonts;
    for (const [font, { ref, glyphs }] of this.used) {
      embedFont(this.writer, ref, font, glyphs, font === regular || font === bold);
    }
  }

  private use(font: TrueType): Used {
    let use = this.used.get(font);
    if (!use) {
      use = { ref: this.writer.reserve(), key: `F${this.used.size}`, glyphs: new Map() };
      this.used.set(font, use);
    }
    return use;
  }
}
