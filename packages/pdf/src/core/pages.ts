import { type PageGeometry, pageGeometry } from '../layout.ts';
import type { PdfDocument } from './document.ts';
import { PdfBudgetError, PdfSyntaxError } from './errors.ts';
import { isName, type PdfDict, PdfRef, type PdfValue } from './objects.ts';

/** A leaf of the page tree with its inherited attributes (ISO 32000-2 clause 7.7.3.4). */
export type Page = {
  /** Absent if the tree holds the page directly or a second time; then `parent` and `index` locate it. */
  ref: PdfRef | undefined;
  parent: PdfRef | undefined;
  index: number;
  dict: PdfDict;
  resources: PdfValue | undefined;
  geometry: PageGeometry;
};

/** The most nodes visited before a tree counts as hostile; a balanced tree of 300 pages has fewer than 400. */
const MAX_NODES = 20_000;
const MAX_DEPTH = 64;

export class TooManyPages extends Error {
  readonly count: number;
  constructor(count: number) {
    super(`${count} pages`);
    this.count = count;
  }
}

type Inherited = { MediaBox?: PdfValue; CropBox?: PdfValue; Rotate?: PdfValue; Resources?: PdfValue };
const INHERITABLE = ['MediaBox', 'CropBox', 'Rotate', 'Resources'] as const;

/**
 * Lists the pages in order. Follows the tree from its root, not /Count, and stops as soon as there are too many.
 * @throws TooManyPages past `maxPages`; PdfSyntaxError for a tree with loops, without pages, or a page without a usable box.
 */
export function readPages(document: PdfDocument, maxPages: number): Page[] {
  const pages: Page[] = [];
  for (const page of walkPages(document)) {
    if (pages.length >= maxPages) throw new TooManyPages(declaredCount(document, maxPages + 1));
    pages.push(page);
  }
  if (pages.length === 0) throw new PdfSyntaxError('no pages');
  return pages;
}

/** The first page, without reading the others. @throws like readPages. */
export function readFirstPage(document: PdfDocument): Page {
  for (const page of walkPages(document)) return page;
  throw new PdfSyntaxError('no pages');
}

type Walk = { document: PdfDocument; taken: Set<number>; path: Set<number>; nodes: number; pages: number };
type Node = { value: PdfValue; parent: PdfRef | undefined; index: number; inherited: Inherited };

function walkPages(document: PdfDocument): Generator<Page> {
  const walk: Walk = { document, taken: new Set(), path: new Set(), nodes: 0, pages: 0 };
  const root = { value: document.catalog().get('Pages') ?? null, parent: undefined, index: 0, inherited: {} };
  return visit(walk, root, 0);
}

function* visit(walk: Walk, { value, parent, index, inherited }: Node, depth: number): Generator<Page> {
  const { document, taken, path } = walk;
  if (++walk.nodes > MAX_NODES) throw new PdfBudgetError('page tree is too large');
  if (depth > MAX_DEPTH) throw new PdfSyntaxError('page tree is too deep');
  const node = document.resolve(value);
  if (!(node instanceof Map)) {
    if (!document.section) throw new PdfSyntaxError('a part of the page tree is missing');
    return;
  }
  const own: Inherited = { ...inherited };
  for (const key of INHERITABLE) {
    const entry = node.get(key);
    if (entry !== undefined && document.resolve(entry) !== null) own[key] = entry;
  }
  const kids = document.array(node.get('Kids'));
  const type = document.resolve(node.get('Type'));
  const ref = value instanceof PdfRef ? value : undefined;
  if (!kids || isName(type, 'Page')) {
    if (isName(type, 'Pages')) return;
    const fresh = ref !== undefined && !taken.has(ref.num);
    if (ref) taken.add(ref.num);
    if (!fresh && !parent) throw new PdfSyntaxError('a page is neither an object of its own nor in one');
    yield { ...leaf(document, node, own, ++walk.pages), ref: fresh ? ref : undefined, parent, index };
    return;
  }
  if (ref && path.has(ref.num)) throw new PdfSyntaxError('page tree has a loop');
  if (ref) path.add(ref.num);
  for (const [i, kid] of kids.entries()) {
    yield* visit(walk, { value: kid, parent: ref, index: i, inherited: own }, depth + 1);
  }
  if (ref) path.delete(ref.num);
}

function leaf(document: PdfDocument, dict: PdfDict, inherited: Inherited, number: number) {
  // A truncated file can be rebuilt as far as it goes, but content missing from a page must not go unnoticed.
  if (!document.section && !contentsArePresent(document, dict)) {
    throw new PdfSyntaxError(`the content of page ${number} is missing`);
  }
  const rotate = document.resolve(inherited.Rotate);
  const userUnit = document.resolve(dict.get('UserUnit'));
  const geometry = pageGeometry(
    numbers(document, inherited.MediaBox),
    numbers(document, inherited.CropBox),
    typeof rotate === 'number' ? rotate : 0,
    typeof userUnit === 'number' ? userUnit : 1,
  );
  if (!geometry) throw new PdfSyntaxError(`page ${number} has no usable MediaBox`);
  return { dict, resources: inherited.Resources, geometry };
}

function contentsArePresent(document: PdfDocument, page: PdfDict): boolean {
  const contents = page.get('Contents');
  if (contents === undefined) return true;
  return (document.array(contents) ?? [contents]).every((item) => document.resolve(item) !== null);
}

function numbers(document: PdfDocument, value: PdfValue | undefined): number[] | undefined {
  return document.array(value)?.map((item) => {
    const entry = document.resolve(item);
    return typeof entry === 'number' ? entry : Number.NaN;
  });
}

/** The tree's own count, for the message; never less than what was counted. */
function declaredCount(document: PdfDocument, counted: number): number {
  const count = document.resolve(document.dict(document.catalog().get('Pages'))?.get('Count'));
  return typeof count === 'number' && count > counted && count < 1e9 ? count : counted;
}
