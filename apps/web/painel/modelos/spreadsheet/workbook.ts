import { strFromU8, type Unzipped, unzipSync } from 'fflate';
import {
  type Broken,
  type DataRow,
  MAX_LINES,
  type ReadItem,
  type Refusal,
  tidy,
  type WorkbookNotes,
  withoutEmptyEnd,
} from './read.ts';
import { cellText, type Formats, formatsOf } from './workbook-cells.ts';

/**
 * Reads a workbook of Excel (.xlsx, ECMA-376) as a table of texts: the first sheet that can be seen, each cell as its
 * format says. The browser takes the XML apart, which expands no entities of a file's own making: there may be none.
 */

/** What of a workbook is taken out of it altogether; a small file can claim to hold terabytes. */
const INFLATED_MAX_BYTES = 48 * 1024 * 1024;
const COLUMNS_MAX = 300;

const WANTED =
  /^xl\/(workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|styles\.xml|worksheets\/[^/]+\.xml)$/i;

/** @returns the parts of the archive that are read; null if it is none, or holds more than is taken */
function partsOf(bytes: Uint8Array): Unzipped | null {
  let inflated = 0;
  try {
    return unzipSync(bytes, {
      // No part gets more room than it says it needs here.
      filter: ({ name, originalSize }) => {
        if (!WANTED.test(name)) return false;
        inflated += originalSize;
        if (inflated > INFLATED_MAX_BYTES) throw new RangeError('too much');
        return true;
      },
    });
  } catch {
    return null;
  }
}

/** A part as XML; null if it is not there. @throws SyntaxError if it is no XML, or declares a document type */
function xmlOf(parts: Unzipped, name: string): Document | null {
  const bytes = parts[name];
  if (!bytes) return null;
  const text = strFromU8(bytes);
  if (/<!DOCTYPE/i.test(text)) throw new SyntaxError('a document type');
  const xml = new DOMParser().parseFromString(text, 'application/xml');
  if (xml.getElementsByTagName('parsererror').length > 0) throw new SyntaxError(name);
  return xml;
}

const all = (of: Document | Element | null, name: string): Element[] => [
  ...(of?.getElementsByTagNameNS('*', name) ?? []),
];
const textOf = (of: Element | undefined): string => of?.textContent ?? '';
/** The texts of a string with formatted runs, without how it is pronounced. */
const plainText = (of: Element): string =>
  all(of, 't')
    .filter((one) => one.parentElement?.localName !== 'rPh')
    .map(textOf)
    .join('');

/** Reads a workbook, or says why it is none that can be read. */
export function readWorkbook(bytes: Uint8Array): (ReadItem & { readonly workbook: WorkbookNotes }) | Refusal {
  const parts = partsOf(bytes);
  if (!parts) return 'excel';
  try {
    return readParts(parts);
  } catch {
    return 'excel';
  }
}

interface Book {
  readonly strings: readonly string[];
  readonly formats: Formats;
  /** Days are counted from 1904. */
  readonly from1904: boolean;
}

function readParts(parts: Unzipped) {
  const workbook = xmlOf(parts, 'xl/workbook.xml');
  const sheets = all(workbook, 'sheet');
  const sheet = sheets.find((one) => (one.getAttribute('state') ?? 'visible') === 'visible');
  if (!sheet) return 'excel';
  const id = [...sheet.attributes].find(({ localName, prefix }) => localName === 'id' && prefix !== null)?.value;
  const target = all(xmlOf(parts, 'xl/_rels/workbook.xml.rels'), 'Relationship')
    .find((one) => one.getAttribute('Id') === id)
    ?.getAttribute('Target');
  const xml = target ? xmlOf(parts, target.startsWith('/') ? target.slice(1) : `xl/${target}`) : null;
  if (!xml) return 'excel';
  const book: Book = {
    strings: all(xmlOf(parts, 'xl/sharedStrings.xml'), 'si').map(plainText),
    formats: formatsOf(xmlOf(parts, 'xl/styles.xml')),
    from1904: /^(1|true)$/.test(all(workbook, 'workbookPr')[0]?.getAttribute('date1904') ?? ''),
  };
  return tableOf(xml, book, { sheet: sheet.getAttribute('name') ?? '', others: sheets.length - 1 });
}

/** The number of a column from a reference: 0 for `A12`. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]+/.exec(reference)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

interface SheetRow extends DataRow {
  /** Columns with a whole number in it. */
  readonly numbers: readonly number[];
  readonly without: number;
}

function rowOf(row: Element, linha: number, { strings, formats, from1904 }: Book): SheetRow {
  const gridCells: string[] = [];
  const numbers: number[] = [];
  let without = 0;
  for (const cell of all(row, 'c')) {
    const column = columnOf(cell.getAttribute('r') ?? '');
    const at = column < 0 ? gridCells.length : column;
    if (at >= COLUMNS_MAX) continue;
    const type = cell.getAttribute('t') ?? 'n';
    const value = textOf(all(cell, 'v')[0]);
    const inline = all(cell, 'is')[0];
    const isBlank = type === 'e' || (all(cell, 'f').length > 0 && value === '');
    if (isBlank) without += 1;
    const format = formats[Number(cell.getAttribute('s') ?? 0)];
    const read = isBlank ? '' : inline ? plainText(inline) : cellText(type, value, { strings, format, from1904 });
    while (gridCells.length < at) gridCells.push('');
    gridCells[at] = tidy(read);
    if (type === 'n' && /^[1-9]\d*$/.test(read)) numbers.push(at);
  }
  return { linha, gridCells, numbers, without };
}

/** The rows of a sheet under its first as CSV has them. */
function tableOf(xml: Document, book: Book, told: Pick<WorkbookNotes, 'sheet' | 'others'>) {
  const rows: SheetRow[] = [];
  let cut = false;
  let linha = 0;
  for (const row of all(xml, 'row')) {
    linha = Number(row.getAttribute('r') ?? linha + 1);
    const read = rowOf(row, linha, book);
    if (read.gridCells.every((cell) => cell === '') && read.without === 0) continue;
    cut = rows.length > MAX_LINES;
    if (cut) break;
    rows.push(read);
  }
  const [head, ...rest] = rows;
  if (!head) return 'blank';
  const header = withoutEmptyEnd(head.gridCells);
  const recordRows: DataRow[] = [];
  const brokenOnes: Broken[] = [];
  for (const row of rest) {
    const gridCells = withoutEmptyEnd(row.gridCells);
    if (gridCells.length > header.length) {
      brokenOnes.push({ linha: row.linha, why: 'columns', columns: gridCells.length });
    } else recordRows.push({ linha: row.linha, gridCells: header.map((_, at) => gridCells[at] ?? '') });
  }
  const columns = new Set(rest.flatMap(({ numbers }) => numbers));
  const workbook: WorkbookNotes = {
    ...told,
    numbers: header.filter((name, at) => name !== '' && columns.has(at)),
    without: rest.reduce((sum, row) => sum + row.without, 0),
  };
  // What is written of it is read by the same program: with its marks.
  return { encoding: 'utf-8', separator: ';', header, recordRows, brokenOnes, cut, workbook } as const;
}
