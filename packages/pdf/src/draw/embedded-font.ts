import { dict, name, type PdfRef, type PdfStream, PdfString, type PdfValue } from '../core/objects.ts';
import { type PdfWriter, stream } from '../core/writer.ts';
import { subset, type TrueType } from './truetype.ts';

/** What a file has of a font: the glyphs drawn, each with the character that it is copied as. */
export type UsedGlyphs = ReadonlyMap<number, number>;

/** The parts of an embedded font that depend on its glyphs. */
type Part = { tag: string; file: PdfStream; widths: PdfValue[]; unicode: PdfStream };

/** Writes a font with these glyphs as a Type0 font with identity encoding (ISO 32000-2 clause 9.7) under a number. */
export function embedFont(writer: PdfWriter, ref: PdfRef, font: TrueType, glyphs: UsedGlyphs, isText: boolean): void {
  const { tag, file, widths, unicode } = (isText && usualPart(font, glyphs)) || partOf(font, glyphs);
  const baseFont = name(`${tag}+${font.name}`);
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
      FontFile2: writer.add(file),
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
      W: widths,
      CIDToGIDMap: name('Identity'),
    }),
  );
  writer.set(
    ref,
    dict({
      Type: name('Font'),
      Subtype: name('Type0'),
      BaseFont: baseFont,
      Encoding: name('Identity-H'),
      DescendantFonts: [descendant],
      ToUnicode: writer.add(unicode),
    }),
  );
}

function partOf(font: TrueType, used: UsedGlyphs): Part {
  const glyphs = [...used.keys()].sort((a, b) => a - b);
  const program = subset(font, glyphs);
  const scale = 1000 / font.unitsPerEm;
  return {
    tag: subsetTag(glyphs),
    file: stream({ Length1: program.length }, program),
    widths: glyphs.flatMap((glyph): PdfValue[] => [glyph, [Math.round(font.advance(glyph) * scale)]]),
    unicode: stream({}, toUnicode(used)),
  };
}

/** The characters of ordinary text in Portuguese: ASCII, its accented letters, and punctuation. */
const USUAL = [
  ...Array.from({ length: 95 }, (_, i) => String.fromCodePoint(0x20 + i)),
  ...'ÀÁÂÃÇÉÊÍÓÔÕÚÜàáâãçéêíóôõúü§ª°·º–—−‘’“”•…',
];

const usual = new WeakMap<TrueType, { glyphs: UsedGlyphs; part: Part }>();

/**
 * All usual characters, made once a process: nearly every file then embeds the same, and choosing and compressing the
 * few it draws would take as long as everything else that a stamp does. It costs a file some 5 kB for each font.
 * @returns undefined if the file draws others
 */
function usualPart(font: TrueType, used: UsedGlyphs): Part | undefined {
  let known = usual.get(font);
  if (!known) {
    const glyphs = new Map<number, number>();
    for (const character of USUAL) {
      const code = character.codePointAt(0) as number;
      const glyph = font.glyphs.get(code);
      if (glyph !== undefined && !glyphs.has(glyph)) glyphs.set(glyph, code);
    }
    known = { glyphs, part: partOf(font, glyphs) };
    usual.set(font, known);
  }
  const { glyphs, part } = known;
  return [...used].every(([glyph, code]) => glyphs.get(glyph) === code) ? part : undefined;
}

/** Six letters that depend on the chosen glyphs (clause 9.9.2) and are the same for the same glyphs. */
function subsetTag(glyphs: readonly number[]): string {
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
function toUnicode(glyphs: UsedGlyphs): string {
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
