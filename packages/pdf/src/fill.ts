import { PdfSyntaxError } from './core/errors.ts';
import { openPages } from './core/open.ts';
import { formPlaces, marksOfValues } from './flatten.ts';
import type { FontSet } from './fonts.ts';
import { drawUpdate } from './stamp.ts';
import { tagNames } from './text/reader.ts';

const MAX_PAGES = 5000;

/**
 * Makes a document of a template, as an incremental update after its bytes: writes values into the form fields and
 * flattens the form, which becomes page content, and sets values in the place of the text tags `{{name}}`, which are gone
 * from the pages as text too. A field without a value is left empty, a tag without one stays; a file without a form or
 * tags comes back as it is.
 *
 * A tag's value begins where the tag began, in its size, direction and colour, and in bold where the tag was. What is
 * wider than the room up to the next text, the next line of a table or the margin gets smaller, or goes on below where
 * there is room to; its own line breaks are kept. An empty value leaves nothing.
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
