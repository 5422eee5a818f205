import { PdfSyntaxError } from './core/errors.ts';
import { openPages } from './core/open.ts';
import { formPlaces, marksOfValues } from './flatten.ts';
import type { FontSet } from './fonts.ts';
import { drawUpdate } from './stamp.ts';
import { tagNames } from './text/reader.ts';

const MAX_PAGES = 5000;

/**
 * Makes a document from a template, as an incremental update after its bytes: writes values into the form fields and
 * flattens the form into page content, and replaces the text tags `{{name}}` with values, removing them from the pages'
 * text too. A field without a value is left empty, a tag without one stays; a file without a form or tags is returned
 * unchanged.
 *
 * A tag's value begins where the tag began, with its size, direction and colour, in bold if the tag was. A value wider
 * than the space up to the next text, the next table rule or the margin is set smaller, or continues below if there is
 * room; its own line breaks are kept. An empty value leaves nothing.
 * @param values by full field name (ISO 32000-2 clause 12.7.4.2) or tag name
 * @throws PdfSyntaxError or PdfBudgetError for a file inspectPdf refuses; UndrawableTextError
 */
export async function fillTemplate(
  original: Uint8Array,
  values: ReadonlyMap<string, string>,
  fonts: FontSet,
): Promise<Uint8Array> {
  const opened = openPages(original, MAX_PAGES);
  const { document, pages } = opened;
  if (document.encrypted !== undefined) throw new PdfSyntaxError('the file is encrypted');
  const flatten = document.catalog().has('AcroForm');
  if (!flatten && !tagNames(document, pages).some((name) => values.has(name))) return original;
  const marks = flatten ? marksOfValues(pages, formPlaces(document, pages), values) : [];
  return drawUpdate(original, opened, { marks, flatten, tags: values }, fonts);
}
