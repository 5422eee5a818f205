import { PdfDocument } from './document.ts';
import { PdfBudgetError, PdfSyntaxError } from './errors.ts';
import { type Page, readFirstPage, readPages, TooManyPages } from './pages.ts';

export type Opened = { document: PdfDocument; pages: Page[] };

/**
 * Opens a file and lists its pages, using its cross-reference if that is sound and by scanning otherwise. An encrypted
 * document is returned without pages, because its content cannot be read.
 * @throws PdfSyntaxError, PdfBudgetError or TooManyPages.
 */
export function openPages(bytes: Uint8Array, maxPages: number): Opened {
  let first: unknown;
  try {
    const opened = withPages(PdfDocument.open(bytes), maxPages);
    // Part of the page tree is not where the cross-reference says, so pages may be missing.
    if (opened.document.damage > 0) throw new PdfSyntaxError('objects are not where the cross-reference says');
    return opened;
  } catch (error) {
    if (!(error instanceof PdfSyntaxError)) throw error;
    first = error;
  }
  try {
    return withPages(PdfDocument.recover(bytes), maxPages);
  } catch (error) {
    // The first failure describes the problem of the original file.
    if (error instanceof PdfBudgetError || error instanceof TooManyPages) throw error;
    throw first;
  }
}

function withPages(document: PdfDocument, maxPages: number): Opened {
  const pages = document.encrypted === undefined ? readPages(document, maxPages) : [];
  // Scanning found objects that do not parse: the file is truncated or overwritten.
  if (!document.section && document.damage > 0) throw new PdfSyntaxError('objects of the file are damaged');
  return { document, pages };
}

/**
 * Opens a file for sealing, which needs only its first page.
 * @throws PdfSyntaxError or PdfBudgetError; the former also for an encrypted file.
 */
export function openFirstPage(bytes: Uint8Array): { document: PdfDocument; page: Page } {
  let document: PdfDocument;
  let page: Page | undefined;
  try {
    document = PdfDocument.open(bytes);
    if (document.encrypted === undefined) page = readFirstPage(document);
  } catch (error) {
    if (!(error instanceof PdfSyntaxError)) throw error;
    document = PdfDocument.recover(bytes);
    if (document.encrypted === undefined) page = readFirstPage(document);
  }
  if (!page) throw new PdfSyntaxError('the file is encrypted');
  return { document, page };
}
