import { parseTrueType, type TrueType } from './draw/truetype.ts';
import type { Hand, Letter } from './layout.ts';

export type FontStyle = 'regular' | 'bold' | Hand;

/** The fonts of a document. `fallback` fonts are used, in order, for characters a style lacks. */
export type FontSet = {
  regular: TrueType;
  bold: TrueType;
  /** The font of a handwriting, read and parsed when first asked for: most processes never draw one. */
  hand(hand: Hand): TrueType;
  fallback: TrueType[];
};

/** Font files as bytes: TrueType outlines, bare or as WOFF 1.0. */
export type FontFiles = {
  regular: Uint8Array;
  bold: Uint8Array;
  hand(hand: Hand): Uint8Array;
  fallback: Uint8Array[];
};

/** Parses the fonts once; the result serves any number of documents. @throws Error if a file is not a TrueType font. */
export function loadFontSet(files: FontFiles): FontSet {
  const hands = new Map<Hand, TrueType>();
  return {
    regular: parseTrueType(files.regular),
    bold: parseTrueType(files.bold),
    hand(hand) {
      const font = hands.get(hand) ?? parseTrueType(files.hand(hand));
      hands.set(hand, font);
      return font;
    },
    fallback: files.fallback.map(parseTrueType),
  };
}

const styleOf = (fonts: FontSet, style: FontStyle): TrueType =>
  style === 'regular' || style === 'bold' ? fonts[style] : fonts.hand(style);

/** Text that no font of the set can draw. It is refused, never dropped or replaced. */
export class UndrawableTextError extends Error {
  override readonly name = 'UndrawableTextError';
  readonly characters: string[];
  constructor(characters: string[]) {
    super(`no font draws ${characters.map((c) => JSON.stringify(c)).join(', ')}`);
    this.characters = characters;
  }
}

/**
 * Normalizes a line for drawing: composed (NFC), so that letters with accents are one glyph; tabs and line breaks
 * become spaces, because text of several lines has already been split.
 */
export function normalizeText(text: string): string {
  // Nothing below the first combining character, U+0300, composes with anything or is composed differently.
  if (/^[\x20-\u02ff]*$/.test(text)) return text;
  return text.normalize('NFC').replace(/\r\n|[\t\r\n]/g, ' ');
}

/**
 * Characters that turn the direction of what follows (Unicode UAX #9). A browser obeys them and a drawn line has none of it, so
 * that whoever reads "10.000,00" on a screen would find 00,000.01 in the signed file.
 */
const TURNING = /\p{Bidi_Control}/u;

/**
 * The characters of a text that cannot be drawn as a browser shows them, each once: those that no font of the set has, and
 * those that turn its direction. Line breaks and tabs do not count.
 */
export function undrawable(fonts: FontSet, text: string): string[] {
  const missing = new Set<string>();
  const regular = tableOf(fonts, 'regular');
  for (const character of normalizeText(text)) {
    if (TURNING.test(character) || !regular.of(character.codePointAt(0) as number)) missing.add(character);
  }
  return [...missing];
}

/**
 * Characters that fonts have a glyph for but nobody can see or know: formatting, such as direction marks, and private
 * use, which PDF/A allows only with replacement text (ISO 19005-3 clause 6.2.11.7).
 */
const UNSEEN = /[\p{Cf}\p{Co}\u2028\u2029]/u;

/**
 * The text with every undrawable or invisible character spelt out as its code point, `\u{85}`: for text recorded as
 * received, such as a User-Agent, that must be shown anyway.
 */
export function spellOut(fonts: FontSet, text: string): string {
  const missing = undrawable(fonts, text);
  if (missing.length === 0 && !UNSEEN.test(text)) return text;
  const isMissing = (c: string): boolean => missing.includes(c) || UNSEEN.test(c);
  return [...text.normalize('NFC')]
    .map((c) => (isMissing(c) ? `\\u{${(c.codePointAt(0) ?? 0).toString(16).toUpperCase()}}` : c))
    .join('');
}

/** A stretch of text in one font, as glyphs. */
export type Run = { font: TrueType; glyphs: Glyph[] };

/** How one character is drawn: `width` at size 1, `hex` the glyph's number as a string to show has it. */
export type Glyph = { font: TrueType; glyph: number; hex: string; code: number; width: number };

/** Splits a line into runs by font coverage. @throws UndrawableTextError */
export function splitRuns(fonts: FontSet, style: FontStyle, text: string): Run[] {
  const runs: Run[] = [];
  for (const glyph of glyphsOf(fonts, style, text)) {
    const last = runs.at(-1);
    if (last?.font === glyph.font) last.glyphs.push(glyph);
    else runs.push({ font: glyph.font, glyphs: [glyph] });
  }
  return runs;
}

/** Width of a line at size 1. @throws UndrawableTextError */
export function measureText(fonts: FontSet, style: FontStyle, text: string): number {
  let width = 0;
  for (const glyph of glyphsOf(fonts, style, text)) width += glyph.width;
  return width;
}

/** The characters of a line as they are placed. @throws UndrawableTextError */
export function lettersOf(fonts: FontSet, style: FontStyle, text: string): Letter[] {
  return glyphsOf(fonts, style, text).map(({ font, glyph, width }) => {
    const [from, to] = font.spread(glyph);
    return { width, from: from / font.unitsPerEm, to: to / font.unitsPerEm };
  });
}

function glyphsOf(fonts: FontSet, style: FontStyle, text: string): Glyph[] {
  const table = tableOf(fonts, style);
  const line = normalizeText(text);
  const glyphs: Glyph[] = [];
  for (let at = 0; at < line.length; at++) {
    const code = line.codePointAt(at) as number;
    if (code > LAST_OF_ONE_UNIT) at++;
    const glyph = table.of(code);
    if (!glyph) throw new UndrawableTextError(undrawable(fonts, text));
    glyphs.push(glyph);
  }
  return glyphs;
}

/** The last code point that is one unit of a string. */
const LAST_OF_ONE_UNIT = 0xffff;
/** Latin with its accents, which is nearly all text: found by index, without hashing. */
const FIRST_OF_REST = 0x250;

/** What a style has for each code point, looked up once: a document uses the same few hundred over and over. */
class GlyphTable {
  private readonly fonts: FontSet;
  private readonly style: FontStyle;
  private readonly latin: (Glyph | null | undefined)[] = new Array(FIRST_OF_REST).fill(undefined);
  private readonly rest = new Map<number, Glyph | null>();

  constructor(fonts: FontSet, style: FontStyle) {
    this.fonts = fonts;
    this.style = style;
  }

  /** @returns null if no font of the set has the character */
  of(code: number): Glyph | null {
    let glyph = code < FIRST_OF_REST ? this.latin[code] : this.rest.get(code);
    if (glyph === undefined) {
      glyph = this.find(code);
      if (code < FIRST_OF_REST) this.latin[code] = glyph;
      else this.rest.set(code, glyph);
    }
    return glyph;
  }

  private find(code: number): Glyph | null {
    const font = fontFor(this.fonts, this.style, code);
    if (!font) return null;
    const glyph = font.glyphs.get(code) ?? 0;
    const hex = glyph.toString(16).padStart(4, '0');
    return { font, glyph, hex, code, width: font.advance(glyph) / font.unitsPerEm };
  }
}

const tables = new WeakMap<FontSet, Record<FontStyle, GlyphTable>>();

function tableOf(fonts: FontSet, style: FontStyle): GlyphTable {
  let ofFonts = tables.get(fonts);
  if (!ofFonts) {
    const table = (of: FontStyle) => new GlyphTable(fonts, of);
    const [regular, bold] = [table('regular'), table('bold')];
    ofFonts = { regular, bold, loose: table('loose'), round: table('round'), fine: table('fine') };
    tables.set(fonts, ofFonts);
  }
  return ofFonts[style];
}

/**
 * Scripts written right to left or with contextual letter shapes. Some fonts have their glyphs, but setting them one by
 * one would be wrong, so they count as missing.
 */
const NEEDS_SHAPING = [
  [0x0590, 0x109f],
  [0x1780, 0x18af],
  [0x1a20, 0x1aaf],
  [0xa800, 0xabff],
  [0xfb1d, 0xfdff],
  [0xfe70, 0xfefe],
] as const;

function fontFor(fonts: FontSet, style: FontStyle, code: number): TrueType | undefined {
  if (code < 0x20 || NEEDS_SHAPING.some(([from, to]) => code >= from && code <= to)) return undefined;
  const own = styleOf(fonts, style);
  if (own.glyphs.has(code)) return own;
  if (fonts.regular.glyphs.has(code)) return fonts.regular;
  return fonts.fallback.find((font) => font.glyphs.has(code));
}
