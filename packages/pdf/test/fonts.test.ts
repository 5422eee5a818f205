import { describe, expect, it } from 'vitest';
import { build, onePage } from '../fixtures/build.ts';
import { type PdfName, PdfRef, type PdfStream } from '../src/core/objects.ts';
import { openPages } from '../src/core/open.ts';
import { parseTrueType, subset } from '../src/draw/truetype.ts';
import { spellOut } from '../src/fonts.ts';
import { loadNodeFonts } from '../src/fonts-node.ts';
import { stampPdf, undrawable } from '../src/index.ts';
import { FOOTER } from './tools.ts';

const fonts = loadNodeFonts();

describe('fonts', () => {
  it('spells out what no font draws, and leaves the rest as it is', () => {
    expect(spellOut(fonts, 'João\u0085 \u{1F600}!\nfim')).toBe('João\\u{85} \\u{1F600}!\nfim');
    expect(spellOut(fonts, 'Mozilla/5.0 (X11)')).toBe('Mozilla/5.0 (X11)');
    expect(spellOut(fonts, 'Ana\u202eoãoJ\u{e000} Lima')).toBe('Ana\\u{202E}oãoJ\\u{E000} Lima');
  });

  it('cover Latin, Greek, Cyrillic and Japanese, and name what they lack', () => {
    expect(undrawable(fonts, 'João Ção ẹ́ Ωμέγα Щукин 山田太郎 ひらがな カタカナ “R$ 1.000,00” — €\n\tfim')).toEqual([]);
    expect(undrawable(fonts, 'a😀b😀')).toEqual(['😀']);
    expect(undrawable(fonts, 'a\u0000\u0007')).toEqual(['\u0000', '\u0007']);
  });

  it('count what turns the direction of a text as missing, which a browser obeys and a drawn line does not', () => {
    expect(undrawable(fonts, 'R$ \u202e00,000.01\u202c')).toEqual(['\u202e', '\u202c']);
    expect(undrawable(fonts, '\u061c\u200e\u200f\u202a\u2066\u2069')).toHaveLength(6);
    expect(undrawable(fonts, 'con\u00adtrato')).toEqual([]);
  });

  it('count scripts that need shaping as missing, even where a glyph exists', () => {
    expect(undrawable(fonts, 'हि')).toHaveLength(2);
    expect(undrawable(fonts, 'שלום')).toHaveLength(4);
  });

  it('draw accents typed apart as one letter', () => {
    expect(undrawable(fonts, 'a\u0303e\u0301')).toEqual([]);
  });

  it('are embedded alike whatever usual characters a file draws, and with just its own if it draws others', async () => {
    const programOf = async (text: string) => {
      const mark = { page: 1, at: { x: 0.1, y: 0.1, width: 0.8, height: 0.05 }, z: 0, kind: 'text' as const, text };
      const { document, pages } = openPages(
        await stampPdf(build(onePage()), { marks: [mark], footer: { ...FOOTER, lines: [] } }, fonts),
        1,
      );
      const programs = [...document.entries.keys()]
        .map((num) => document.dict(new PdfRef(num, 0)))
        .filter((font) => font?.get('FontFile2') && String((font.get('FontName') as PdfName).name).endsWith('Regular'))
        .map((font) => document.decode(document.resolve(font?.get('FontFile2')) as PdfStream, 1e6));
      expect([pages.length, programs.length]).toEqual([1, 1]);
      return programs[0] as Uint8Array;
    };
    const usual = await programOf('João às 10:00 (UTC−03:00)');
    expect(Buffer.compare(usual, await programOf('Conceição, nº 7'))).toBe(0);
    expect((await programOf('Łucja')).length).toBeLessThan(usual.length / 2);
  });

  it.each([
    ['Latin', fonts.regular, 'Çãé'],
    ['Japanese', fonts.fallback[0], '山田'],
  ])('a %s subset keeps its glyphs under their numbers, and little else', (_, font, text) => {
    if (!font) throw new Error('no font');
    const glyphs = [...text].map((character) => font.glyphs.get(character.codePointAt(0) as number) as number);
    const program = subset(font, glyphs);
    const whole = [...font.tables.values()].reduce((sum, table) => sum + table.length, 0);
    expect(program.length).toBeLessThan(whole / 4);
    const tables = parseTables(program);
    const loca = tables.get('loca') as Buffer;
    for (const glyph of glyphs) {
      expect(loca.readUInt32BE(glyph * 4 + 4)).toBeGreaterThan(loca.readUInt32BE(glyph * 4));
    }
    expect(tables.get('maxp')?.readUInt16BE(4)).toBeGreaterThan(Math.max(...glyphs));
  });

  it('refuse anything but TrueType outlines', () => {
    expect(() => parseTrueType(Buffer.from('OTTO\0\0\0\0\0\0\0\0\0\0\0\0'))).toThrow();
  });
});

function parseTables(program: Buffer): Map<string, Buffer> {
  const tables = new Map<string, Buffer>();
  for (let i = 0; i < program.readUInt16BE(4); i++) {
    const at = 12 + i * 16;
    const offset = program.readUInt32BE(at + 8);
    tables.set(
      program.toString('latin1', at, at + 4),
      program.subarray(offset, offset + program.readUInt32BE(at + 12)),
    );
  }
  return tables;
}
