import type { PdfDocument } from '../core/document.ts';
import { PdfBudgetError, PdfSyntaxError } from '../core/errors.ts';
import { openPages } from '../core/open.ts';
import type { Page } from '../core/pages.ts';
import { type Box, type Fraction, type PageGeometry, seenFraction } from '../layout.ts';
import { findTexts, type Reading, searchable } from './anchors.ts';
import { TextReader } from './reader.ts';
import { follows } from './runs.ts';
import type { Setting, Sheet } from './sheet.ts';
import { FIELD, findTags } from './tags.ts';

/** What to look for on the pages of a file. */
export type TextQuery = {
  maxPages: number;
  /** Texts; blanks in them do not count. */
  texts: readonly string[];
  /** The most places wanted of one text; further ones may be left out. */
  most: number;
  /** Also the tags `{{type:key}}`. */
  fieldTags: boolean;
};

/** Where a text begins: its page, counted from 1, and the rectangle of its first line. */
export type TextPlace = { page: number; at: Fraction };

/** A tag for a field. `name` is what stands in the braces, without blanks: `assinatura:joao`, `texto?:joao`. */
export type FieldTag = TextPlace & { name: string; type: string; optional: boolean; key: string };

/** Everything in the order in which it is read: page by page, from the top, each line from the left. */
export type TextFindings = {
  /** For each text of the query. */
  texts: TextPlace[][];
  tags: FieldTag[];
  /** The pages on which there is text to be seen at all, counted from 1. */
  pagesWithText: number[];
};

/** How far letters extend above and below the baseline, as fractions of the font's height. */
const TOP = 0.75;
const BOTTOM = 0.22;
/** More than anybody fills in: hostile content. */
const MAX_TAGS = 10_000;
/** As fractions of a text's height: how near to itself it is drawn to look bold, and how even the tops of a line are. */
const SAME_PLACE = 0.4;
const SAME_LINE = 0.3;

/**
 * Looks for texts and tags where they can be seen: text without ink, outside its clip or outside the visible part of the
 * page is not found. Forms are read wherever they are shown. Limits what it inflates and reads.
 * @throws PdfSyntaxError or PdfBudgetError for a file whose text cannot be read safely
 */
export function findText(bytes: Uint8Array, query: TextQuery): TextFindings {
  const { document, pages } = openPages(bytes, query.maxPages);
  if (document.encrypted !== undefined) throw new PdfSyntaxError('the file is encrypted');
  const wanted = query.texts.map(searchable);
  const drawn = new Finder(document, pages, wanted, query, 'drawn');
  // Where its pieces were drawn out of order, their places tell how a text is read.
  const missing = wanted.map((text, index) => (drawn.texts[index]?.length === 0 ? text : ''));
  const placed = missing.some((text) => text !== '')
    ? new Finder(document, pages, missing, { ...query, fieldTags: false }, 'placed')
    : undefined;
  const texts = drawn.texts.map((places, index) => (places.length > 0 ? places : (placed?.texts[index] ?? [])));
  return { texts, tags: drawn.tags, pagesWithText: drawn.pagesWithText };
}

type Hit = { text: number; name: string; box: Box };
type Placed = { hit: Hit; at: Fraction };

/** `text` of a hit that is a tag. */
const TAG = -1;

/** One pass over the pages. */
class Finder {
  readonly texts: TextPlace[][];
  readonly tags: FieldTag[] = [];
  readonly pagesWithText: number[] = [];
  private readonly wanted: { text: string; index: number }[];
  private readonly query: TextQuery;
  private readonly order: Reading;
  private hasInk = false;

  constructor(
    document: PdfDocument,
    pages: readonly Page[],
    wanted: readonly string[],
    query: TextQuery,
    order: Reading,
  ) {
    this.texts = wanted.map(() => []);
    this.wanted = wanted.flatMap((text, index) => (text === '' ? [] : [{ text, index }]));
    this.query = query;
    this.order = order;
    const reader = new TextReader<Hit>(document, { examine: (sheet) => this.examine(sheet), everyShowing: true });
    for (const [index, page] of pages.entries()) {
      this.hasInk = false;
      const hits = reader.read(page).flatMap(({ found }) => found);
      if (this.hasInk) this.pagesWithText.push(index + 1);
      if (hits.length > 0) this.keep(page.geometry, index + 1, hits);
    }
  }

  private examine(sheet: Sheet): Hit[] {
    this.hasInk ||= showsText(sheet);
    const texts = this.wanted.map(({ text }) => text);
    const found = texts.length > 0 ? findTexts(sheet, texts, this.order) : [];
    const tags = this.query.fieldTags ? findTags(sheet, FIELD) : [];
    return [
      ...found.map(({ text, glyphs }) => ({ text: this.wanted[text]?.index ?? 0, name: '', glyphs })),
      ...tags.map(({ name, glyphs }) => ({ text: TAG, name, glyphs: firstLine(sheet, glyphs) })),
    ].flatMap(({ glyphs, ...hit }) => {
      const box = boxOf(sheet, glyphs);
      const { clip } = sheet.settings[glyphs[0] as number] as Setting;
      return holds(clip, (box[0] + box[2]) / 2, (box[1] + box[3]) / 2) ? [{ ...hit, box }] : [];
    });
  }

  private keep(geometry: PageGeometry, page: number, hits: readonly Hit[]): void {
    const byText = Map.groupBy(hits, ({ text, name }) => (text === TAG ? name : text));
    const tags: Placed[] = [];
    for (const [key, group] of byText) {
      const places = inOrder(once(group.map((hit) => ({ hit, at: seenFraction(geometry, hit.box) }))));
      if (typeof key === 'string') tags.push(...places);
      else {
        const kept = this.texts[key] as TextPlace[];
        for (const { at } of places) if (kept.length < this.query.most) kept.push({ page, at });
      }
    }
    for (const { hit, at } of inOrder(tags)) this.tags.push({ page, at, name: hit.name, ...partsOf(hit.name) });
    if (this.tags.length > MAX_TAGS) throw new PdfBudgetError('more text tags than the engine takes');
  }
}

/** Whether there is a letter or sign to be seen. */
function showsText(sheet: Sheet): boolean {
  return sheet.settings.some((setting, i) => {
    if (!setting || sheet.texts[i]?.trim() === '') return false;
    return holds(setting.clip, sheet.x0[i] as number, sheet.y0[i] as number);
  });
}

const holds = ([x0, y0, x1, y1]: Box, x: number, y: number): boolean => x >= x0 && x <= x1 && y >= y0 && y <= y1;

/** The glyphs of a tag that are on the line it begins on. */
function firstLine(sheet: Sheet, glyphs: readonly number[]): number[] {
  const end = glyphs.findIndex((glyph, i) => i > 0 && !follows(sheet, glyphs[i - 1] as number, glyph));
  return end < 0 ? [...glyphs] : glyphs.slice(0, end);
}

/** The bounds of glyphs of one line, in the page's user space. */
function boxOf(sheet: Sheet, glyphs: readonly number[]): Box {
  const [first, last] = [glyphs[0] as number, glyphs.at(-1) as number];
  const { up } = sheet.settings[first] as Setting;
  const em = Math.max(...glyphs.map((glyph) => sheet.settings[glyph]?.em ?? 0));
  const corners = [TOP * em, -BOTTOM * em].flatMap((height) => [
    [(sheet.x0[first] as number) + height * up[0], (sheet.y0[first] as number) + height * up[1]],
    [(sheet.x1[last] as number) + height * up[0], (sheet.y1[last] as number) + height * up[1]],
  ]);
  const xs = corners.map(([x]) => x as number);
  const ys = corners.map(([, y]) => y as number);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** Places without those of the same text that was drawn again to look bold. */
function once(places: readonly Placed[]): Placed[] {
  const kept: Placed[] = [];
  for (const place of inOrder(places)) {
    const before = kept.at(-1);
    const { x, y, height, width } = place.at;
    const again =
      before &&
      Math.abs(before.at.y - y) < SAME_PLACE * height &&
      Math.abs(before.at.x - x) < SAME_PLACE * Math.min(width, height);
    if (!again) kept.push(place);
  }
  return kept;
}

/** Line by line from the top, each from the left. */
function inOrder(places: readonly Placed[]): Placed[] {
  const lines: Placed[][] = [];
  for (const place of places.toSorted((a, b) => a.at.y - b.at.y)) {
    const line = lines.at(-1);
    const top = line?.[0]?.at;
    if (line && top && place.at.y - top.y < SAME_LINE * top.height) line.push(place);
    else lines.push([place]);
  }
  return lines.flatMap((line) => line.sort((a, b) => a.at.x - b.at.x));
}

function partsOf(name: string): Pick<FieldTag, 'type' | 'optional' | 'key'> {
  const [type = '', key = ''] = name.split(':');
  return { type: type.replace('?', ''), optional: type.endsWith('?'), key };
}
