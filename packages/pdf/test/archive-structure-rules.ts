import type { PdfDocument } from '../src/core/document.ts';
import { type PdfDict, PdfName, PdfRef, PdfString, type PdfValue } from '../src/core/objects.ts';
import type { Check } from './archive-rules.ts';

/** Standard structure types in the order of ISO 32000-1 clause 14.8.4, those for ruby and warichu left out. */
const STANDARD =
  'Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private P H H1 H2 H3 H4 H5 H6 L LI Lbl LBody Table TR TH TD THead TBody TFoot Span Quote Note Reference BibEntry Code Link Annot Figure Formula Form'.split(
    ' ',
  );
/** The permitted parents of a type, where that matters to a reader (clauses 14.8.4.3.3 and 14.8.4.3.4). */
const PARENTS: Readonly<Record<string, readonly string[]>> = {
  TR: ['Table', 'THead', 'TBody', 'TFoot'],
  TH: ['TR'],
  TD: ['TR'],
  LI: ['L'],
  Lbl: ['LI'],
  LBody: ['LI'],
};

/**
 * ISO 19005-3 clause 6.7.3: the structure is a tree of standard types that contains every piece of marked content of
 * every page once, with the way back.
 * @param marked for each page, the numbers of its marked content
 */
export function structureProblems(file: PdfDocument, marked: readonly (readonly number[])[], check: Check): void {
  const root = file.dict(file.catalog().get('StructTreeRoot'));
  if (!root) {
    check(false, '6.7.3', 'no structure');
    return;
  }
  const owned = new Map<string, number>();
  const headings: number[] = [];
  const visit = (value: PdfValue, parent: PdfRef, outside: string): void => {
    const element = file.dict(value) as PdfDict;
    const type = element.get('S');
    const role = type instanceof PdfName ? type.name : '';
    check(STANDARD.includes(role), '6.7.3', `the structure type ${role}`);
    check(PARENTS[role]?.includes(outside) ?? true, '6.7.3', `${role} in ${outside}`);
    const up = element.get('P');
    check(up instanceof PdfRef && up.num === parent.num, '6.7.3', `${role} does not know what it is in`);
    if (/^H\d$/.test(role)) headings.push(Number(role[1]));
    if (role === 'Figure') check(element.get('Alt') instanceof PdfString, '6.7.3', 'a figure without words for it');
    const kids = element.get('K');
    const list = Array.isArray(kids) ? kids : [kids ?? null];
    for (const kid of list) {
      if (kid instanceof PdfRef) visit(kid, value as PdfRef, role);
      else note(element, kid, (value as PdfRef).num);
    }
  };
  const note = (element: PdfDict, kid: PdfValue, owner: number): void => {
    const reference = file.dict(kid);
    const page = (reference ?? element).get('Pg');
    const id = reference ? reference.get('MCID') : kid;
    if (!(page instanceof PdfRef) || typeof id !== 'number') {
      check(false, '6.7.3', 'an element without content');
      return;
    }
    const place = `${page.num} ${id}`;
    check(!owned.has(place), '6.7.3', `marked content ${id} belongs to two elements`);
    owned.set(place, owner);
  };
  visit(root.get('K') as PdfValue, file.catalog().get('StructTreeRoot') as PdfRef, 'StructTreeRoot');
  headings.forEach((level, i) => {
    check(level <= (headings[i - 1] ?? 0) + 1, '6.7.3', `a heading of level ${level} after one of ${headings[i - 1]}`);
  });
  parentTreeRules(file, root, marked, owned, check);
}

function parentTreeRules(
  file: PdfDocument,
  root: PdfDict,
  marked: readonly (readonly number[])[],
  owned: ReadonlyMap<string, number>,
  check: Check,
): void {
  const numbers = file.array(file.dict(root.get('ParentTree'))?.get('Nums')) ?? [];
  const pages = (file.array(file.dict(file.catalog().get('Pages'))?.get('Kids')) ?? []) as PdfRef[];
  pages.forEach((page, i) => {
    const key = file.dict(page)?.get('StructParents');
    const at = numbers.indexOf(key as number);
    const parents = at % 2 === 0 ? (file.array(numbers[at + 1]) ?? []) : [];
    const ids = marked[i] as readonly number[];
    check(
      ids.every((id, n) => id === n),
      '6.7.3',
      `the marked content of page ${i + 1} is not numbered in order`,
    );
    check(parents.length === ids.length, '6.7.3', `page ${i + 1} does not know all elements it shows`);
    for (const id of ids) {
      const owner = owned.get(`${page.num} ${id}`);
      check(owner !== undefined, '6.7.3', `marked content ${id} of page ${i + 1} belongs to no element`);
      check((parents[id] as PdfRef | undefined)?.num === owner, '6.7.3', `marked content ${id} has another parent`);
    }
  });
  const total = marked.reduce((sum, ids) => sum + ids.length, 0);
  check(owned.size === total, '6.7.3', 'elements of content that no page shows');
}
