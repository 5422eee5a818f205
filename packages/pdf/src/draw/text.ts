import { dict, name, type PdfDict, type PdfRef, PdfString, type PdfValue } from '../core/objects.ts';
import { formatNumber, type PdfWriter, stream } from '../core/writer.ts';
import { type FontSet, type FontStyle, lettersOf, measureText, splitRuns } from '../fonts.ts';
import type { Letter } from '../layout.ts';
import { subset, type TrueType } from './truetype.ts';

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
      for (const { glyph, code, width: advance } of run.glyphs) {
        // A glyph shared by several characters is copied as the plainest, such as a space rather than a no-break space.
        if (code < (used.glyphs.get(glyph) ?? Number.POSITIVE_INFINITY)) used.glyphs.set(glyph, code);
        hex += glyph.toString(16).padStart(4, '0');
        width += Math.round(advance * 1000);
      }
      return { font: used.ref, key: used.key, hex, width };
    });
  }

  /** Writes the font objects; call once, after all text is drawn. */
  embed(): void {
    for (const [font, use] of this.used) this.embedFont(font, use);
  }

  private use(font: TrueType): Used {
    let use = this.used.get(font);
    if (!use) {
      use = { ref: this.writer.reserve(), key: `F${this.used.size}`, glyphs: new Map() };
      this.used.set(font, use);
    }
    return use;
  }

  private embedFont(font: TrueType, use: Used): void {
    const { writer } = this;
    const glyphs = [...use.glyphs.keys()].sort((a, b) => a - b);
    const program = subset(font, glyphs);
    const baseFont = name(`${subsetTag(glyphs)}+${font.name}`);
    const scale = 1000 / font.unitsPerEm;
    const fontDescriptor = writer.add(
      dict({
        Type: name('FontDescriptor'),
        FontName: baseFont,
        Flags: font.italicAngle === 0 ? 4 : 68,
        FontBBox: font.bbox.map((v) => Math.round(v * scale)),
        ItalicAngle: font.italicAngle,
        Ascent: Math.round(font.ascent * scale),
        Descent: Math.round(font.descent * scale),
        CapHeight: Math.round(font.capHeight * scale),
        StemV: 80,
        FontFile2: writer.add(stream({ Length1: program.length }, program)),
      }),
    );
    const descendant = writer.add(
      dict({
        Type: name('Font'),
        Subtype: name('CIDFontType2'),
        BaseFont: baseFont,
        CIDSystemInfo: dict({
          Registry: PdfString.text('Adobe'),
          Ordering: PdfString.text('Identity'),
          Supplement: 0,
        }),
        FontDescriptor: fontDescriptor,
        DW: 1000,
        W: glyphs.flatMap((glyph): PdfValue[] => [glyph, [Math.round(font.advance(glyph) * scale)]]),
        CIDToGIDMap: name('Identity'),
      }),
    );
    writer.set(
      use.ref,
      dict({
        Type: name('Font'),
        Subtype: name('Type0'),
        BaseFont: baseFont,
        Encoding: name('Identity-H'),
        DescendantFonts: [descendant],
        ToUnicode: writer.add(stream({}, toUnicode(use.glyphs))),
      }),
    );
  }
}

/** Six letters that depend on the chosen glyphs (clause 9.9.2) and are the same for the same glyphs. */
function subsetTag(glyphs: number[]): string {
  let hash = 7;
  for (const glyph of glyphs) hash = (hash * 31 + glyph) % 308_915_776;
  let tag = '';
  for (let i = 0; i < 6; i++) {
    tag += String.fromCharCode(65 + (hash % 26));
    hash = Math.floor(hash / 26);
  }
  return tag;
}

/** The CMap from glyphs back to Unicode (clause 9.10.3), so that text can be searched and copied. */
function toUnicode(glyphs: Map<number, number>): string {
  const rows = [...glyphs].map(([glyph, code]) => {
    const utf16 = Buffer.from(String.fromCodePoint(code), 'utf16le').swap16().toString('hex');
    return `<${glyph.toString(16).padStart(4, '0')}> <${utf16}>`;
  });
  let blocks = '';
  // At most 100 entries per block (Adobe Technical Note 5014).
  for (let i = 0; i < rows.length; i += 100) {
    const block = rows.slice(i, i + 100);
    blocks += `${block.length} beginbfchar\n${block.join('\n')}\nendbfchar\n`;
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${blocks}endcmap
CMapName currentdict /CMap defineresource pop
end
end
`;
}
