import { PdfSyntaxError } from './core/errors.ts';
import { openPages } from './core/open.ts';
import { formPlaces, marksOfValues } from './flatten.ts';
import type { FontSet } from './fonts.ts';
import { drawUpdate } from './stamp.ts';

const MAX_PAGES = 5000;

/**
 * Writes values into the form fields of a file and flattens the form: what was a field becomes page content, as an
 * incremental update after the original bytes. Fields without a value are left empty; a file without a form comes back
 * as it is.
 * @param values by full field name (ISO 32000-2 clause 12.7.4.2)
 * @throws PdfSyntaxError or PdfBudgetError for a file inspectPdf refuses; UndrawableTextError
 */
export async function fillForm(
  original: Uint8Array,
  values: ReadonlyMap<string, string>,
  fonts: FontSet,
): Promise<Uint8Array> {
  const opened = openPages(original, MAX_PAGES);
  if (opened.document.encrypted !== undefined) throw new PdfSyntaxError('the file is encrypted');
  if (!opened.document.catalog().has('AcroForm')) return original;
  const marks = marksOfValues(opened.pages, formPlaces(opened.document, opened.pages), values);
  return drawUpdate(original, opened, { marks, flatten: true }, fonts);
}
