import type { PdfDocument } from '../src/core/document.ts';
import { isName, type PdfDict, PdfStream, type PdfValue } from '../src/core/objects.ts';
import type { Check } from './archive-rules.ts';

type Font = { dict: PdfDict; shown: Set<number> };

/** ISO 19005-3 clause 6.2.11, for the fonts in which a file shows text. */
export class FontRules {
  private readonly file: PdfDocument;
  private readonly check: Check;
  private readonly fonts = new Map<PdfDict, Font>();

  constructor(file: PdfDocument, check: Check) {
    this.file = file;
    this.check = check;
  }

  /** Records what is shown: a hexadecimal string with two bytes per glyph, as in identity encoding. */
  shown(dict: PdfDict | undefined, string: string): void {
    if (!dict) {
      this.check(false, '6.2.2', 'text in a font that the resources do not name');
      return;
    }
    const font = this.fonts.get(dict) ?? { dict, shown: new Set() };
    this.fonts.set(dict, font);
    this.check(/^<(?:[0-9a-f]{4})*>$/i.test(string), '6.1.6', `the string ${string}`);
    for (const [glyph] of string.matchAll(/[0-9a-f]{4}/gi)) font.shown.add(Number.parseInt(glyph, 16));
  }

  /** Checks the fonts against everything that was shown. */
  finish(): void {
    for (const font of this.fonts.values()) this.judge(font);
  }

  private judge({ dict, shown }: Font): void {
    const { file, check } = this;
    check(isName(dict.get('Type'), 'Font') && isName(dict.get('Subtype'), 'Type0'), '6.2.11.2', 'not a Type 0 font');
    check(isName(dict.get('Encoding'), 'Identity-H'), '6.2.11.3', 'another encoding than the identity');
    const cid = file.dict(file.array(dict.get('DescendantFonts'))?.[0]);
    check(isName(cid?.get('CIDToGIDMap'), 'Identity'), '6.2.11.3', 'no CIDToGIDMap');
    check(Boolean(cid?.get('CIDSystemInfo')), '6.2.11.3', 'no CIDSystemInfo');
    const program = file.resolve(file.dict(cid?.get('FontDescriptor'))?.get('FontFile2'));
    if (!(program instanceof PdfStream)) {
      check(false, '6.2.11.4', 'a font that is not embedded');
      return;
    }
    const glyphs = new Program(Buffer.from(file.decode(program, 1 << 26)));
    check(program.dict.get('Length1') === glyphs.bytes.length, '6.2.11.2', 'the length of the font program');
    const texts = unicodeOf(file, dict.get('ToUnicode'));
    const widths = widthsOf(file, cid?.get('W'));
    for (const glyph of shown) {
      const text = texts.get(glyph);
      check(glyph !== 0, '6.2.11.8', 'text shown as .notdef');
      check(text !== undefined, '6.2.11.7', `glyph ${glyph} has no text`);
      check(!/[\0\ufeff\ufffe\ue000-\uf8ff]/.test(text ?? ''), '6.2.11.7', `glyph ${glyph} is text without meaning`);
      check(glyphs.has(glyph) || /^\s$/.test(text ?? ''), '6.2.11.4', `glyph ${glyph} is not in the font`);
      const apart = Math.abs(glyphs.width(glyph) - (widths.get(glyph) ?? 1000));
      check(apart <= 1, '6.2.11.5', `glyph ${glyph} is ${apart} too wide`);
    }
  }
}

/** Glyphs and widths of a TrueType program, read independently from its tables (OpenType specification). */
class Program {
  readonly bytes: Buffer;
  private readonly tables = new Map<string, Buffer>();

  constructor(bytes: Buffer) {
    this.bytes = bytes;
    for (let i = 0; i < bytes.readUInt16BE(4); i++) {
      const at = 12 + i * 16;
      const begin = bytes.readUInt32BE(at + 8);
      this.tables.set(bytes.toString('latin1', at, at + 4), bytes.subarray(begin, begin + bytes.readUInt32BE(at + 12)));
    }
  }

  has(glyph: number): boolean {
    const loca = this.tables.get('loca') as Buffer;
    const long = this.tables.get('head')?.readInt16BE(50) === 1;
    const size = long ? 4 : 2;
    if ((glyph + 2) * size > loca.length) return false;
    const offset = (i: number): number => (long ? loca.readUInt32BE(i * 4) : loca.readUInt16BE(i * 2));
    return offset(glyph + 1) > offset(glyph);
  }

  /** In thousandths of the size. */
  width(glyph: number): number {
    const count = this.tables.get('hhea')?.readUInt16BE(34) as number;
    const units = this.tables.get('head')?.readUInt16BE(18) as number;
    const advance = this.tables.get('hmtx')?.readUInt16BE(Math.min(glyph, count - 1) * 4) as number;
    return (advance * 1000) / units;
  }
}

function unicodeOf(file: PdfDocument, value: PdfValue | undefined): Map<number, string> {
  const stream = file.resolve(value);
  const text = stream instanceof PdfStream ? Buffer.from(file.decode(stream, 1 << 24)).toString('latin1') : '';
  const pairs = [...text.matchAll(/^<([0-9a-f]{4})> <((?:[0-9a-f]{4})+)>$/gm)];
  return new Map(
    pairs.map(([, glyph = '', code = '']) => {
      return [Number.parseInt(glyph, 16), Buffer.from(code, 'hex').swap16().toString('utf16le')];
    }),
  );
}

function widthsOf(file: PdfDocument, value: PdfValue | undefined): Map<number, number> {
  const items = file.array(value) ?? [];
  const widths = new Map<number, number>();
  for (let i = 0; i + 1 < items.length; i += 2) {
    const list = file.array(items[i + 1]) ?? [];
    list.forEach((width, j) => {
      widths.set((items[i] as number) + j, width as number);
    });
  }
  return widths;
}
