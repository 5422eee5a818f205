import type { PdfDocument } from '../core/document.ts';
import { dict, name, type PdfDict, PdfRef, PdfString, type PdfValue } from '../core/objects.ts';
import type { PdfWriter } from '../core/writer.ts';
import type { Box } from '../layout.ts';

/** The most nodes and entries of a parent tree that are examined (ISO 32000-2 clause 14.7.5.4). */
const MAX_NODES = 50_000;
const MAX_KEY = 2 ** 31 - 2;

type Tagged = { root: PdfDict; ref: PdfRef; parents: PdfDict | undefined; next: number };

/** The structure of a tagged file; 'lost' if drawings cannot be added to it, undefined if there is none. */
function structureOf(document: PdfDocument): Tagged | 'lost' | undefined {
  const catalog = document.catalog();
  const marked = document.resolve(document.dict(catalog.get('MarkInfo'))?.get('Marked')) === true;
  const ref = catalog.get('StructTreeRoot');
  const root = document.resolve(ref);
  if (!marked || !(root instanceof Map)) return undefined;
  const parents = document.dict(root.get('ParentTree'));
  const last = parents ? lastKey(document, parents) : -1;
  const declared = document.resolve(root.get('ParentTreeNextKey'));
  const next = Math.max(last + 1, typeof declared === 'number' ? declared : 0);
  if (!(ref instanceof PdfRef) || !Number.isInteger(next) || next > MAX_KEY) return 'lost';
  return { root, ref, parents, next };
}

/** Whether a tagged file remains fully tagged when something is drawn on it. */
export function canExtendStructure(document: PdfDocument): boolean {
  return structureOf(document) !== 'lost';
}

/** The largest key of a number tree, NaN if it cannot be determined. */
function lastKey(document: PdfDocument, root: PdfDict): number {
  let last = -1;
  for (const [key] of entriesOf(document, root) ?? [[Number.NaN]]) last = Math.max(last, key);
  return last;
}

/** The entries of a number tree, undefined if there are too many. */
function entriesOf(document: PdfDocument, root: PdfDict): Map<number, PdfValue> | undefined {
  const entries = new Map<number, PdfValue>();
  const seen = new Set<PdfDict>();
  const waiting: PdfValue[] = [root];
  while (waiting.length > 0) {
    const node = document.dict(waiting.pop() ?? null);
    if (!node || seen.has(node)) continue;
    if (seen.size >= MAX_NODES || entries.size >= MAX_NODES) return undefined;
    seen.add(node);
    const numbers = document.array(node.get('Nums')) ?? [];
    for (let i = 0; i + 1 < numbers.length; i += 2) {
      const key = document.resolve(numbers[i]);
      if (typeof key === 'number') entries.set(key, numbers[i + 1] ?? null);
    }
    waiting.push(...(document.array(node.get('Kids')) ?? []));
  }
  return entries;
}

/** A piece of content of a form XObject, as described to assistive technology. */
export type Tag = {
  /** A standard structure type (clause 14.8.4). */
  kind: 'P' | 'Figure' | 'Form';
  /** The text read instead of what is drawn. */
  says?: string;
  /** Its position, in the page's user space. */
  box?: Box;
  /** The parent-tree key of an annotation whose element takes over the content drawn in its place. */
  inPlaceOf?: number;
};

/**
 * Adds what an update draws to the structure of a tagged file: one section at its end, with an element for each piece.
 * Does nothing for untagged files.
 */
export class Structure {
  private readonly document: PdfDocument;
  private readonly writer: PdfWriter;
  private readonly tagged: Tagged;
  private readonly section: PdfRef;
  private readonly elements: PdfRef[] = [];
  private readonly entries: PdfValue[] = [];
  private readonly changed = new Map<number, PdfDict>();
  private annotations: Map<number, PdfValue> | undefined;
  private next: number;

  private constructor(document: PdfDocument, writer: PdfWriter, tagged: Tagged) {
    this.document = document;
    this.writer = writer;
    this.tagged = tagged;
    this.section = writer.reserve();
    this.next = tagged.next;
  }

  static of(document: PdfDocument, writer: PdfWriter): Structure | undefined {
    const tagged = structureOf(document);
    return typeof tagged === 'object' ? new Structure(document, writer, tagged) : undefined;
  }

  /**
   * Registers the pieces of a form XObject shown on one page; the n-th is marked as `/MCID n` in the form's content.
   * @returns the key for /StructParents in the form's dictionary
   */
  add(page: PdfRef, form: PdfRef, tags: readonly Tag[]): number {
    const key = this.next++;
    const owners = tags.map((tag, i) => {
      const content = dict({ Type: name('MCR'), Pg: page, Stm: form, MCID: i });
      return (
        (tag.inPlaceOf !== undefined && this.takeOver(tag.inPlaceOf, content)) || this.addElement(page, tag, content)
      );
    });
    this.entries.push(key, owners);
    return key;
  }

  private addElement(page: PdfRef, { kind, says, box }: Tag, content: PdfDict): PdfRef {
    const ref = this.writer.add(
      dict({
        Type: name('StructElem'),
        S: name(kind),
        P: this.section,
        Pg: page,
        K: content,
        Alt: says === undefined ? undefined : PdfString.text(says),
        A: box && dict({ O: name('Layout'), Placement: name('Block'), BBox: box }),
      }),
    );
    this.elements.push(ref);
    return ref;
  }

  /** Puts content in the place of an annotation under the element that referenced it. */
  private takeOver(key: number, content: PdfDict): PdfRef | undefined {
    this.annotations ??= (this.tagged.parents && entriesOf(this.document, this.tagged.parents)) ?? new Map();
    const ref = this.annotations.get(key);
    if (!(ref instanceof PdfRef)) return undefined;
    const known = this.element(ref);
    const kids = this.document.array(known.get('K')) ?? [known.get('K') ?? null];
    const isAnnotation = (kid: PdfValue) => {
      const held = this.document.dict(this.document.dict(kid)?.get('Obj'))?.get('StructParent');
      return this.document.resolve(held) === key;
    };
    if (!kids.some(isAnnotation)) return undefined;
    this.change(ref, new Map([...known, ['K', kids.map((kid) => (isAnnotation(kid) ? content : kid))] as const]));
    return ref;
  }

  /** Writes the section and the tree's root; call once, after everything is drawn. */
  finish(): void {
    if (this.entries.length === 0) return;
    const { root, ref, parents } = this.tagged;
    const changed: PdfDict = new Map(root);
    changed.set('ParentTree', this.parentTree(parents));
    changed.set('ParentTreeNextKey', this.next);
    if (this.elements.length > 0) {
      const top = this.topElement(root);
      const holder = top ? this.element(top) : changed;
      const kids = this.document.array(holder.get('K')) ?? [holder.get('K') ?? null];
      const extended = [...kids.filter((kid) => this.document.resolve(kid) !== null), this.section];
      if (top) this.change(top, new Map([...holder, ['K', extended] as const]));
      else changed.set('K', extended);
      const lang = PdfString.text('pt-BR');
      const entries = { Type: name('StructElem'), S: name('Sect'), P: top ?? ref, Lang: lang, K: this.elements };
      this.writer.set(this.section, dict(entries));
    }
    this.writer.set(ref, changed);
  }

  /** The single element under the root that well-tagged files have; what is drawn belongs under it too. */
  private topElement(root: PdfDict): PdfRef | undefined {
    const kids = this.document.array(root.get('K')) ?? [root.get('K') ?? null];
    const [only] = kids;
    return kids.length === 1 && only instanceof PdfRef && this.document.dict(only) ? only : undefined;
  }

  private element(ref: PdfRef): PdfDict {
    return this.changed.get(ref.num) ?? this.document.dict(ref) ?? new Map();
  }

  private change(ref: PdfRef, element: PdfDict): void {
    this.changed.set(ref.num, element);
    this.writer.set(ref, element);
  }

  /** The old tree with the new entries as its last leaf: their keys are larger than all existing ones. */
  private parentTree(parents: PdfDict | undefined): PdfRef {
    const first = this.entries[0] ?? 0;
    const limits = [first, this.next - 1];
    const leaf = dict({ Limits: limits, Nums: this.entries });
    if (!parents) return this.writer.add(dict({ Nums: this.entries }));
    const old = this.document.array(parents.get('Kids'));
    if (!old) {
      const numbers = this.document.array(parents.get('Nums')) ?? [];
      return this.writer.add(dict({ Nums: [...numbers, ...this.entries] }));
    }
    return this.writer.add(dict({ Kids: [...old, this.writer.add(leaf)] }));
  }
}
