import type { PdfDocument } from '../core/document.ts';
import { type PdfDict, PdfStream } from '../core/objects.ts';
import type { Page } from '../core/pages.ts';
import { formatNumber as n, type PdfWriter, stream } from '../core/writer.ts';
import { ASCENT, DESCENT, type FontUse } from '../draw/text.ts';
import type { FontStyle } from '../fonts.ts';
import { type FittedText, fitText, LEADING } from '../layout.ts';
import { Interpreter, type Shown } from './interpreter.ts';
import { type TaggedContent, type TextReader, tagReader } from './reader.ts';
import { Edits, FontNames, showWithout, withFonts, withoutActualText } from './rewrite.ts';
import { roomFor } from './room.ts';
import type { Sheet } from './sheet.ts';
import type { Tag, TagKind } from './tags.ts';

/** A page's content with values in place of its tags, and the additional fonts it needs. */
export type Typeset = { content: Uint8Array; fonts: PdfDict };

/**
 * A value on one line that would be smaller than this fraction of its size is tried on several lines, which must then
 * allow a size larger by the second factor.
 */
const WORTH_BREAKING = 0.6;
const WORTH_MORE = 1.25;
/** Encoding entries of a form's stream, which the rewritten one drops. */
const ENCODING_KEYS = ['Filter', 'DecodeParms', 'Length', 'F', 'FFilter', 'FDecodeParms'];

/**
 * Replaces text tags with values: removes the glyphs of each tag from the content, skipping the space they took, and
 * shows the value there in the tag's position, size, direction and colour.
 */
export class TagTypesetter {
  private readonly document: PdfDocument;
  private readonly writer: PdfWriter;
  private readonly text: FontUse;
  private readonly values: ReadonlyMap<string, string>;
  private readonly reader: TextReader<Tag>;

  /** @param values by the names of tags of that kind; '' leaves nothing of a tag */
  constructor(
    document: PdfDocument,
    writer: PdfWriter,
    text: FontUse,
    kind: TagKind,
    values: ReadonlyMap<string, string>,
  ) {
    this.document = document;
    this.writer = writer;
    this.text = text;
    this.values = values;
    this.reader = tagReader(document, kind);
  }

  /**
   * Rewrites the forms first shown on a page, and returns the page's own content; undefined if that contains no tag.
   * Tags without a value stay. @throws UndrawableTextError, PdfBudgetError
   */
  page(page: Page): Typeset | undefined {
    let own: Typeset | undefined;
    for (const tagged of this.reader.read(page)) {
      const found = tagged.found.filter((tag) => this.values.has(tag.name));
      if (found.length === 0) continue;
      const made = this.rewrite({ ...tagged, found }, page);
      if (tagged.form) this.writer.set(tagged.form.ref, this.formWith(tagged.form.stream, tagged, made));
      else own = made;
    }
    return own;
  }

  private formWith(form: PdfStream, { setting }: TaggedContent, made: Typeset): PdfStream {
    const changed = stream({}, made.content);
    const kept = [...form.dict].filter(([key]) => !ENCODING_KEYS.includes(key));
    const resources = withFonts(this.document, setting.resources, made.fonts);
    return new PdfStream(new Map([...kept, ...changed.dict, ['Resources', resources]]), changed.data);
  }

  private rewrite(tagged: TaggedContent, page: Page): Typeset {
    const { content, setting, state, sheet, found: tags } = tagged;
    const edits = new Edits(content);
    const fonts = new FontNames(this.document, setting.resources);
    const starts = new Map(tags.map((tag) => [tag.glyphs[0] as number, tag]));
    const removed = new Set(tags.flatMap((tag) => tag.glyphs));
    const silenced = new Set<number>();
    let count = 0;
    const shown = (op: Shown): void => {
      const first = count;
      count += op.glyphs.length;
      const gone = op.glyphs.map((_, i) => removed.has(first + i));
      if (!gone.includes(true)) return;
      const insert = (i: number): string => {
        const tag = starts.get(first + i);
        return tag ? this.value(op, tag, sheet, page, fonts) : '';
      };
      edits.replace(op.start, op.end, showWithout(op, gone, insert));
      for (const mark of op.marks) {
        if (silenced.has(mark.start) || !mark.properties?.has('ActualText')) continue;
        silenced.add(mark.start);
        edits.replace(mark.start, mark.end, withoutActualText(mark));
      }
    };
    new Interpreter(content, setting, state, { shown }).run();
    return { content: edits.apply(), fonts: fonts.added };
  }

  /** Operators that show a tag's value from the current text position, and preserve position and state. */
  private value(op: Shown, tag: Tag, sheet: Sheet, page: Page, fonts: FontNames): string {
    const value = (this.values.get(tag.name) ?? '').trimEnd();
    const { state } = op;
    if (value === '' || !state.font) return '';
    const style: FontStyle = state.font.bold ? 'bold' : 'regular';
    const [a, b, c, d] = op.matrix;
    // Page units per unit of text space, along the line and upwards.
    const across = Math.hypot(a, b) * Math.abs(state.scale);
    const upwards = Math.abs(a * d - b * c) / Math.hypot(a, b);
    const room = roomFor(sheet, tag, page.geometry.box);
    const free = { width: room.width / across, below: room.below / upwards };
    const largest = state.font.kind === 'type3' ? this.sizeByWidth(tag, style, sheet) / across : Math.abs(state.size);
    const { size, lines } = this.fit(value, style, free, largest);
    // Several lines extend up as far as the tag's own height allows before they extend down.
    const sunk = (lines.length - 1) * LEADING * size + DESCENT * size;
    const raised = lines.length === 1 ? 0 : Math.max(0, Math.min(ASCENT * (largest - size), sunk - free.below));
    // A negative font size turns the letters upside down, and with them their upward direction.
    const sign = Math.sign(state.size);
    let out = state.charSpace === 0 ? '' : '0 Tc ';
    lines.forEach((line, i) => {
      if (line === '') return;
      const rise = state.rise + sign * (raised - i * LEADING * size);
      out += `${n(rise)} Ts ${this.line(line, style, sign * size, fonts)}`;
    });
    out += `${fonts.restore(op)} ${n(state.rise)} Ts`;
    return state.charSpace === 0 ? out : `${out} ${n(state.charSpace)} Tc`;
  }

  /**
   * The size at which the tag would have its actual width: letters of a Type 3 font can have any size at any font size.
   */
  private sizeByWidth(tag: Tag, style: FontStyle, { x0, y0, x1, y1 }: Sheet): number {
    const width = tag.glyphs.reduce((sum, i) => {
      return sum + Math.hypot((x1[i] as number) - (x0[i] as number), (y1[i] as number) - (y0[i] as number));
    }, 0);
    return width / this.text.measure(style)(`{{${'x'.repeat(tag.name.length)}}}`);
  }

  /** One line, smaller if necessary; several if the author broke it, or if that allows a larger size. */
  private fit(value: string, style: FontStyle, free: { width: number; below: number }, largest: number): FittedText {
    const measure = this.text.measure(style);
    const lineBox = { width: free.width, height: LEADING * largest };
    const one = /[\r\n]/.test(value) ? undefined : fitText(value, lineBox, measure, { max: largest, multiline: false });
    if (one && one.size >= WORTH_BREAKING * largest) return one;
    const box = { width: free.width, height: ASCENT * largest + free.below };
    const several = fitText(value, box, measure, { max: largest, multiline: true });
    if (!one) return several;
    const whole = several.lines.join(' ') === one.lines[0]?.replace(/[ \t]+/g, ' ');
    return whole && several.size >= WORTH_MORE * one.size ? several : one;
  }

  private line(line: string, style: FontStyle, size: number, fonts: FontNames): string {
    let out = '';
    let back = 0;
    for (const run of this.text.runs(style, line)) {
      out += `/${fonts.of(run.font)} ${n(size)} Tf <${run.hex}> Tj `;
      back += run.width;
    }
    return `${out}[${n(back)}] TJ `;
  }
}
