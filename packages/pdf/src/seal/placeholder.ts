import type { PdfDocument } from '../core/document.ts';
import { PdfSyntaxError } from '../core/errors.ts';
import { dict, name, type PdfDict, PdfRaw, PdfRef, PdfString, type PdfValue } from '../core/objects.ts';
import type { Page } from '../core/pages.ts';
import { PdfWriter, stream } from '../core/writer.ts';

/** A signature to be put into a file: the entries of its dictionary, and how much space its bytes need. */
export type Placeholder = {
  /** Entries of the signature dictionary besides /ByteRange and /Contents. */
  entries: PdfDict;
  /** Bytes reserved in /Contents. */
  room: number;
  /** The beginning of its field's name. */
  label: string;
  /** The page that gets its invisible widget; absent for a document time stamp, which changes no page. */
  page?: Page;
  /** Whether it certifies the file: nothing may be changed afterwards (DocMDP, P=1). */
  certifies: boolean;
};

/** A file with space for a signature: where /Contents begins with its `<`, and where it ends after its `>`. */
export type Prepared = { file: Buffer; contentsAt: number; contentsEnd: number };

/** Width of each /ByteRange number: ten digits are enough for more than 9 GB. */
const DIGITS = 10;
/** Annotation flags Print and Locked (ISO 32000-2 table 167). */
const PRINT_LOCKED = 4 | 128;

/**
 * Transform of a certification signature that permits no change; document security stores and document time stamps may
 * follow nevertheless (ISO 32000-2 clause 12.8.2.2, tables 256 and 257).
 */
const NO_CHANGES = dict({
  Type: name('SigRef'),
  TransformMethod: name('DocMDP'),
  TransformParams: dict({ Type: name('TransformParams'), P: 1, V: name('1.2') }),
});

/** Appends a signature field with space for the signature, and fills in /ByteRange. */
export function appendPlaceholder(document: PdfDocument, wanted: Placeholder): Prepared {
  const { entries, room, label, page, certifies } = wanted;
  const writer = PdfWriter.update(document);
  const signature = writer.add(
    new Map<string, PdfValue>([
      ...entries,
      ...dict({ Reference: certifies ? [NO_CHANGES] : undefined }),
      ['ByteRange', new PdfRaw(`[0 ${'*'.repeat(DIGITS)} ${'*'.repeat(DIGITS)} ${'*'.repeat(DIGITS)}]`)],
      ['Contents', new PdfRaw(`<${'0'.repeat(room * 2)}>`)],
    ]),
  );
  const widget = addWidget(document, writer, signature, label, page);
  const changes: PdfDict = new Map();
  addToForm(document, writer, widget, changes);
  // Usage rights and other grants of an upload would refer to a signature that is no longer valid.
  if (certifies) changes.set('Perms', dict({ DocMDP: signature }));
  if (changes.size > 0) writer.set(rootOf(document), new Map([...document.catalog(), ...changes]));
  const { bytes: file, offsets } = writer.finish();
  const objectAt = offsets.get(signature.num) as number;
  const rangeAt = file.indexOf('/ByteRange [', objectAt) + '/ByteRange '.length;
  const contentsAt = file.indexOf('/Contents <', rangeAt) + '/Contents '.length;
  const contentsEnd = contentsAt + room * 2 + 2;
  const numbers = [contentsAt, contentsEnd, file.length - contentsEnd].map((value) => String(value).padEnd(DIGITS));
  file.write(`[0 ${numbers.join(' ')}]`, rangeAt, 'latin1');
  return { file, contentsAt, contentsEnd };
}

/** The catalog's own object. @throws PdfSyntaxError if it has none */
export function rootOf(document: PdfDocument): PdfRef {
  const root = document.trailer.get('Root');
  if (!(root instanceof PdfRef)) throw new PdfSyntaxError('the catalog is not an object of its own');
  return root;
}

/** The invisible widget of a signature field (ISO 32000-2 clause 12.7.5.5). */
function addWidget(
  document: PdfDocument,
  writer: PdfWriter,
  signature: PdfRef,
  label: string,
  page: Page | undefined,
): PdfRef {
  if (page && !page.ref) throw new PdfSyntaxError('the first page is not an object of its own');
  // PDF/A-1 requires an appearance for every field, an empty one for an invisible field (ISO 19005-1 clause 6.9).
  const blank = writer.add(stream({ Type: name('XObject'), Subtype: name('Form'), BBox: [0, 0, 0, 0] }, ''));
  const widget = writer.add(
    dict({
      Type: name('Annot'),
      Subtype: name('Widget'),
      FT: name('Sig'),
      T: PdfString.text(`${label} ${signature.num}`),
      V: signature,
      F: PRINT_LOCKED,
      Rect: [0, 0, 0, 0],
      AP: dict({ N: blank }),
      P: page?.ref,
    }),
  );
  if (page?.ref) extendArray(document, writer, page.ref, page.dict, 'Annots', widget);
  return widget;
}

/** Adds a field to the form; if the form is inside the catalog itself, adds it to `changes` of the catalog. */
function addToForm(document: PdfDocument, writer: PdfWriter, widget: PdfRef, changes: PdfDict): void {
  const entry = document.catalog().get('AcroForm');
  const form = new Map(document.dict(entry) ?? []);
  // Signatures exist, and changes must be appended (table 225).
  form.set('SigFlags', 3);
  if (entry instanceof PdfRef && document.dict(entry)) {
    extendArray(document, writer, entry, form, 'Fields', widget);
    return;
  }
  form.set('Fields', [...(document.array(form.get('Fields')) ?? []), widget]);
  changes.set('AcroForm', form);
}

/** Adds an item to an array entry of a dictionary object; an array that is its own object is replaced there. */
function extendArray(
  document: PdfDocument,
  writer: PdfWriter,
  owner: PdfRef,
  dict: PdfDict,
  key: string,
  item: PdfRef,
): void {
  const entry = dict.get(key);
  const items: PdfValue[] = [...(document.array(entry) ?? []), item];
  if (entry instanceof PdfRef && document.array(entry)) {
    writer.set(entry, items);
    if (key === 'Fields') writer.set(owner, dict);
  } else writer.set(owner, new Map([...dict, [key, items]]));
}
