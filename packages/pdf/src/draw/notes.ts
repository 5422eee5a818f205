import { destination, harmlessAction } from '../content/actions.ts';
import { type Note, Notes } from '../content/notes.ts';
import type { PdfDocument } from '../core/document.ts';
import { dict, isName, name, type PdfDict, type PdfRef, PdfStream, PdfString, type PdfValue } from '../core/objects.ts';
import type { Page } from '../core/pages.ts';
import { formatNumber, type PdfWriter, stream } from '../core/writer.ts';
import { type Appearance, appearanceOf } from '../flatten.ts';
import type { Box } from '../layout.ts';
import { Resources } from './form.ts';
import { linkBorder, noteShape } from './note-shapes.ts';
import type { Tag } from './structure.ts';
import type { FontUse } from './text.ts';

/**
 * The annotations of a page as content: what a form XObject in the page's user space shows, and what stays above it.
 */
export type TakenNotes = {
  content: string;
  resources: Resources;
  /** For a tagged file: what each piece with an MCID is. */
  tags: Tag[];
  /** Where something is drawn. */
  boxes: Box[];
  annotations: PdfValue[];
};

/** Entries of an annotation that are harmless; links keep these and a destination or an address. */
const PLAIN = ['Type', 'Subtype', 'Rect', 'Contents', 'NM', 'M', 'P', 'QuadPoints', 'StructParent', 'H', 'Lang'];
/** F bits (ISO 32000-2 table 167): hidden; print, locked, locked contents. */
const HIDDEN = 2;
const LOCKED = 4 + 128 + 512;

/**
 * Turns the annotations of pages into page content, so that nothing of an upload covers what is drawn afterwards, and
 * none of it can be active, hide or appear later. What stays above the content are links, without an appearance, and
 * attached files. Annotations invisible on screen are not copied.
 */
export class NotePainter {
  private readonly document: PdfDocument;
  private readonly writer: PdfWriter;
  private readonly text: FontUse;
  private readonly tagged: boolean;
  private readonly notes: Notes;
  private readonly forms = new Map<number, PdfRef>();
  private blank: PdfRef | undefined;

  constructor(document: PdfDocument, writer: PdfWriter, text: FontUse, tagged: boolean) {
    this.document = document;
    this.writer = writer;
    this.text = text;
    this.tagged = tagged;
    this.notes = new Notes(document);
  }

  take(page: Page): TakenNotes {
    const taken: TakenNotes = { content: '', resources: new Resources(), tags: [], boxes: [], annotations: [] };
    for (const note of this.notes.of(page)) {
      if (note.onScreen && note.subtype !== 'Popup') this.draw(note, taken);
      const stays = this.staying(note);
      if (!stays) this.bury(note);
      else if (note.ref) {
        this.writer.set(note.ref, stays);
        taken.annotations.push(note.ref);
      } else taken.annotations.push(stays);
    }
    return taken;
  }

  private draw(note: Note, taken: TakenNotes): void {
    const drawn = this.art(note, taken.resources);
    if (drawn === '' || !note.rect) return;
    const layer = note.dict.get('OC');
    const shown = layer === undefined ? drawn : `/OC /${taken.resources.layer(layer)} BDC\n${drawn}EMC\n`;
    taken.boxes.push(note.rect);
    taken.content += this.tagged ? this.tag(note, shown, taken) : shown;
  }

  private art(note: Note, resources: Resources): string {
    const { document } = this;
    const appearance = appearanceOf(document, note.dict);
    let drawn = '';
    if (appearance) {
      const form = this.usable(appearance);
      drawn = `q ${appearance.matrix.map(formatNumber).join(' ')} cm /${resources.image(form)} Do Q\n`;
    } else drawn = noteShape({ document, text: this.text, resources }, note);
    return note.subtype === 'Link' && note.rect ? linkBorder(document, note.dict, note.rect) + drawn : drawn;
  }

  private tag(note: Note, drawn: string, taken: TakenNotes): string {
    const words = this.document.resolve(note.dict.get('Contents'));
    const key = this.document.resolve(note.dict.get('StructParent'));
    const says = words instanceof PdfString ? words.toText().trim() : '';
    if (note.subtype === 'Link' || (says === '' && typeof key !== 'number')) return `/Artifact BMC\n${drawn}EMC\n`;
    const kind = note.subtype === 'Widget' ? 'Form' : 'Figure';
    const piece = `/${kind} <</MCID ${taken.tags.length}>> BDC\n${drawn}EMC\n`;
    taken.tags.push({
      kind,
      ...(says === '' ? {} : { says }),
      ...(note.rect ? { box: note.rect } : {}),
      ...(typeof key === 'number' ? { inPlaceOf: key } : {}),
    });
    return piece;
  }

  /**
   * The appearance in a form that content can use: declared as a form, and with the resources it inherits from its
   * field.
   */
  private usable({ form }: Appearance): PdfRef {
    const known = this.forms.get(form.num);
    if (known) return known;
    const content = this.document.resolve(form);
    let ref = form;
    if (content instanceof PdfStream) {
      const whole = isName(this.document.resolve(content.dict.get('Subtype')), 'Form') && content.dict.has('Resources');
      if (!whole) {
        const lent = this.document.dict(this.document.catalog().get('AcroForm'))?.get('DR') ?? new Map();
        const entries: PdfDict = new Map([['Resources', lent], ...content.dict]);
        entries.set('Type', name('XObject'));
        entries.set('Subtype', name('Form'));
        ref = this.writer.add(new PdfStream(entries, content.data));
      }
    }
    this.forms.set(form.num, ref);
    return ref;
  }

  /** The annotation that stays above the page; for most there is none. */
  private staying(note: Note): PdfDict | undefined {
    if (note.subtype === 'Link') return this.link(note.dict);
    if (note.subtype !== 'FileAttachment') return undefined;
    const kept = this.plain(note.dict);
    // Without an appearance viewers would draw their own icon, which covers what is below it.
    this.blank ??= this.writer.add(
      stream({ Type: name('XObject'), Subtype: name('Form'), BBox: [0, 0, 1, 1], Resources: new Map() }, ''),
    );
    kept.set('AP', dict({ N: this.blank }));
    kept.set('FS', note.dict.get('FS') ?? null);
    return kept;
  }

  private link(from: PdfDict): PdfDict | undefined {
    const action = harmlessAction(this.document, from.get('A'));
    const place = action ? undefined : destination(this.document, from.get('Dest'));
    if (!action && place === undefined) return undefined;
    const kept = this.plain(from);
    kept.set('Border', [0, 0, 0]);
    if (action) kept.set('A', action);
    else kept.set('Dest', place as PdfValue);
    return kept;
  }

  private plain(from: PdfDict): PdfDict {
    const kept = dict(Object.fromEntries(PLAIN.map((key) => [key, from.get(key)])));
    kept.set('F', LOCKED);
    return kept;
  }

  /** The structure of a tagged file may still reference an annotation that was removed from its page. */
  private bury({ ref, dict: from }: Note): void {
    if (!ref || !this.document.catalog().has('StructTreeRoot')) return;
    const buried = { Type: name('Annot'), Subtype: name('Stamp'), Rect: from.get('Rect'), F: HIDDEN };
    this.writer.set(ref, dict({ ...buried, StructParent: from.get('StructParent') }));
  }
}
