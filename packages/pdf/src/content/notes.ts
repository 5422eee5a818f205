import type { PdfDocument } from '../core/document.ts';
import { type PdfDict, PdfName, PdfRef, PdfStream, type PdfValue } from '../core/objects.ts';
import type { Page } from '../core/pages.ts';
import { type Appearance, appearanceOf, integer, rectOf } from '../flatten.ts';
import type { Box } from '../layout.ts';

/** An annotation of a page (ISO 32000-2 clause 12.5). */
export type Note = {
  ref: PdfRef | undefined;
  dict: PdfDict;
  subtype: string;
  rect: Box | undefined;
  /** Visible in a viewer when the file opens, and in print (F bits of table 167). */
  onScreen: boolean;
  inPrint: boolean;
  /** Appears or disappears while the pointer is over it. */
  toggles: boolean;
};

const HIDDEN = 1 << 1;
const PRINT = 1 << 2;
const NO_VIEW = 1 << 5;
const TOGGLE_NO_VIEW = 1 << 8;
/** The most annotations of a file that are examined; further ones do not appear once it is signed. */
const MAX_NOTES = 50_000;

/** The annotations of every page, in the order in which they are painted. */
export class Notes {
  private readonly document: PdfDocument;
  private room = MAX_NOTES;

  constructor(document: PdfDocument) {
    this.document = document;
  }

  of(page: Page): Note[] {
    const items = this.document.array(page.dict.get('Annots')) ?? [];
    const taken = items.slice(0, this.room);
    this.room -= taken.length;
    return taken.flatMap((item) => this.read(item) ?? []);
  }

  private read(item: PdfValue): Note | undefined {
    const dict = this.document.resolve(item);
    if (!(dict instanceof Map)) return undefined;
    const subtype = this.document.resolve(dict.get('Subtype'));
    const flags = integer(this.document, dict.get('F'));
    return {
      ref: item instanceof PdfRef ? item : undefined,
      dict,
      subtype: subtype instanceof PdfName ? subtype.name : '',
      rect: rectOf(this.document, dict),
      onScreen: (flags & (HIDDEN | NO_VIEW)) === 0,
      inPrint: (flags & PRINT) !== 0 && (flags & HIDDEN) === 0,
      toggles: (flags & TOGGLE_NO_VIEW) !== 0,
    };
  }
}

/** Kinds of annotation that viewers draw even without an appearance. */
export const DRAWN_BY_VIEWERS = [
  'Square',
  'Circle',
  'Line',
  'PolyLine',
  'Polygon',
  'Ink',
  'Highlight',
  'Underline',
  'StrikeOut',
  'Squiggly',
  'FreeText',
  'Text',
];

/** Playable media, of which only the picture remains (clauses 12.5.6.16 to 12.5.6.26). */
export const MEDIA = ['Screen', 'Movie', 'Sound', 'RichMedia', '3D'];

/** Painting operators; enough to tell an empty appearance from a visible one. */
const PAINTS = /(?:^|[\s\]>)])(?:[fFBbSs]\*?|Do|Tj|TJ|sh|EI|'|")(?=\s|$)/;
const MAX_APPEARANCE = 1 << 16;

/** Whether any part of an annotation is visible. */
export function showsSomething(document: PdfDocument, note: Note): boolean {
  if (!note.rect || note.subtype === 'Popup') return false;
  const appearance = appearanceOf(document, note.dict);
  if (!appearance) return DRAWN_BY_VIEWERS.includes(note.subtype);
  return paints(document, appearance);
}

function paints(document: PdfDocument, { form }: Appearance): boolean {
  const content = document.resolve(form);
  if (!(content instanceof PdfStream)) return false;
  try {
    return PAINTS.test(Buffer.from(document.decode(content, MAX_APPEARANCE)).toString('latin1'));
  } catch {
    return true;
  }
}
