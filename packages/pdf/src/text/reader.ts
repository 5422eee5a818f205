import type { PdfDocument } from '../core/document.ts';
import { PdfBudgetError, PdfSyntaxError } from '../core/errors.ts';
import { type PdfDict, PdfRef, PdfStream, type PdfValue } from '../core/objects.ts';
import type { Page } from '../core/pages.ts';
import type { Matrix } from '../layout.ts';
import { readFont, type TextFont } from './font-reader.ts';
import { Interpreter, initialState, type Setting, type TextState } from './interpreter.ts';
import { Sheet } from './sheet.ts';
import { findTags, type Tag, type TagKind, VARIABLE } from './tags.ts';

/** The most bytes of content, maps and font programs inflated for one file, however often it repeats them. */
const MAX_INFLATED = 40 * 1024 * 1024;
/** The most tags on all pages together. */
const MAX_TAGS = 10_000;
/**
 * Where forms are read wherever they are shown: how often they may be shown, the most bytes of content read again, and
 * the most glyphs on all pages.
 */
const MAX_SHOWN = 50_000;
const MAX_READ_AGAIN = 40 * 1024 * 1024;
const MAX_GLYPHS = 2_000_000;
const MAX_NESTED_FORMS = 16;
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** A content stream, and what was found on it. */
export type ReadContent<T> = {
  /** The form XObject it belongs to; undefined for a page's own content. */
  form: { ref: PdfRef; stream: PdfStream } | undefined;
  content: Uint8Array;
  setting: Setting;
  state: TextState;
  sheet: Sheet;
  found: T[];
};

/** What to look for on every sheet, and whether forms are read wherever they are shown or only where they first are. */
export type Reading<T> = { examine(sheet: Sheet): T[]; everyShowing?: boolean };

/**
 * Reads a file's text page by page. The work is limited by what the file inflates to, and that by a cap; where forms are
 * read wherever they are shown, also by what they show. A form that turned out to have no text is not read again.
 */
export class TextReader<T> {
  private readonly document: PdfDocument;
  private readonly reading: Reading<T>;
  private readonly fonts = new Map<PdfDict, TextFont | undefined>();
  private readonly forms = new Set<number>();
  private readonly textless = new Set<number>();
  private readonly contents = new Map<number, Uint8Array>();
  private inflated = 0;
  private shown = 0;
  private again = 0;
  private glyphs = 0;

  constructor(document: PdfDocument, reading: Reading<T>) {
    this.document = document;
    this.reading = reading;
  }

  /** Those on which something was found, of the page's own content and the forms shown on it. @throws PdfBudgetError */
  read(page: Page): ReadContent<T>[] {
    const content = this.contentOf(page);
    if (!content) return [];
    const setting = this.setting(this.document.dict(page.resources));
    const found: ReadContent<T>[] = [];
    this.readContent(undefined, content, setting, initialState(IDENTITY, page.geometry.box), found);
    return found;
  }

  private setting(resources: PdfDict | undefined): Setting {
    return { document: this.document, resources, fontOf: (value) => this.fontOf(value) };
  }

  /** @returns whether it shows any text, forms in it included */
  private readContent(
    form: ReadContent<T>['form'],
    content: Uint8Array,
    setting: Setting,
    state: TextState,
    all: ReadContent<T>[],
    depth = 0,
  ): boolean {
    const sheet = new Sheet();
    const nested: ReadContent<T>[] = [];
    let text = false;
    new Interpreter(content, setting, state, {
      shown: (shown) => sheet.add(shown),
      rule: (box) => sheet.rules.push(box),
      form: (ref, stream, inside) => {
        if (this.reading.everyShowing && ++this.shown > MAX_SHOWN)
          throw new PdfBudgetError('forms are shown too often');
        if (depth < MAX_NESTED_FORMS) text = this.readForm(ref, stream, setting, inside, nested, depth + 1) || text;
      },
    }).run();
    this.glyphs += sheet.count;
    if (this.reading.everyShowing && this.glyphs > MAX_GLYPHS)
      throw new PdfBudgetError('the pages show more text than the engine searches');
    const found = this.reading.examine(sheet);
    if (found.length > 0) all.push({ form, content, setting, state, sheet, found });
    for (const one of nested) all.push(one);
    return text || sheet.count > 0;
  }

  private readForm(
    ref: PdfRef,
    stream: PdfStream,
    outer: Setting,
    state: TextState,
    found: ReadContent<T>[],
    depth: number,
  ): boolean {
    const known = this.forms.has(ref.num);
    if (known && (!this.reading.everyShowing || this.textless.has(ref.num))) return false;
    this.forms.add(ref.num);
    const content = this.contents.get(ref.num) ?? this.inflate(stream);
    if (!content) return false;
    if (known) this.again += content.length;
    if (this.again > MAX_READ_AGAIN) throw new PdfBudgetError('forms that are shown again are too large');
    if (this.reading.everyShowing) this.contents.set(ref.num, content);
    // A form without resources uses those of whatever shows it (ISO 32000-2 clause 7.8.3).
    const own = this.document.dict(stream.dict.get('Resources'));
    const text = this.readContent({ ref, stream }, content, own ? this.setting(own) : outer, state, found, depth);
    if (!text) this.textless.add(ref.num);
    return text;
  }

  /** The content streams of a page, joined by white space as in clause 7.8.2. */
  private contentOf(page: Page): Uint8Array | undefined {
    const entry = page.dict.get('Contents');
    const parts = (this.document.array(entry) ?? [entry]).flatMap((item) => {
      const stream = this.document.resolve(item);
      return stream instanceof PdfStream ? (this.inflate(stream) ?? []) : [];
    });
    return parts.length > 1 ? Buffer.concat(parts.flatMap((part) => [part, Buffer.from('\n')])) : parts[0];
  }

  /** A stream's content; undefined if it cannot be decoded and so is drawn by no viewer. */
  private inflate(stream: PdfStream): Uint8Array | undefined {
    try {
      const bytes = this.document.decode(stream, Math.max(1, MAX_INFLATED - this.inflated));
      this.grant(bytes.length);
      return bytes;
    } catch (error) {
      if (error instanceof PdfSyntaxError) return undefined;
      throw error;
    }
  }

  private grant(bytes: number): void {
    this.inflated += bytes;
    if (this.inflated > MAX_INFLATED) throw new PdfBudgetError('the content of the pages inflates too far');
  }

  private fontOf(value: PdfValue | undefined): TextFont | undefined {
    const dict = this.document.dict(value);
    if (!dict) return undefined;
    if (!this.fonts.has(dict))
      this.fonts.set(
        dict,
        readFont(this.document, dict, (bytes) => this.grant(bytes)),
      );
    return this.fonts.get(dict);
  }
}

/** A content stream with the text tags found in it. */
export type TaggedContent = ReadContent<Tag>;

/** Reads tags of one kind. @throws PdfBudgetError beyond the most that the engine takes, while it reads */
export function tagReader(document: PdfDocument, kind: TagKind, everyShowing = false): TextReader<Tag> {
  let count = 0;
  const examine = (sheet: Sheet): Tag[] => {
    const tags = findTags(sheet, kind);
    count += tags.length;
    if (count > MAX_TAGS) throw new PdfBudgetError('more text tags than the engine fills in');
    return tags;
  };
  return new TextReader(document, { examine, everyShowing });
}

/** The names of the variables of all pages, each once, in order of appearance. @throws PdfBudgetError */
export function tagNames(document: PdfDocument, pages: readonly Page[]): string[] {
  const reader = tagReader(document, VARIABLE);
  const names = new Set<string>();
  const seen = new Map<string, Set<PdfValue | undefined>>();
  for (const page of pages) {
    // Many pages may share their entire content; reading it again would find the same.
    const key = contentKey(document, page);
    const resources = seen.get(key) ?? new Set();
    if (key !== '' && resources.has(page.resources)) continue;
    seen.set(key, resources.add(page.resources));
    for (const { found } of reader.read(page)) for (const tag of found) names.add(tag.name);
  }
  return [...names];
}

function contentKey(document: PdfDocument, page: Page): string {
  const entry = page.dict.get('Contents');
  const items = document.array(entry) ?? [entry];
  return items.map((item) => (item instanceof PdfRef ? item.num : '')).join(' ');
}
