import type { PdfDocument } from '../core/document.ts';
import { type PdfDict, PdfName, PdfRef, PdfStream, PdfString, type PdfValue } from '../core/objects.ts';
import { type Chunk, formatNumber, write } from '../core/writer.ts';
import type { MarkedContent, Shown } from './interpreter.ts';

/** Replacements of parts of a content stream; they must not overlap. */
export class Edits {
  private readonly content: Uint8Array;
  private readonly list: { start: number; end: number; text: string }[] = [];

  constructor(content: Uint8Array) {
    this.content = content;
  }

  replace(start: number, end: number, text: string): void {
    this.list.push({ start, end, text });
  }

  apply(): Uint8Array {
    const parts: Uint8Array[] = [];
    let at = 0;
    for (const { start, end, text } of this.list.toSorted((a, b) => a.start - b.start)) {
      // The surrounding white space keeps neighbouring tokens apart.
      parts.push(this.content.subarray(at, start), Buffer.from(` ${text} `, 'latin1'));
      at = end;
    }
    return Buffer.concat([...parts, this.content.subarray(at)]);
  }
}

/**
 * Rewrites a text-showing operator without some of its glyphs: their space is skipped, so that the rest stays in place.
 * @param gone for each glyph, whether it is removed
 * @param insert operators to insert where a glyph began, which must preserve position and state; empty for none
 */
export function showWithout(op: Shown, gone: readonly boolean[], insert: (glyph: number) => string): string {
  const parts: string[] = op.prefix === '' ? [] : [op.prefix];
  let array: PdfValue[] = [];
  let shift = 0;
  const flush = (): void => {
    if (shift !== 0) array.push(-shift);
    shift = 0;
    if (array.length > 0) parts.push(`${text(array)} TJ`);
    array = [];
  };
  let next = 0;
  for (const [index, item] of op.items.entries()) {
    if (typeof item === 'number') {
      shift -= item;
      continue;
    }
    for (; op.glyphs[next]?.item === index; next++) {
      const glyph = op.glyphs[next] as Shown['glyphs'][number];
      const inserted = insert(next);
      if (inserted !== '') {
        flush();
        parts.push(inserted);
      }
      if (gone[next]) {
        shift += glyph.advance;
        continue;
      }
      const bytes = item.bytes.subarray(glyph.from, glyph.to);
      const last = array.at(-1);
      if (shift === 0 && last instanceof PdfString) {
        array[array.length - 1] = new PdfString(Buffer.concat([last.bytes, bytes]));
      } else {
        if (shift !== 0) array.push(-shift);
        shift = 0;
        array.push(new PdfString(bytes));
      }
    }
  }
  flush();
  return parts.join(' ');
}

/** A marked-content operator without the text to be read instead of what it encloses (clause 14.9.4). */
export function withoutActualText({ tag, properties }: MarkedContent): string {
  const kept: PdfDict = new Map();
  for (const [key, value] of properties ?? []) {
    // Content streams cannot contain references.
    if (key !== 'ActualText' && !(value instanceof PdfRef) && !(value instanceof PdfStream)) kept.set(key, value);
  }
  const name = text(new PdfName(tag));
  return kept.size > 0 ? `${name} ${text(kept)} BDC` : `${name} BMC`;
}

/** The names of the fonts in a content stream, including those added. */
export class FontNames {
  readonly added: PdfDict = new Map();
  private readonly prefix: string;

  constructor(document: PdfDocument, resources: PdfDict | undefined) {
    const taken = [...(document.dict(resources?.get('Font'))?.keys() ?? [])];
    let prefix = 'RubT';
    while (taken.some((name) => name.startsWith(prefix))) prefix += '_';
    this.prefix = prefix;
  }

  /** One of our fonts, under its own name. */
  of(font: PdfValue): string {
    for (const [name, value] of this.added) if (same(value, font)) return name;
    const name = `${this.prefix}${this.added.size}`;
    this.added.set(name, font);
    return name;
  }

  /** The operator that restores the font of an operator. */
  restore({ state }: Shown): string {
    const name = state.fontName ?? this.of(state.fontRef);
    return `${text(new PdfName(name))} ${formatNumber(state.size)} Tf`;
  }
}

/** Resources with additional fonts: a copy, because others may share the original. */
export function withFonts(document: PdfDocument, resources: PdfDict | undefined, added: PdfDict): PdfDict {
  const fonts: PdfDict = new Map([...(document.dict(resources?.get('Font')) ?? []), ...added]);
  return new Map([...(resources ?? []), ['Font', fonts]]);
}

const same = (a: PdfValue, b: PdfValue): boolean =>
  a === b || (a instanceof PdfRef && b instanceof PdfRef && a.num === b.num);

function text(value: PdfValue): string {
  const out: Chunk[] = [];
  write(value, out);
  return out.join('');
}
