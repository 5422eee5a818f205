import { dict, name, type PdfDict, type PdfRef, PdfString, type PdfValue } from '../core/objects.ts';
import type { PdfWriter } from '../core/writer.ts';
import type { Box } from '../layout.ts';

/** The standard structure types that are used here (ISO 32000-1 clause 14.8.4): each says to a reader what a piece is. */
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

/** `alt` says what a figure shows, `box` where it stands; `scope` says what a heading of a table is the heading of. */
export type Attributes = { alt?: string; box?: Box; scope?: 'Row' | 'Column' };

/** A piece of marked content: what a page draws under one number. */
type Mark = { page: PdfRef; id: number };

/** An element of the logical structure (clause 14.7.2). Its kids are told in the order in which they are read. */
export class Element {
  readonly role: Role;
  readonly attributes: Attributes;
  readonly kids: (Element | Mark)[] = [];

  constructor(role: Role, attributes: Attributes = {}) {
    this.role = role;
    this.attributes = attributes;
  }

  /** Adds an element inside this one and gives it back. */
  add(role: Role, attributes: Attributes = {}): Element {
    const kid = new Element(role, attributes);
    this.kids.push(kid);
    return kid;
  }
}

/**
 * Writes the structure tree with its way back from marked content to elements (clause 14.7.4.4).
 * @param marked of each page, the elements its marked content belongs to, by number
 * @returns the catalog's entries for it
 */
export function structureEntries(writer: PdfWriter, root: Element, marked: readonly (readonly Element[])[]): PdfDict {
  const tree = writer.reserve();
  const refs = new Map<Element, PdfRef>();
  const write = (element: Element, parent: PdfRef): PdfRef => {
    const own = writer.reserve();
    refs.set(element, own);
    const { kids } = element;
    const marks = kids.filter((kid) => !(kid instanceof Element)) as Mark[];
    const [page] = marks.map((mark) => mark.page);
    const values = kids.map((kid): PdfValue => {
      if (kid instanceof Element) return write(kid, own);
      if (kid.page === page) return kid.id;
      return dict({ Type: name('MCR'), Pg: kid.page, MCID: kid.id });
    });
    const { alt } = element.attributes;
    writer.set(
      own,
      dict({
        S: name(element.role),
        P: parent,
        Pg: page,
        Alt: alt === undefined ? undefined : PdfString.text(alt),
        A: attributesOf(element),
        K: values.length === 1 ? values[0] : values,
      }),
    );
    return own;
  };
  const top = write(root, tree);
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

/** Attributes under their owners (clause 14.8.5). */
function attributesOf({ attributes: { box, scope } }: Element): PdfDict | undefined {
  if (scope) return dict({ O: name('Table'), Scope: name(scope) });
  return box && dict({ O: name('Layout'), BBox: box });
}
