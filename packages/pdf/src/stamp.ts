import { disarmedCatalog } from './content/disarm.ts';
import { PdfDocument } from './core/document.ts';
import { PdfSyntaxError } from './core/errors.ts';
import { name, type PdfDict, PdfRef, PdfStream, type PdfValue } from './core/objects.ts';
import { type Opened, openPages } from './core/open.ts';
import { type Page, readFirstPage } from './core/pages.ts';
import { formatNumber, PdfWriter, stream } from './core/writer.ts';
import { type Balance, contentBalance } from './draw/balance.ts';
import { Footer, type FooterInput } from './draw/footer.ts';
import { Resources, setForm } from './draw/form.ts';
import { ImageUse } from './draw/images.ts';
import type { PageInk } from './draw/ink.ts';
import { MarkTags } from './draw/mark-tags.ts';
import { type Mark, MarkPainter } from './draw/marks.ts';
import { NotePainter, type TakenNotes } from './draw/notes.ts';
import { Structure, type Tag } from './draw/structure.ts';
import { FontUse } from './draw/text.ts';
import { Watermark } from './draw/watermark.ts';
import { flattenPage } from './flatten.ts';
import type { FontSet } from './fonts.ts';
import { type Box, placeField, seenFraction, seenToUser } from './layout.ts';
import { withFonts } from './text/rewrite.ts';
import { FIELD, VARIABLE } from './text/tags.ts';
import { TagTypesetter, type Typeset } from './text/typesetter.ts';

export type { Mark } from './draw/marks.ts';

export type StampInput = {
  marks: Mark[];
  footer: FooterInput;
  watermark?: string;
  /** Where the pages have ink, in page order; null for a page for which it is unknown. */
  ink?: readonly (PageInk | null)[];
  /** Names of field tags (`FieldTag`) that are no longer shown: their glyphs, and nothing else, are taken off. */
  covered?: readonly string[];
};

/** More than any caller's own limit; readPages stops there instead of walking a hostile tree. */
const MAX_PAGES = 5000;
/**
 * The most of one page's content that is decoded to check its q/Q balance; longer content is assumed to be balanced.
 */
const MAX_CONTENT = 32 * 1024 * 1024;
const BALANCED: Balance = { lowest: 0, depth: 0, openText: false, openMarks: 0 };

/**
 * Draws field contents, the validation footer and, in a test environment, a watermark onto a file as an incremental
 * update (ISO 32000-2 clause 7.5.6): every byte of the original stays, as a prefix. No page is added. The update
 * disables all active content and turns annotations into page content, below what is drawn.
 * @throws PdfSyntaxError or PdfBudgetError for a file inspectPdf refuses; UndrawableTextError; ImageError; RangeError
 * for a mark on a page that does not exist.
 */
export async function stampPdf(original: Uint8Array, input: StampInput, fonts: FontSet): Promise<Uint8Array> {
  const opened = openPages(original, MAX_PAGES);
  if (opened.document.encrypted !== undefined) throw new PdfSyntaxError('the file is encrypted');
  const last = opened.pages.length;
  const outside = input.marks.find((mark) => !Number.isInteger(mark.page) || mark.page < 1 || mark.page > last);
  if (outside) throw new RangeError(`mark on page ${outside.page} of ${last}`);
  return drawUpdate(original, opened, { ...input, disarm: true }, fonts);
}

/**
 * What an update may draw: marks, and a footer and watermark on every page; `flatten` removes the form from the file,
 * `tags` replaces variables with values, and `covered` takes field tags off the pages.
 */
export type Drawing = {
  marks: Mark[];
  footer?: FooterInput;
  watermark?: string;
  ink?: readonly (PageInk | null)[];
  /** Leave nothing active, and no annotation above what is drawn. */
  disarm?: boolean;
  flatten?: boolean;
  tags?: ReadonlyMap<string, string>;
  covered?: readonly string[];
};

/** Draws onto an opened file as an incremental update. @throws UndrawableTextError, ImageError */
export function drawUpdate(original: Uint8Array, opened: Opened, drawing: Drawing, fonts: FontSet): Uint8Array {
  const writer = PdfWriter.update(opened.document);
  new Stamper(opened, writer, drawing, fonts).run();
  const { bytes, offsets } = writer.finish();
  verify(original, bytes, offsets);
  return bytes;
}

/** Checks the guarantees: the original is the exact prefix, and everything appended can be read back at its offset. */
function verify(original: Uint8Array, result: Buffer, offsets: Map<number, number>): void {
  const prefix = result.subarray(0, original.length);
  const same = result.buffer === original.buffer && result.byteOffset === original.byteOffset;
  if (!same && Buffer.compare(original, prefix) !== 0) throw new Error('original bytes changed');
  for (const [num, offset] of offsets) {
    const head = `${num} `;
    if (result.toString('latin1', offset, offset + head.length) !== head) throw new Error(`object ${num} is misplaced`);
  }
  readFirstPage(PdfDocument.open(result));
}

type Shown = { name: string; form: PdfRef };

class Stamper {
  private readonly opened: Opened;
  private readonly writer: PdfWriter;
  private readonly text: FontUse;
  private readonly painter: MarkPainter;
  private readonly footer: Footer | undefined;
  private readonly flatten: boolean;
  private readonly tags: TagTypesetter | undefined;
  private readonly watermark: Watermark | undefined;
  private readonly notes: NotePainter | undefined;
  private readonly structure: Structure | undefined;
  private readonly ink: readonly (PageInk | null)[];
  private readonly marks = new Map<number, Mark[]>();
  private readonly pieces = new Map<string, PdfRef>();
  private readonly sharedResources = new Map<PdfDict, Map<string, PdfRef>>();

  constructor(opened: Opened, writer: PdfWriter, input: Drawing, fonts: FontSet) {
    this.opened = opened;
    this.writer = writer;
    this.text = new FontUse(writer, fonts);
    this.painter = new MarkPainter(this.text, new ImageUse(writer));
    this.footer = input.footer ? new Footer(writer, this.text, input.footer) : undefined;
    this.flatten = input.flatten ?? false;
    this.tags = tagsOf(opened, writer, this.text, input);
    this.watermark = input.watermark ? new Watermark(writer, this.text, input.watermark) : undefined;
    this.ink = input.ink ?? [];
    if (input.disarm) {
      this.structure = Structure.of(opened.document, writer);
      this.notes = new NotePainter(opened.document, writer, this.text, this.structure !== undefined);
    }
    for (const mark of input.marks) this.marks.set(mark.page, [...(this.marks.get(mark.page) ?? []), mark]);
  }

  run(): void {
    this.opened.pages.forEach((page, i) => {
      this.stampPage(page, this.marks.get(i + 1) ?? [], this.ink[i] ?? null);
    });
    this.structure?.finish();
    this.text.embed();
    this.changeCatalog();
  }

  private stampPage(page: Page, marks: Mark[], ink: PageInk | null): void {
    const { geometry } = page;
    const flat = this.flatten ? flattenPage(this.opened.document, page) : undefined;
    const notes = this.notes?.take(page);
    const typeset = this.tags?.page(page);
    const nothing = !this.footer && !this.watermark && !flat && !notes && !typeset && marks.length === 0;
    if (nothing) return;
    const base = this.resources(page);
    const prefix = freePrefix(this.dict(base?.get('XObject')));
    const owner = this.ownerOf(page);
    const shown: Shown[] = [];
    const show = (form: PdfRef, letter: string): string => {
      shown.push({ name: `${prefix}${letter}${form.num}`, form });
      return `/${prefix}${letter}${form.num} Do\n`;
    };
    const artifact = (kind: string, body: string): string => `/Artifact <<${kind}>> BDC\n${body}EMC\n`;
    let content = '';
    for (const { form, matrix } of flat?.appearances ?? []) {
      content += `q ${matrix.map(formatNumber).join(' ')} cm ${show(form, 'A')}Q\n`;
    }
    if (notes && notes.content !== '') content += show(this.notesForm(page, owner, notes), 'N');
    content += `q ${seenToUser(geometry).map(formatNumber).join(' ')} cm\n`;
    if (marks.length > 0) content += show(this.marksForm(page, owner, marks), 'M');
    // Screen readers skip content marked as an artifact (clause 14.8.2.2).
    if (this.footer) {
      const covered = (notes?.boxes ?? []).map((box) => seenFraction(geometry, box));
      const taken = [...marks.map((mark) => mark.at), ...covered].map((at) => placeField(geometry, at));
      const placed = this.footer.place(geometry, taken, ink);
      const footer = `q ${placed.matrix} ${show(placed.form, 'F')}Q\n`;
      content += artifact(`/Type /Pagination /Subtype /Footer /Attached [/${placed.edge}]`, footer);
    }
    // Above everything else: no picture in a field may hide that a document is a test.
    if (this.watermark) {
      content += artifact('/Type /Pagination /Subtype /Watermark', show(this.watermark.form(geometry), 'W'));
    }
    content += 'Q\n';
    const changed = new Map(page.dict);
    // Some pages lack their type; strict readers object to that only in a file they check again.
    changed.set('Type', name('Page'));
    changed.set('Contents', this.wrapped(page, content, typeset));
    changed.set('Resources', this.withForms(page, base, shown, typeset));
    const annotations = notes?.annotations ?? flat?.annotations;
    if (annotations) setOrDrop(changed, 'Annots', annotations);
    if (notes) for (const key of ACTING_PAGE) changed.delete(key);
    this.replace(page, owner, changed);
  }

  /**
   * The page's object, or a new number for one that gets its own object because it is held directly or listed twice.
   */
  private ownerOf(page: Page): PdfRef {
    return page.ref ?? this.writer.reserve();
  }

  private marksForm(page: Page, owner: PdfRef, marks: Mark[]): PdfRef {
    const resources = new Resources();
    const { geometry } = page;
    const tags = this.structure && new MarkTags(geometry);
    const content = this.painter.paint(geometry, marks, resources, tags?.wrap);
    return this.addTagged(owner, [0, 0, geometry.width, geometry.height], content, resources, tags?.tags);
  }

  private notesForm(page: Page, owner: PdfRef, { content, resources, tags }: TakenNotes): PdfRef {
    return this.addTagged(owner, page.geometry.box, content, resources, tags);
  }

  private addTagged(owner: PdfRef, box: Box, content: string, resources: Resources, tags: readonly Tag[] = []): PdfRef {
    const form = this.writer.reserve();
    const key = tags.length > 0 ? this.structure?.add(owner, form, tags) : undefined;
    setForm(this.writer, form, box, content, resources, key);
    return form;
  }

  /** The page's own content between as many `q` and `Q` as restore the initial graphics state, then the stamp. */
  private wrapped(page: Page, content: string, typeset: Typeset | undefined): PdfValue[] {
    if (typeset)
      return this.around([this.writer.add(stream({}, typeset.content))], contentBalance(typeset.content), content);
    const { document } = this.opened;
    const entry = page.dict.get('Contents');
    const resolved = document.resolve(entry);
    const items = Array.isArray(resolved) ? resolved : entry === undefined ? [] : [entry];
    const own = items.filter((item) => item instanceof PdfRef && document.resolve(item) instanceof PdfStream);
    if (own.length === 0) return [this.piece(content)];
    for (const item of own) this.mendLength(item as PdfRef);
    return this.around(own, this.balance(own), content);
  }

  /** A content stream with too large a length would swallow what follows, which is now the stamp. */
  private mendLength(ref: PdfRef): void {
    const { document } = this.opened;
    const content = document.resolve(ref) as PdfStream;
    if (document.resolve(content.dict.get('Length')) !== content.data.length) this.writer.set(ref, content);
  }

  private around(own: PdfValue[], { lowest, depth, openText, openMarks }: Balance, content: string): PdfValue[] {
    const before = 'q\n'.repeat(1 - lowest);
    const after = `\n${openText ? 'ET\n' : ''}${'EMC\n'.repeat(openMarks)}${'Q\n'.repeat(1 - lowest + depth)}`;
    return [this.piece(before), ...own, this.piece(after + content)];
  }

  private balance(items: PdfValue[]): Balance {
    const { document } = this.opened;
    try {
      let room = MAX_CONTENT;
      const parts: Uint8Array[] = [];
      for (const item of items) {
        const decoded = document.decode(document.resolve(item) as PdfStream, room);
        room = Math.max(1, room - decoded.length);
        // The parts of an array are joined by white space (clause 7.8.2).
        parts.push(decoded, Buffer.from('\n'));
      }
      return contentBalance(parts.length === 2 ? (parts[0] as Uint8Array) : Buffer.concat(parts));
    } catch {
      // Content that cannot be decoded cannot be drawn by a viewer either, or only in part.
      return BALANCED;
    }
  }

  /** A content stream, written once however many pages use it. */
  private piece(content: string): PdfRef {
    let ref = this.pieces.get(content);
    if (!ref) {
      ref = this.writer.add(stream({}, content));
      this.pieces.set(content, ref);
    }
    return ref;
  }

  private resources(page: Page): PdfDict | undefined {
    return this.dict(page.resources);
  }

  private dict(value: PdfValue | undefined): PdfDict | undefined {
    return this.opened.document.dict(value);
  }

  /** The page's resources plus ours: a copy, because other pages may share (and inherit) the original. */
  private withForms(page: Page, base: PdfDict | undefined, shown: Shown[], typeset: Typeset | undefined): PdfValue {
    const copy: PdfDict = typeset ? withFonts(this.opened.document, base, typeset.fonts) : new Map(base ?? []);
    const forms: PdfDict = new Map(this.dict(base?.get('XObject')) ?? []);
    for (const item of shown) forms.set(item.name, item.form);
    copy.set('XObject', forms);
    const own = page.dict.get('Resources');
    if (!base || typeset || (own !== undefined && !(own instanceof PdfRef))) return copy;
    const key = shown.map((item) => item.name).join(' ');
    const variants = this.sharedResources.get(base) ?? new Map<string, PdfRef>();
    this.sharedResources.set(base, variants);
    const ref = variants.get(key) ?? this.writer.add(copy);
    variants.set(key, ref);
    return ref;
  }

  private replace(page: Page, owner: PdfRef, changed: PdfDict): void {
    this.writer.set(owner, changed);
    if (page.ref) return;
    // A page held directly, or listed twice, becomes its own object so that it can be stamped separately.
    if (!page.parent) throw new PdfSyntaxError('the page tree has no root object');
    changed.set('Parent', page.parent);
    const parent = this.dict(this.writer.get(page.parent) ?? page.parent);
    const node: PdfDict = new Map(parent ?? []);
    const kids = [...(this.opened.document.array(node.get('Kids')) ?? [])];
    kids[page.index] = owner;
    node.set('Kids', kids);
    this.writer.set(page.parent, node);
  }

  /** A file about to be sealed keeps only the harmless entries of its catalog; a flattened one has no form any more. */
  private changeCatalog(): void {
    const { document } = this.opened;
    const root = document.trailer.get('Root');
    const catalog: PdfDict = this.notes ? disarmedCatalog(document, this.writer) : new Map(document.catalog());
    if (this.flatten) catalog.delete('AcroForm');
    // Usage rights are a signature over the original file: Acrobat warns on opening if they are invalid (12.8.2.3).
    catalog.delete('Perms');
    if (root instanceof PdfRef && !sameEntries(catalog, document.catalog())) this.writer.set(root, catalog);
  }
}

/** What becomes of the tags in the pages' text; undefined if nothing does. */
function tagsOf({ document }: Opened, writer: PdfWriter, text: FontUse, { tags, covered }: Drawing) {
  if (tags) return new TagTypesetter(document, writer, text, VARIABLE, tags);
  if (!covered || covered.length === 0) return undefined;
  return new TagTypesetter(document, writer, text, FIELD, new Map(covered.map((name) => [name, ''])));
}

/**
 * Page entries that are active, on opening and closing and in presentations (clauses 12.6.3, 12.4.4), and private data
 * of programs (14.5).
 */
const ACTING_PAGE = ['AA', 'PresSteps', 'Trans', 'Dur', 'PieceInfo'];

function setOrDrop(dict: PdfDict, key: string, items: PdfValue[]): void {
  if (items.length > 0) dict.set(key, items);
  else dict.delete(key);
}

function sameEntries(a: PdfDict, b: PdfDict): boolean {
  return a.size === b.size && [...a].every(([key, value]) => b.get(key) === value);
}

/** A prefix with which none of the page's own XObject names begins. */
function freePrefix(existing: PdfDict | undefined): string {
  let prefix = 'Rub';
  while (existing && [...existing.keys()].some((key) => key.startsWith(prefix))) prefix += '_';
  return prefix;
}
