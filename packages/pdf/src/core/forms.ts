import type { PdfDocument } from './document.ts';
import { isName, type PdfDict, PdfName, PdfRef, PdfStream, PdfString, type PdfValue } from './objects.ts';
import type { Page } from './pages.ts';

export type FormState = {
  /** Signature fields with a signature dictionary. */
  signed: string[];
  /** Fields that somebody filled in. */
  filled: string[];
};

/** The most fields examined; the rest is taken on trust. The largest government forms have some 5,000. */
const MAX_FIELDS = 50_000;
const MAX_DEPTH = 32;
/** Ff bit 17: a push button, which has no value (ISO 32000-2 table 229). */
const PUSH_BUTTON = 1 << 16;
const MAX_RICH_TEXT = 1 << 20;

/** A field's attributes, including those inherited from its ancestors (clause 12.7.4.1). */
export type Inherited = {
  FT?: PdfValue;
  V?: PdfValue;
  DV?: PdfValue;
  Ff?: PdfValue;
  DA?: PdfValue;
  name: string;
};

/**
 * Reads the state of the interactive form (clause 12.7), including widgets outside the field tree. Signed means a
 * signature field whose value is a dictionary, not SigFlags or the word /ByteRange somewhere. A value equal to its
 * default does not count as filled in.
 */
export function readForm(document: PdfDocument, pages: Page[]): FormState {
  const state: FormState = { signed: [], filled: [] };
  const seen = new Set<number>();
  let visited = 0;
  const visit = (value: PdfValue, inherited: Inherited, depth: number): void => {
    if (value instanceof PdfRef) {
      if (seen.has(value.num)) return;
      seen.add(value.num);
    }
    const field = document.resolve(value);
    if (!(field instanceof Map) || depth > MAX_DEPTH || ++visited > MAX_FIELDS) return;
    const own = inherit(document, field, inherited);
    const kids = document.array(field.get('Kids')) ?? [];
    const terminal = !kids.some((kid) => document.dict(kid)?.has('T'));
    if (terminal) judge(document, own, state);
    for (const kid of kids) {
      if (!terminal) visit(kid, own, depth + 1);
      else if (kid instanceof PdfRef) seen.add(kid.num);
    }
  };
  const form = document.dict(document.catalog().get('AcroForm'));
  for (const field of document.array(form?.get('Fields')) ?? []) visit(field, { name: '' }, 0);
  for (const page of pages) {
    for (const annotation of document.array(page.dict.get('Annots')) ?? []) {
      if (isName(document.resolve(document.dict(annotation)?.get('Subtype')), 'Widget')) {
        visit(annotation, parents(document, annotation), 0);
      }
    }
  }
  if (isDocMdp(document) && state.signed.length === 0) state.signed.push('DocMDP');
  return state;
}

function inherit(document: PdfDocument, field: PdfDict, inherited: Inherited): Inherited {
  const own = { ...inherited };
  for (const key of ['FT', 'V', 'DV', 'Ff', 'DA'] as const) {
    const value = field.get(key);
    if (value !== undefined) own[key] = value;
  }
  const title = document.resolve(field.get('T'));
  if (title instanceof PdfString) own.name = own.name ? `${own.name}.${title.toText()}` : title.toText();
  return own;
}

/** The field a widget shows: its own entries plus what it inherits through /Parent. */
export function fieldOf(document: PdfDocument, widget: PdfDict): Inherited {
  return inherit(document, widget, parents(document, widget));
}

/** What a widget outside the tree inherits through /Parent. */
function parents(document: PdfDocument, annotation: PdfValue): Inherited {
  const chain: PdfDict[] = [];
  let parent = document.dict(document.dict(annotation)?.get('Parent'));
  while (parent && chain.length < MAX_DEPTH) {
    chain.unshift(parent);
    parent = document.dict(parent.get('Parent'));
  }
  return chain.reduce((own, field) => inherit(document, field, own), { name: '' } as Inherited);
}

function judge(document: PdfDocument, field: Inherited, state: FormState): void {
  const type = document.resolve(field.FT);
  const value = document.resolve(field.V);
  if (isName(type, 'Sig')) {
    if (value instanceof Map) state.signed.push(field.name);
    return;
  }
  if (!isFilled(document, type, value, field)) return;
  if (JSON.stringify(plain(document, value)) === JSON.stringify(plain(document, document.resolve(field.DV)))) return;
  state.filled.push(field.name);
}

function isFilled(document: PdfDocument, type: PdfValue, value: PdfValue, field: Inherited): boolean {
  if (isName(type, 'Btn')) {
    const flags = document.resolve(field.Ff);
    if (typeof flags === 'number' && flags & PUSH_BUTTON) return false;
    return value instanceof PdfName && value.name !== 'Off' && value.name !== '';
  }
  if (!isName(type, 'Tx') && !isName(type, 'Ch')) return false;
  const text = plain(document, value);
  return Array.isArray(text) ? text.some((item) => item !== '') : text !== '';
}

function plain(document: PdfDocument, value: PdfValue): string | string[] {
  if (value instanceof PdfString) return value.toText().trim();
  if (value instanceof PdfName) return value.name;
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.slice(0, 1000).map((item) => String(plain(document, document.resolve(item))));
  if (value instanceof PdfStream) {
    try {
      return Buffer.from(document.decode(value, MAX_RICH_TEXT)).toString('latin1').trim();
    } catch {
      return value.data.length > 0 ? 'rich text' : '';
    }
  }
  return '';
}

/** A certification signature can also be reached from the catalog (clause 12.8.2.2). */
function isDocMdp(document: PdfDocument): boolean {
  return document.dict(document.dict(document.catalog().get('Perms'))?.get('DocMDP')) !== undefined;
}
