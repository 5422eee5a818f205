import type { PdfDocument } from '../core/document.ts';
import { PdfBudgetError, PdfSyntaxError } from '../core/errors.ts';
import { isName, type PdfDict, PdfName, PdfRef, PdfStream, PdfString, type PdfValue } from '../core/objects.ts';
import { Parser, WorkMeter } from '../core/parser.ts';
import { formatNumber } from '../core/writer.ts';
import type { Box, Matrix } from '../layout.ts';
import type { TextFont } from './font-reader.ts';
import { ContentLexer, operator } from './lexer.ts';
import { apply, clipTo, multiply } from './matrix.ts';
import { Path } from './path.ts';

/** The most nested `q` and marked-content sequences remembered; more than any program writes. */
const MAX_NESTING = 512;
/** The most straight lines remembered for one content stream; a dense table has some thousands. */
const MAX_RULES = 20_000;

/** The graphics state as far as text depends on it (ISO 32000-2 tables 51 and 103). */
export type TextState = {
  ctm: Matrix;
  /** The largest visible area, in the page's user space. */
  clip: Box;
  font: TextFont | undefined;
  /** The name by which the font was selected; undefined if a graphics state dictionary selected it. */
  fontName: string | undefined;
  fontRef: PdfValue;
  size: number;
  charSpace: number;
  wordSpace: number;
  /** Horizontal scaling, 1 for 100 %. */
  scale: number;
  leading: number;
  rise: number;
  mode: number;
};

/** One code of a shown string. `start` and `end` are on the baseline, in the page's user space. */
export type ShownGlyph = {
  item: number;
  from: number;
  to: number;
  text: string;
  /** How far the text position moved, in TJ units (thousandths of the font size, forward positive). */
  advance: number;
  x0: number;
  y0: number;
  x1: number;
  y1: number;
};

/** A text-showing operator, with all that is needed to rewrite it. */
export type Shown = {
  /** Its position in the content, including operands. */
  start: number;
  end: number;
  /** What it does before showing its text, as operators: `'` and `"` move to the next line. */
  prefix: string;
  items: (number | PdfString)[];
  glyphs: ShownGlyph[];
  state: TextState;
  /** From text space to the page's user space, at the start of the operator. */
  matrix: Matrix;
  /** Marked content sequences around it, outermost first. */
  marks: readonly MarkedContent[];
};

/** A marked-content operator (clause 14.6): its position, and its property list. */
export type MarkedContent = { start: number; end: number; tag: string; properties: PdfDict | undefined };

export type Visitor = {
  shown(shown: Shown): void;
  /** A form XObject is drawn. @param state the current state, with `ctm` and `clip` of the form's own content */
  form?(ref: PdfRef, form: PdfStream, state: TextState): void;
  /** A straight line is drawn, from corner to corner of a box without width, in the page's user space. */
  rule?(box: Box): void;
};

/** The context for reading content: names are resolved in `resources`, fonts are read once by `fontOf`. */
export type Setting = {
  document: PdfDocument;
  resources: PdfDict | undefined;
  fontOf(value: PdfValue | undefined): TextFont | undefined;
};

/** The initial state of content (table 51). */
export function initialState(ctm: Matrix, clip: Box): TextState {
  return {
    ...{ ctm, clip, font: undefined, fontName: undefined, fontRef: null, size: 0 },
    ...{ charSpace: 0, wordSpace: 0, scale: 1, leading: 0, rise: 0, mode: 0 },
  };
}

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/**
 * Interprets a content stream as far as text is concerned (clause 9): where every glyph is shown and what it says.
 * Never throws for nonsensical content, because viewers also draw what they can. @throws PdfBudgetError
 */
export class Interpreter {
  private readonly lexer: ContentLexer;
  private readonly parser: Parser;
  private readonly setting: Setting;
  private readonly visitor: Visitor;
  private state: TextState;
  private readonly stack: TextState[] = [];
  private readonly marks: MarkedContent[] = [];
  private text: Matrix = IDENTITY;
  private line: Matrix = IDENTITY;
  private rules = 0;
  private readonly path = new Path();
  /** The path becomes a clip once it is painted. */
  private clips = false;

  constructor(content: Uint8Array, setting: Setting, state: TextState, visitor: Visitor) {
    this.lexer = new ContentLexer(content);
    this.parser = new Parser(content, 0, new WorkMeter());
    this.setting = setting;
    this.visitor = visitor;
    this.state = { ...state };
  }

  run(): void {
    for (;;) {
      const op = this.lexer.next();
      if (op < 0) return;
      try {
        OPERATORS.get(op)?.(this);
      } catch (error) {
        if (error instanceof PdfBudgetError || !(error instanceof PdfSyntaxError)) throw error;
      }
    }
  }

  /** The operand at an index, from the end if negative. */
  private operand(index: number): PdfValue {
    const { lexer } = this;
    const at = index < 0 ? lexer.count + index : index;
    if (at < 0 || at >= lexer.count) return null;
    this.parser.pos = lexer.starts[at] as number;
    return this.parser.value();
  }

  private numbers(): Matrix {
    const { lexer } = this;
    return [0, 1, 2, 3, 4, 5].map((i) => lexer.number(i)) as Matrix;
  }

  private save(): void {
    if (this.stack.length >= MAX_NESTING) throw new PdfBudgetError('graphics states are nested too deeply');
    this.stack.push({ ...this.state });
  }

  private restore(): void {
    this.state = this.stack.pop() ?? this.state;
  }

  private concat(): void {
    this.state.ctm = multiply(this.numbers(), this.state.ctm);
  }

  private begin(): void {
    this.text = IDENTITY;
    this.line = IDENTITY;
  }

  private move(x: number, y: number): void {
    this.line = multiply([1, 0, 0, 1, x, y], this.line);
    this.text = this.line;
  }

  private setMatrix(): void {
    this.line = this.numbers();
    this.text = this.line;
  }

  private chooseFont(): void {
    const name = this.operand(0);
    if (!(name instanceof PdfName)) return;
    const { document, resources } = this.setting;
    this.state.fontName = name.name;
    this.state.fontRef = document.dict(resources?.get('Font'))?.get(name.name) ?? null;
    this.state.font = this.setting.fontOf(this.state.fontRef);
    this.state.size = this.lexer.number(1);
  }

  private graphicsState(): void {
    const name = this.operand(0);
    if (!(name instanceof PdfName)) return;
    const { document, resources } = this.setting;
    const entry = document.dict(document.dict(resources?.get('ExtGState'))?.get(name.name))?.get('Font');
    const [font, size] = document.array(entry) ?? [];
    const points = document.resolve(size);
    if (font === undefined || typeof points !== 'number') return;
    this.state.fontName = undefined;
    this.state.fontRef = font;
    this.state.font = this.setting.fontOf(font);
    this.state.size = points;
  }

  private show(prefix: string, array: boolean): void {
    const operand = this.operand(-1);
    const items = array && Array.isArray(operand) ? operand : [operand];
    const kept = items.filter((item) => typeof item === 'number' || item instanceof PdfString);
    const { state, text: matrix } = this;
    const glyphs = this.advanceOver(kept as Shown['items']);
    if (glyphs.length === 0) return;
    const { start, pos: end } = this.lexer;
    const combined = multiply(matrix, state.ctm);
    this.visitor.shown({
      ...{ start, end, prefix, items: kept as Shown['items'], glyphs },
      ...{ state: { ...state }, matrix: combined, marks: this.marks },
    });
  }

  /** Advances the text position over an operator's strings and numbers (clause 9.4.4). */
  private advanceOver(items: Shown['items']): ShownGlyph[] {
    const { font, size, charSpace, wordSpace, scale, rise, ctm } = this.state;
    const [a, b, c, d] = this.text;
    let [, , , , e, f] = this.text;
    const glyphs: ShownGlyph[] = [];
    for (const [item, value] of items.entries()) {
      if (typeof value === 'number') {
        const shift = (-value / 1000) * size * scale;
        e += shift * a;
        f += shift * b;
        continue;
      }
      if (!font) continue;
      const { bytes } = value;
      for (let from = 0; from < bytes.length; ) {
        const length = Math.max(1, Math.min(font.codeLength(bytes, from), bytes.length - from));
        let code = 0;
        for (let i = 0; i < length; i++) code = code * 256 + (bytes[from + i] as number);
        const width = font.width(code);
        const spaces = charSpace + (length === 1 && code === 32 ? wordSpace : 0);
        const [x0, y0] = apply(ctm, e + rise * c, f + rise * d);
        const glyph = (width * size + charSpace) * scale;
        const [x1, y1] = apply(ctm, e + rise * c + glyph * a, f + rise * d + glyph * b);
        const advance = size === 0 ? 0 : (width + spaces / size) * 1000;
        glyphs.push({ item, from, to: from + length, text: font.text(code), advance, x0, y0, x1, y1 });
        const shift = (width * size + spaces) * scale;
        e += shift * a;
        f += shift * b;
        from += length;
      }
    }
    this.text = [a, b, c, d, e, f];
    return glyphs;
  }

  private drawObject(): void {
    const { document, resources } = this.setting;
    const name = this.operand(0);
    if (!(name instanceof PdfName) || !this.visitor.form) return;
    const ref = document.dict(resources?.get('XObject'))?.get(name.name);
    const form = document.resolve(ref);
    if (!(ref instanceof PdfRef) || !(form instanceof PdfStream)) return;
    if (!isName(document.resolve(form.dict.get('Subtype')), 'Form')) return;
    const own = numbersOf(document, form.dict.get('Matrix'), 6) as Matrix | undefined;
    const ctm = own ? multiply(own, this.state.ctm) : this.state.ctm;
    const box = numbersOf(document, form.dict.get('BBox'), 4) as Box | undefined;
    const clip = box ? clipTo(this.state.clip, ctm, box) : this.state.clip;
    this.visitor.form(ref, form, { ...this.state, ctm, clip });
  }

  private beginMark(withProperties: boolean): void {
    if (this.marks.length >= MAX_NESTING) throw new PdfBudgetError('marked content is nested too deeply');
    const { document, resources } = this.setting;
    const { start, pos: end } = this.lexer;
    const tag = this.operand(0);
    let properties: PdfDict | undefined;
    if (withProperties) {
      const given = this.operand(1);
      const named = given instanceof PdfName ? document.dict(resources?.get('Properties'))?.get(given.name) : given;
      properties = document.dict(named);
    }
    this.marks.push({ start, end, tag: tag instanceof PdfName ? tag.name : 'Span', properties });
  }

  private paint(stroked: boolean, filled: boolean): void {
    const { path, visitor, state } = this;
    if (visitor.rule) {
      for (const line of path.drawn(stroked, filled)) {
        if (++this.rules > MAX_RULES) break;
        const [ax, ay] = apply(state.ctm, line[0], line[1]);
        const [bx, by] = apply(state.ctm, line[2], line[3]);
        visitor.rule([ax, ay, bx, by]);
      }
    }
    if (this.clips && path.bounds) state.clip = clipTo(state.clip, state.ctm, path.bounds);
    path.clear();
    this.clips = false;
  }

  /** The effect of each operator. */
  static table(): Map<number, (i: Interpreter) => void> {
    const number = (i: Interpreter): number => i.lexer.number(0);
    const nextLine = (i: Interpreter): void => i.move(0, -i.state.leading);
    const entries: Record<string, (i: Interpreter) => void> = {
      q: (i) => i.save(),
      Q: (i) => i.restore(),
      cm: (i) => i.concat(),
      gs: (i) => i.graphicsState(),
      BT: (i) => i.begin(),
      Tc: (i) => {
        i.state.charSpace = number(i);
      },
      Tw: (i) => {
        i.state.wordSpace = number(i);
      },
      Tz: (i) => {
        i.state.scale = number(i) / 100;
      },
      TL: (i) => {
        i.state.leading = number(i);
      },
      Tf: (i) => i.chooseFont(),
      Tr: (i) => {
        i.state.mode = number(i);
      },
      Ts: (i) => {
        i.state.rise = number(i);
      },
      Td: (i) => i.move(i.lexer.number(0), i.lexer.number(1)),
      TD: (i) => {
        i.state.leading = -i.lexer.number(1);
        i.move(i.lexer.number(0), i.lexer.number(1));
      },
      Tm: (i) => i.setMatrix(),
      'T*': nextLine,
      Tj: (i) => i.show('', false),
      TJ: (i) => i.show('', true),
      "'": (i) => {
        nextLine(i);
        i.show('T*', false);
      },
      '"': (i) => {
        i.state.wordSpace = i.lexer.number(0);
        i.state.charSpace = i.lexer.number(1);
        nextLine(i);
        i.show(`${formatNumber(i.state.wordSpace)} Tw ${formatNumber(i.state.charSpace)} Tc T*`, false);
      },
      Do: (i) => i.drawObject(),
      BMC: (i) => i.beginMark(false),
      BDC: (i) => i.beginMark(true),
      EMC: (i) => {
        i.marks.pop();
      },
      re: (i) => i.path.rectangle(i.lexer, THIN / Math.max(spread(i.state.ctm), 1e-9)),
      m: (i) => i.path.points(i.lexer, 1),
      l: (i) => i.path.lineTo(i.lexer),
      c: (i) => i.path.points(i.lexer, 3),
      v: (i) => i.path.points(i.lexer, 2),
      y: (i) => i.path.points(i.lexer, 2),
      W: (i) => {
        i.clips = true;
      },
      n: (i) => i.paint(false, false),
    };
    entries['W*'] = entries.W as (i: Interpreter) => void;
    for (const word of ['S', 's']) entries[word] = (i) => i.paint(true, false);
    for (const word of ['f', 'F', 'f*']) entries[word] = (i) => i.paint(false, true);
    for (const word of ['B', 'B*', 'b', 'b*']) entries[word] = (i) => i.paint(true, true);
    return new Map(Object.entries(entries).map(([word, act]) => [operator(word), act]));
  }
}

/** The greatest thickness, in page units, of a filled bar that still counts as a line. */
const THIN = 3;
const OPERATORS = Interpreter.table();

function spread(m: Matrix): number {
  return Math.max(Math.hypot(m[0], m[1]), Math.hypot(m[2], m[3]));
}

function numbersOf(document: PdfDocument, value: PdfValue | undefined, count: number): number[] | undefined {
  const items = document.array(value)?.map((item) => document.resolve(item));
  return items?.length === count && items.every((item) => typeof item === 'number') ? (items as number[]) : undefined;
}
