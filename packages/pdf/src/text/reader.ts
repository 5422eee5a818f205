import type { PdfDocument } from '../core/document.ts';
import { PdfBudgetError, PdfSyntaxError } from '../core/errors.ts';
import { type PdfDict, PdfRef, PdfStream, type PdfValue } from '../core/objects.ts';
import type { Page } from '../core/pages.ts';
import type { Matrix } from '../layout.ts';
import { readFont, type TextFont } from './font-reader.ts';
import { Interpreter, initialState, type Setting, type TextState } from './interpreter.ts';
import { Sheet } from './sheet.ts';
import { findTags, type Tag } from './tags.ts';

/** The most bytes of content, maps and font programs inflated for one file, however often it repeats them. */
const MAX_INFLATED = 40 * 1024 * 1024;
/** The most tags on all pages together. */
const MAX_TAGS = 10_000;
const MAX_NESTED_FORMS = 16;
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** A content stream with the text tags found in it. */
export type TaggedContent = {
  /** The form XObject it belongs to; undefined for a page's own content. */
  form: { ref: PdfRef; stream: PdfStream } | undefined;
  content: Uint8Array;
  setting: Setting;
  state: TextState;
  sheet: Sheet;
  tags: Tag[];
};

/**
 * Reads a file's text tags page by page. Each form XObject is read once, where it is first shown, so the work is
 * limited by what the file inflates to, and that by a cap.
 */
export class TagReader {
  private readonly document: PdfDocument;
  private readonly fonts = new Map<PdfDict, TextFont | undefined>();
  private readonly forms = new Set<number>();
  private inflated = 0;
  private tags = 0;

  constructor(document: PdfDocument) {
    this.document = document;
  }

  /** Those with tags among the page's own content and the forms first shown on it. @throws PdfBudgetError */
  read(page: Page): TaggedContent[] {
    const content = this.contentOf(page);
    if (!content) return [];
    const setting = this.setting(this.document.dict(page.resources));
    const found: TaggedContent[] = [];
    this.readContent(undefined, content, setting, initialState(IDENTITY, page.geometry.box), found);
    return found;
  }

  private setting(resources: PdfDict | undefined): Setting {
    return { document: this.document, resources, fontOf: (value) => this.fontOf(value) };
  }

  private readContent(
    form: TaggedContent['form'],
    content: Uint8Array,
    setting: Setting,
    state: TextState,
    found: TaggedContent[],
    depth = 0,
  ): void {
    const sheet = new Sheet();
    const nested: TaggedContent[] = [];
    new Interpreter(content, setting, state, {
      shown: (shown) => sheet.add(shown),
      rule: (box) => sheet.rules.push(box),
      form: (ref, stream, inside) => {
        if (depth < MAX_NESTED_FORMS) this.readForm(ref, stream, setting, inside, nested, depth + 1);
      },
    }).run();
    const tags = findTags(sheet);
    this.tags += tags.length;
    if (this.tags > MAX_TAGS) throw new PdfBudgetError('more text tags than the engine fills in');
    if (tags.length > 0) found.push({ form, content, setting, state, sheet, tags });
    found.push(...nested);
  }

  private readForm(
    ref: PdfRef,
    stream: PdfStream,
    outer: Setting,
    state: TextState,
    found: TaggedContent[],
    depth: number,
  ): void {
    if (this.forms.has(ref.num)) return;
    this.forms.add(ref.num);
    const content = this.inflate(stream);
    if (!content) return;
    // A form without resources uses those of whatever shows it (ISO 32000-2 clause 7.8.3).
    const own = this.document.dict(stream.dict.get('Resources'));
    this.readContent({ ref, stream }, content, own ? this.setting(own) : outer, state, found, depth);
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

/** The names of the text tags of all pages, each once, in order of appearance. @throws PdfBudgetError */
export function tagNames(document: PdfDocument, pages: readonly Page[]): string[] {
  const reader = new TagReader(document);
  const names = new Set<string>();
  const seen = new Map<string, Set<PdfValue | undefined>>();
  for (const page of pages) {
    // Many pages may share their entire content; reading it again would find the same.
    const key = contentKey(document, page);
    const resources = seen.get(key) ?? new Set();
    if (key !== '' && resources.has(page.resources)) continue;
    seen.set(key, resources.add(page.resources));
    for (const { tags } of reader.read(page)) for (const tag of tags) names.add(tag.name);
  }
  return [...names];
}

function contentKey(document: PdfDocument, page: Page): string {
  const entry = page.dict.get('Contents');
  const items = document.array(entry) ?? [entry];
  return items.map((item) => (item instanceof PdfRef ? item.num : '')).join(' ');
}
