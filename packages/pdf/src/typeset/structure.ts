import { dict, name, type PdfDict, PdfRaw, type PdfRef, PdfString, type PdfValue } from '../core/objects.ts';
import { type Chunk, formatNumber, type PdfWriter, write } from '../core/writer.ts';
import type { Box } from '../layout.ts';

/** The standard structure types used here (ISO 32000-1 clause 14.8.4), which tell a reader what a piece is. */
export type Role =
  | 'Document'
  | 'H1'
  | 'H2'
  | 'H3'
  | 'P'
  | 'Table'
  | 'TR'
  | 'TH'
  | 'TD'
  | 'L'
  | 'LI'
  | 'Lbl'
  | 'LBody'
  | 'Figure';

/** `alt` describes a figure, `box` is its position; `scope` says what a table heading applies to. */
export type Attributes = { alt?: string; box?: Box; scope?: 'Row' | 'Column' };

/** A piece of marked content: what a page draws under one number. */
type Mark = { page: PdfRef; id: number };

/** An element of the logical structure (clause 14.7.2). Its kids are in reading order. */
export class Element {
  readonly role: Role;
  readonly attributes: Attributes;
  readonly kids: (Element | Mark)[] = [];

  constructor(role: Role, attributes: Attributes = {}) {
    this.role = role;
    this.attributes = attributes;
  }

  /** Adds an element inside this one and returns it. */
  add(role: Role, attributes: Attributes = {}): Element {
    const kid = new Element(role, attributes);
    this.kids.push(kid);
    return kid;
  }
}

/**
 * Writes the structure tree with the parent tree from marked content to elements (clause 14.7.4.4).
 * @param marked for each page, the elements of its marked content, by number
 * @returns the catalog entries for it
 */
export function structureEntries(writer: PdfWriter, root: Element, marked: readonly (readonly Element[])[]): PdfDict {
  const tree = writer.reserve();
  const refs = new Map<Element, PdfRef>();
  const writeElement = (element: Element, parent: PdfRef): PdfRef => {
    const own = writer.reserve();
    refs.set(element, own);
    let page: PdfRef | undefined;
    let kids = '';
    for (const kid of element.kids) {
      if (kid instanceof Element) kids += ` ${writeElement(kid, own).num} 0 R`;
      else {
        page ??= kid.page;
        kids += kid.page === page ? ` ${kid.id}` : ` <</Type/MCR/Pg ${kid.page.num} 0 R/MCID ${kid.id}>>`;
      }
    }
    // There are thousands of these, and text takes less time and space than dictionaries.
    const at = page ? `/Pg ${page.num} 0 R` : '';
    writer.set(
      own,
      new PdfRaw(`<</S/${element.role}/P ${parent.num} 0 R${at}${attributesOf(element)}/K[${kids.slice(1)}]>>`),
    );
    return own;
  };
  const top = writeElement(root, tree);
  const numbers = marked.flatMap((elements, page): PdfValue[] => [
    page,
    writer.add(elements.map((element) => refs.get(element) as PdfRef)),
  ]);
  writer.set(
    tree,
    dict({
      Type: name('StructTreeRoot'),
      K: top,
      ParentTree: writer.add(dict({ Nums: numbers })),
      ParentTreeNextKey: marked.length,
    }),
  );
  return dict({ StructTreeRoot: tree, MarkInfo: dict({ Marked: true }) });
}

/** Attributes under their owners (clause 14.8.5), and alternative text for non-text (clause 14.9.3). */
function attributesOf({ attributes: { alt, box, scope } }: Element): string {
  const words = alt === undefined ? '' : `/Alt ${syntaxOf(PdfString.text(alt))}`;
  if (scope) return `${words}/A<</O/Table/Scope/${scope}>>`;
  return box ? `${words}/A<</O/Layout/BBox[${box.map(formatNumber).join(' ')}]>>` : words;
}

function syntaxOf(value: PdfValue): string {
  const chunks: Chunk[] = [];
  write(value, chunks);
  return chunks.join('');
}
