import type { PdfDocument } from '../core/document.ts';
import { PdfBudgetError } from '../core/errors.ts';
import { isName, type PdfDict, PdfName, PdfStream, type PdfValue } from '../core/objects.ts';
import { CMap } from './cmap.ts';
import { glyphText } from './glyph-names.ts';
import { type BaseEncoding, baseEncoding, standardWidth } from './standard-fonts.ts';

/** What reading text requires of a font: how strings split, what codes mean, how far they advance. */
export type TextFont = {
  readonly kind: 'simple' | 'composite' | 'type3';
  readonly bold: boolean;
  /** The number of bytes of the code at a position of a string. */
  codeLength(bytes: Uint8Array, at: number): number;
  /** The text of a code; empty if the file does not specify it. */
  text(code: number): string;
  /** Horizontal advance at font size 1. */
  width(code: number): number;
};

/** Inflated sizes of maps and font programs that are read. */
const MAX_CMAP = 4 * 1024 * 1024;
const MAX_PROGRAM = 8 * 1024 * 1024;
/** The approximate memory cost of a map entry. */
const ENTRY_BYTES = 200;
const MAX_WIDTHS = 70_000;
const FORCE_BOLD = 1 << 18;
const HEAVY = 600;

/**
 * Reads a font dictionary (ISO 32000-2 clauses 9.6 to 9.8).
 * @param grant called for every stream before it is inflated; throws PdfBudgetError when there have been too many
 * @returns undefined for a font whose strings cannot be followed: vertical writing, or an encoding given only by name
 */
export function readFont(document: PdfDocument, font: PdfDict, grant: (bytes: number) => void): TextFont | undefined {
  const source: Source = { document, font, grant };
  const toUnicode = readCMap(source, font.get('ToUnicode'));
  return isName(document.resolve(font.get('Subtype')), 'Type0')
    ? compositeFont(source, toUnicode)
    : simpleFont(source, toUnicode);
}

type Source = { document: PdfDocument; font: PdfDict; grant: (bytes: number) => void };

function simpleFont(source: Source, toUnicode: CMap | undefined): TextFont {
  const { document, font } = source;
  const type3 = isName(document.resolve(font.get('Subtype')), 'Type3');
  const descriptor = document.dict(font.get('FontDescriptor'));
  const baseFont = nameOf(document, font.get('BaseFont'));
  const texts = encodingOf(source, baseFont, descriptor);
  const first = numberOf(document, font.get('FirstChar'));
  const widths = document.array(font.get('Widths'))?.slice(0, 256);
  const missing = numberOf(document, descriptor?.get('MissingWidth'));
  // Widths of a Type 3 font are in its own glyph space.
  const scale = type3 ? numberOf(document, document.array(font.get('FontMatrix'))?.[0]) : 0.001;
  const table = Array.from({ length: 256 }, (_, code) => {
    const given = document.resolve(widths?.[code - first]);
    if (code >= first && typeof given === 'number') return given * scale;
    return (widths ? missing : (standardWidth(baseFont, texts[code] ?? '') ?? missing)) * scale;
  });
  return {
    kind: type3 ? 'type3' : 'simple',
    bold: isBold(document, baseFont, descriptor),
    codeLength: () => 1,
    text: (code) => meaningful(toUnicode?.text(code)) ?? texts[code] ?? '',
    width: (code) => table[code] ?? 0,
  };
}

/** What each of the 256 codes of a simple font stands for (clause 9.6.5). */
function encodingOf(source: Source, baseFont: string, descriptor: PdfDict | undefined): string[] {
  const { document, font } = source;
  const encoding = document.resolve(font.get('Encoding'));
  const own = encoding instanceof Map ? encoding : undefined;
  const name = nameOf(document, own ? own.get('BaseEncoding') : encoding);
  let table: string[];
  if (/^(?:Standard|WinAnsi|MacRoman)Encoding$/.test(name)) table = [...baseEncoding(name as BaseEncoding)];
  // The characters of these two fonts are symbols, which spell no words.
  else if (/^(?:[A-Z]{6}\+)?(?:Symbol|ZapfDingbats)/.test(baseFont)) table = [];
  else table = builtInEncoding(source, descriptor) ?? [...baseEncoding('StandardEncoding')];
  let code = 0;
  for (const item of document.array(own?.get('Differences'))?.slice(0, 1024) ?? []) {
    const value = document.resolve(item);
    if (typeof value === 'number') code = value;
    else if (value instanceof PdfName && code >= 0 && code < 256) table[code++] = glyphText(value.name);
  }
  return table;
}

/** The encoding in the cleartext part of an embedded Type 1 program (Adobe Type 1 Font Format, section 2.2). */
function builtInEncoding(source: Source, descriptor: PdfDict | undefined): string[] | undefined {
  const program = decoded(source, descriptor?.get('FontFile'), MAX_PROGRAM);
  if (!program) return undefined;
  const buffer = Buffer.from(program.buffer, program.byteOffset, program.length);
  const end = buffer.indexOf('eexec');
  const clear = buffer.toString('latin1', 0, Math.min(end < 0 ? buffer.length : end, 64 * 1024));
  if (/\/Encoding\s+StandardEncoding/.test(clear)) return undefined;
  const table: string[] = [];
  for (const [, code, name] of clear.matchAll(/\bdup\s+(\d{1,3})\s*\/(\S+)\s+put\b/g)) {
    if (Number(code) < 256) table[Number(code)] = glyphText(name ?? '');
  }
  return table.length > 0 ? table : undefined;
}

function compositeFont(source: Source, toUnicode: CMap | undefined): TextFont | undefined {
  const { document, font } = source;
  const encoding = document.resolve(font.get('Encoding'));
  const map = encoding instanceof PdfStream ? readCMap(source, encoding) : undefined;
  const name = map ? map.base : nameOf(document, encoding);
  // Maps given only by name are not available, and without them no width is known.
  if (map?.vertical || (name !== 'Identity-H' && name !== '')) return undefined;
  const descendant = document.dict(document.array(font.get('DescendantFonts'))?.[0]);
  if (!descendant) return undefined;
  const widthOf = cidWidths(document, descendant);
  const descriptor = document.dict(descendant.get('FontDescriptor'));
  return {
    kind: 'composite',
    bold: isBold(document, nameOf(document, font.get('BaseFont')), descriptor),
    codeLength: (bytes, at) => map?.codeLength(bytes, at) ?? 2,
    text: (code) => meaningful(toUnicode?.text(code)) ?? '',
    width: (code) => widthOf(map ? (map.cid(code) ?? (map.base ? code : 0)) : code) * 0.001,
  };
}

/** The widths of a CIDFont (clause 9.7.4.3). */
function cidWidths(document: PdfDocument, font: PdfDict): (cid: number) => number {
  const dw = document.resolve(font.get('DW'));
  const fallback = typeof dw === 'number' ? dw : 1000;
  const single = new Map<number, number>();
  const ranges: { low: number; high: number; width: number }[] = [];
  const items = document.array(font.get('W')) ?? [];
  for (let i = 0; i < items.length && single.size + ranges.length < MAX_WIDTHS; ) {
    const low = numberOf(document, items[i]);
    const next = document.resolve(items[i + 1]);
    if (Array.isArray(next)) {
      for (const [n, width] of next.slice(0, MAX_WIDTHS).entries()) single.set(low + n, numberOf(document, width));
      i += 2;
    } else {
      ranges.push({ low, high: typeof next === 'number' ? next : -1, width: numberOf(document, items[i + 2]) });
      i += 3;
    }
  }
  const found = new Map<number, number>();
  return (cid) => {
    let width = single.get(cid) ?? found.get(cid);
    if (width === undefined) {
      width = ranges.find((range) => cid >= range.low && cid <= range.high)?.width ?? fallback;
      found.set(cid, width);
    }
    return width;
  };
}

function readCMap(source: Source, value: PdfValue | undefined): CMap | undefined {
  const bytes = decoded(source, value, MAX_CMAP);
  if (!bytes) return undefined;
  const map = CMap.parse(bytes);
  source.grant(map.entries * ENTRY_BYTES);
  return map;
}

/** An inflated stream, if there is one and it can be inflated. */
function decoded({ document, grant }: Source, value: PdfValue | undefined, cap: number): Uint8Array | undefined {
  const stream = document.resolve(value);
  if (!(stream instanceof PdfStream)) return undefined;
  let bytes: Uint8Array;
  try {
    bytes = document.decode(stream, cap);
  } catch (error) {
    if (error instanceof PdfBudgetError) throw error;
    return undefined;
  }
  grant(bytes.length);
  return bytes;
}

/** Maps made by careless programs contain meaningless entries; the encoding is then used instead. */
function meaningful(text: string | undefined): string | undefined {
  return text === undefined || /^[\0\ufffd]*$/.test(text) ? undefined : text;
}

function isBold(document: PdfDocument, baseFont: string, descriptor: PdfDict | undefined): boolean {
  if (/bold|black|heavy/i.test(baseFont)) return true;
  const forced = (numberOf(document, descriptor?.get('Flags')) & FORCE_BOLD) !== 0;
  return forced || numberOf(document, descriptor?.get('FontWeight')) >= HEAVY;
}

function nameOf(document: PdfDocument, value: PdfValue | undefined): string {
  const resolved = document.resolve(value);
  return resolved instanceof PdfName ? resolved.name : '';
}

function numberOf(document: PdfDocument, value: PdfValue | undefined): number {
  const resolved = document.resolve(value);
  return typeof resolved === 'number' ? resolved : 0;
}
