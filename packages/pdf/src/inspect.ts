import { type ContentFinding, findContent } from './content/find.ts';
import { opensWithoutPassword } from './core/encryption.ts';
import { PdfBudgetError } from './core/errors.ts';
import { readForm } from './core/forms.ts';
import { PdfName } from './core/objects.ts';
import { type Opened, openPages } from './core/open.ts';
import { TooManyPages } from './core/pages.ts';
import { formPlaces } from './flatten.ts';
import type { PageGeometry } from './layout.ts';
import { type StructureScan, scanStructure } from './scan.ts';
import { tagNames } from './text/reader.ts';

export type RefusalCause =
  | 'NOT_PDF'
  | 'VERSION'
  | 'ENCRYPTED_USER'
  | 'ENCRYPTED_OWNER'
  | 'SIGNED'
  | 'FILLED_FORM'
  | 'TOO_MANY_PAGES'
  | 'UNREADABLE'
  | 'NOT_PREFIX_PRESERVING'
  | 'TOO_COMPLEX';

/** `detail` is for the message: field names joined by commas, the version, the number of pages, or the technical reason. */
export type Refusal = { cause: RefusalCause; detail?: string };

export type Inspection =
  | {
      ok: true;
      version: string;
      pages: PageGeometry[];
      activeContent: string[];
      /** Active or hidden content of the file, and what signing takes away from it. */
      content: ContentFinding[];
      repaired: boolean;
      /** Names of the form's empty text and choice fields, each once, in the order of the pages. */
      formFields: string[];
      /** Names of the text tags `{{name}}` in the pages' content, each once, if requested. */
      textTags: string[];
      /**
       * The variables of a template made from this file: the form fields, and the tags without a field of the same
       * name.
       */
      variables: string[];
    }
  | { ok: false; causes: Refusal[] };

const VERSIONS = ['1.4', '1.5', '1.6', '1.7', '2.0'];
/** Where the header may stand (ISO 32000-1 Annex H.3, note 13). */
const HEADER_WINDOW = 1024;

/**
 * `textTags`: read the pages' content for text tags; otherwise it is not even inflated. `scan`: the result of
 * scanStructure for the same bytes, if already known.
 */
export type InspectionLimits = { maxPages: number; textTags?: boolean; scan?: StructureScan };

/**
 * Determines whether a file can be stamped and sealed, and if not, every reason why. Limits what it inflates and parses
 * (about 150 MB above the file itself at worst), which also limits the time. Never throws, whatever the bytes.
 */
export async function inspectPdf(bytes: Uint8Array, limits: InspectionLimits): Promise<Inspection> {
  try {
    return inspect(bytes, limits);
  } catch (error) {
    // Deep recursion and other unforeseen problems: a refusal, not a failure.
    return { ok: false, causes: [openingFailure(error)] };
  }
}

function inspect(bytes: Uint8Array, { maxPages, textTags = false, scan }: InspectionLimits): Inspection {
  const head = Buffer.from(bytes.subarray(0, HEADER_WINDOW)).toString('latin1');
  const header = /%PDF-(\d+\.\d+)?/.exec(head);
  if (!header) return { ok: false, causes: [{ cause: 'NOT_PDF' }] };
  let version = header[1] ?? '';
  let opened: Opened | undefined;
  let failure: Refusal | undefined;
  try {
    opened = openPages(bytes, maxPages);
    version = raisedVersion(opened, version);
  } catch (error) {
    failure = openingFailure(error);
  }
  // What a person can act on comes before "damaged".
  const causes: Refusal[] = [];
  if (!VERSIONS.includes(version)) causes.push({ cause: 'VERSION', detail: version });
  if (header.index > 0) {
    causes.push({ cause: 'NOT_PREFIX_PRESERVING', detail: `${header.index} bytes before the PDF header` });
  }
  if (failure) causes.push(failure);
  if (opened && opened.document.encrypted !== undefined) {
    causes.push({ cause: opensWithoutPassword(opened.document) ? 'ENCRYPTED_OWNER' : 'ENCRYPTED_USER' });
  } else if (opened) causes.push(...formCauses(opened));
  if (causes.length > 0 || !opened) return { ok: false, causes };
  const formFields = [...new Set(formPlaces(opened.document, opened.pages).map((place) => place.name))];
  const activeContent = (scan ?? scanStructure(bytes)).activeContent;
  const tags = textTags ? tagNames(opened.document, opened.pages) : [];
  return {
    ok: true,
    version,
    pages: opened.pages.map((page) => page.geometry),
    activeContent,
    content: contentOf(opened, activeContent),
    repaired: opened.document.section === undefined,
    formFields,
    textTags: tags,
    variables: [...new Set([...formFields, ...tags])],
  };
}

/**
 * What the file's structure shows; a file attached in an earlier revision, to which nothing leads any more, still
 * counts.
 */
function contentOf({ document, pages }: Opened, activeContent: readonly string[]): ContentFinding[] {
  const content = findContent(document, pages);
  const unseen = activeContent.includes('EmbeddedFile') && !content.some(({ kind }) => kind === 'ATTACHMENT');
  return unseen ? [...content, { kind: 'ATTACHMENT', pages: [], names: [] }] : content;
}

function openingFailure(error: unknown): Refusal {
  if (error instanceof TooManyPages) return { cause: 'TOO_MANY_PAGES', detail: String(error.count) };
  const detail = error instanceof Error ? error.message : String(error);
  return { cause: error instanceof PdfBudgetError ? 'TOO_COMPLEX' : 'UNREADABLE', detail };
}

/** The catalog's /Version counts if it is later than the header's (clause 7.5.2). */
function raisedVersion(opened: Opened, header: string): string {
  if (opened.document.encrypted !== undefined) return header;
  const value = opened.document.resolve(opened.document.catalog().get('Version'));
  return value instanceof PdfName && Number(value.name) > Number(header || 0) ? value.name : header;
}

function formCauses(opened: Opened): Refusal[] {
  const form = readForm(opened.document, opened.pages);
  const causes: Refusal[] = [];
  if (form.signed.length > 0) causes.push({ cause: 'SIGNED', detail: names(form.signed) });
  if (form.filled.length > 0) causes.push({ cause: 'FILLED_FORM', detail: names(form.filled) });
  return causes;
}

/** The first few field names, for a message a person can act on. */
function names(fields: string[]): string {
  const shown = fields.slice(0, 10).join(', ');
  return fields.length > 10 ? `${shown} (+${fields.length - 10})` : shown;
}
