import type { PdfDocument } from '../core/document.ts';
import { isName, type PdfDict, PdfRef, PdfStream, PdfString, type PdfValue } from '../core/objects.ts';
import type { Page } from '../core/pages.ts';
import { canExtendStructure } from '../draw/structure.ts';
import { type Act, actsOf } from './actions.ts';
import { lostPdfA } from './claims.ts';
import { findLayers } from './layers.ts';
import { MEDIA, type Note, Notes, showsSomething } from './notes.ts';

/** Content of a file that is active, is hidden or does not survive signing. */
export type ContentKind =
  | Act
  | 'TRIGGER'
  | 'REQUIREMENT'
  | 'XFA'
  | 'PLAYER'
  | 'ATTACHMENT'
  | 'PORTFOLIO'
  | 'LAYERS'
  | 'LAYERS_HIDDEN'
  | 'LAYERS_PRINT'
  | 'NOTES_ON_SCREEN'
  | 'NOTES_HIDDEN'
  | 'NOTES_IN_PRINT'
  | 'LOSES_PDFA'
  | 'LOSES_STRUCTURE';

/** `pages` count from 1 and are empty for the file as a whole; `names` are those of files, or the part of PDF/A. */
export type ContentFinding = { kind: ContentKind; pages: number[]; names: string[] };

/** The most nodes of trees (fields, outlines, names) that are examined. */
const MAX_NODES = 100_000;
const MAX_NAMES = 20;
const MAX_NAME = 120;

/**
 * Finds active or hidden content as a viewer sees it: with names decoded, in the newest revision, wherever the format
 * allows an action, a script or an attachment. Reads what inspection read, under the same limits.
 */
export function findContent(document: PdfDocument, pages: readonly Page[]): ContentFinding[] {
  return new Finder(document, pages).run();
}

class Finder {
  private readonly document: PdfDocument;
  private readonly pages: readonly Page[];
  private readonly found = new Map<ContentKind, { pages: Set<number>; names: Set<string> }>();
  private room = MAX_NODES;

  constructor(document: PdfDocument, pages: readonly Page[]) {
    this.document = document;
    this.pages = pages;
  }

  run(): ContentFinding[] {
    this.catalog(this.document.catalog());
    const notes = new Notes(this.document);
    this.pages.forEach((page, i) => {
      this.page(page, notes.of(page), i + 1);
    });
    this.layers();
    const part = lostPdfA(this.document);
    if (part) this.add('LOSES_PDFA', undefined, part);
    if (!canExtendStructure(this.document)) this.add('LOSES_STRUCTURE');
    return [...this.found].map(([kind, { pages, names }]) => ({
      kind,
      pages: [...pages].sort((a, b) => a - b),
      names: [...names],
    }));
  }

  private add(kind: ContentKind, page?: number, name?: string): void {
    const entry = this.found.get(kind) ?? { pages: new Set(), names: new Set() };
    this.found.set(kind, entry);
    if (page !== undefined) entry.pages.add(page);
    if (name !== undefined && entry.names.size < MAX_NAMES) entry.names.add(name.slice(0, MAX_NAME));
  }

  private acts(value: PdfValue | undefined, page?: number): void {
    for (const act of actsOf(this.document, value)) this.add(act, page);
  }

  /** Actions triggered without a click: by opening, closing, printing, typing (clause 12.6.3). */
  private triggers(value: PdfValue | undefined, page?: number): void {
    const triggers = this.document.dict(value);
    if (!triggers || triggers.size === 0) return;
    this.add('TRIGGER', page);
    for (const action of triggers.values()) this.acts(action, page);
  }

  private catalog(catalog: PdfDict): void {
    const { document } = this;
    const opening = document.resolve(catalog.get('OpenAction'));
    if (opening instanceof Map) {
      this.acts(opening);
      if (!isName(document.resolve(opening.get('S')), 'GoTo')) this.add('TRIGGER');
    }
    this.triggers(catalog.get('AA'));
    if (document.array(catalog.get('Requirements'))?.length) this.add('REQUIREMENT');
    if (document.dict(catalog.get('Collection'))) this.add('PORTFOLIO');
    const names = document.dict(catalog.get('Names'));
    this.tree(names?.get('JavaScript'), () => this.add('SCRIPT'));
    this.tree(names?.get('Renditions'), () => this.add('PLAYER'));
    this.tree(names?.get('AlternatePresentations'), () => this.add('PLAYER'));
    this.tree(names?.get('EmbeddedFiles'), (value) => this.attachment(value));
    this.associated(catalog);
    const form = document.dict(catalog.get('AcroForm'));
    const xfa = document.resolve(form?.get('XFA'));
    if (xfa instanceof PdfStream || (Array.isArray(xfa) && xfa.length > 0)) this.add('XFA');
    this.fields(form?.get('Fields'));
    this.outlines(catalog.get('Outlines'));
  }

  /** Calls `each` for every value of a name tree (clause 7.9.6). */
  private tree(root: PdfValue | undefined, each: (value: PdfValue) => void): void {
    const seen = new Set<PdfDict>();
    const waiting = [root];
    while (waiting.length > 0 && --this.room > 0) {
      const node = this.document.dict(waiting.pop());
      if (!node || seen.has(node)) continue;
      seen.add(node);
      (this.document.array(node.get('Names')) ?? []).forEach((value, i) => {
        if (i % 2 === 1) each(value);
      });
      waiting.push(...(this.document.array(node.get('Kids')) ?? []));
    }
  }

  private fields(value: PdfValue | undefined): void {
    const seen = new Set<PdfDict>();
    const waiting = [...(this.document.array(value) ?? [])];
    while (waiting.length > 0 && --this.room > 0) {
      const field = this.document.dict(waiting.pop());
      if (!field || seen.has(field)) continue;
      seen.add(field);
      this.acts(field.get('A'));
      this.triggers(field.get('AA'));
      waiting.push(...(this.document.array(field.get('Kids')) ?? []));
    }
  }

  private outlines(value: PdfValue | undefined): void {
    for (const { item } of outlineItems(this.document, value)) this.acts(item.get('A'));
  }

  private page(page: Page, notes: readonly Note[], number: number): void {
    this.triggers(page.dict.get('AA'), number);
    if (page.dict.has('PresSteps')) this.add('TRIGGER', number);
    this.associated(page.dict, number);
    for (const note of notes) this.note(note, number);
  }

  private note(note: Note, number: number): void {
    const { document } = this;
    const { dict, subtype } = note;
    this.acts(dict.get('A'), number);
    this.acts(dict.get('PA'), number);
    this.triggers(dict.get('AA'), number);
    if (subtype === 'Widget') this.parents(dict, number);
    this.associated(dict, number);
    if (MEDIA.includes(subtype)) this.add('PLAYER', number);
    if (subtype === 'FileAttachment') this.attachment(dict.get('FS'), number);
    if (document.array(document.dict(dict.get('RichMediaContent'))?.get('Assets'))) this.add('PLAYER', number);
    if (subtype === 'Link' || !showsSomething(document, note)) return;
    if (note.onScreen && !note.inPrint) this.add('NOTES_ON_SCREEN', number);
    if (!note.onScreen && note.inPrint) this.add('NOTES_IN_PRINT', number);
    if (note.toggles || (!note.onScreen && !note.inPrint)) this.add('NOTES_HIDDEN', number);
  }

  /** What a widget inherits from a field outside the form's own tree. */
  private parents(widget: PdfDict, number: number): void {
    const seen = new Set<PdfDict>();
    let field = this.document.dict(widget.get('Parent'));
    while (field && !seen.has(field) && seen.size < 32) {
      seen.add(field);
      this.acts(field.get('A'), number);
      this.triggers(field.get('AA'), number);
      field = this.document.dict(field.get('Parent'));
    }
  }

  private associated(owner: PdfDict, page?: number): void {
    const files = owner.get('AF');
    for (const file of this.document.array(files) ?? [files]) {
      if (file !== undefined) this.attachment(file, page);
    }
  }

  private attachment(value: PdfValue | undefined, page?: number): void {
    const file = this.document.resolve(value);
    if (!(file instanceof Map)) return;
    const named = [file.get('UF'), file.get('F')].map(this.document.resolve).find((item) => item instanceof PdfString);
    this.add('ATTACHMENT', page, named instanceof PdfString ? named.toText() : undefined);
  }

  private layers(): void {
    const { any, hidden, printed } = findLayers(this.document, this.pages);
    const told = { LAYERS: any, LAYERS_HIDDEN: hidden, LAYERS_PRINT: printed } as const;
    for (const [kind, pages] of Object.entries(told) as [ContentKind, number[] | undefined][]) {
      if (!pages) continue;
      this.add(kind);
      for (const page of pages) this.add(kind, page);
    }
  }
}

/** Every item of the outline (clause 12.3.3), with its reference if it has one. */
export function* outlineItems(
  document: PdfDocument,
  outlines: PdfValue | undefined,
): Generator<{ ref: PdfRef | undefined; item: PdfDict }> {
  const seen = new Set<PdfDict>();
  const waiting: PdfValue[] = [document.dict(outlines)?.get('First') ?? null];
  while (waiting.length > 0 && seen.size < MAX_NODES) {
    const value = waiting.pop() ?? null;
    const item = document.resolve(value);
    if (!(item instanceof Map) || seen.has(item)) continue;
    seen.add(item);
    yield { ref: value instanceof PdfRef ? value : undefined, item };
    waiting.push(item.get('Next') ?? null, item.get('First') ?? null);
  }
}
