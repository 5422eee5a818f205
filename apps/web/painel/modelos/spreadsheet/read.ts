import Papa from 'papaparse';

/** Reads a spreadsheet as it comes from somebody's computer: whatever its encoding, separator and quotes. */

export const ENCODINGS = ['utf-8', 'windows-1252', 'utf-16le', 'utf-16be'] as const;
export type Encoding = (typeof ENCODINGS)[number];

export const SEPARATORS = [';', ',', '\t', '|'] as const;
export type Separator = (typeof SEPARATORS)[number];

export const MAX_BYTES = 5 * 1024 * 1024;
export const MAX_LINES = 5_000;
/** The heading and the lines; past as many broken ones it is the separator or the encoding that is wrong. */
const MOST = { rows: MAX_LINES + 1, broken: 200 };
/** Characters of one record at most: what is longer is text whose quotes do not close. */
const MAX_ROW_CHARS = 32 * 1024;

/** What a spreadsheet program would take for a formula: OWASP, "CSV Injection"; the wide forms count in some. */
export const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/;

export interface DataRow {
  /** Of the file, from 1; of its first line, where quoted text goes on over several. */
  readonly linha: number;
  readonly gridCells: readonly string[];
}

export interface Broken {
  readonly linha: number;
  readonly why: 'quotes' | 'columns';
  /** How many it has, where that is not as many as the heading's. */
  readonly columns: number;
}

/** What somebody should know of how a workbook was read. */
export interface WorkbookNotes {
  /** The sheet that was read. */
  readonly sheet: string;
  /** How many others there are, which were not. */
  readonly others: number;
  /** Headings of columns with whole numbers, which have no zeros before them any more. */
  readonly numbers: readonly string[];
  /** Cells whose formula has no value in the file, or a fault for one: they were read as blank. */
  readonly without: number;
}

export interface ReadItem {
  readonly encoding: Encoding;
  readonly separator: Separator;
  readonly header: readonly string[];
  readonly recordRows: readonly DataRow[];
  readonly brokenOnes: readonly Broken[];
  /** Whether reading stopped because there was more than is taken. */
  readonly cut: boolean;
  /** What there is to know of a workbook that was read; nothing of a CSV. */
  readonly workbook?: WorkbookNotes;
}

export type Refusal = 'tooLarge' | 'excel' | 'binary' | 'blank';

/** What was asked for instead of what the file looks like. */
export interface Request {
  readonly encoding?: Encoding;
  readonly separator?: Separator;
}

/** Whether a file is a zip archive, as workbooks are (./workbook.ts). */
export const isArchive = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

/** A workbook of before 2007, or one with a password. */
const isOlderWorkbook = (bytes: Uint8Array): boolean =>
  [0xd0, 0xcf, 0x11, 0xe0].every((byte, at) => bytes[at] === byte);

/** Reads a file, or says why it is none that can be read. */
export function readSpreadsheet(bytes: Uint8Array, request: Request = {}): ReadItem | Refusal {
  if (bytes.length > MAX_BYTES) return 'tooLarge';
  if (isArchive(bytes) || isOlderWorkbook(bytes)) return 'excel';
  const encoding = request.encoding ?? encodingOf(bytes);
  // The decoder takes the mark at the beginning off.
  const texto = new TextDecoder(encoding).decode(bytes).replace(/\r\n?/g, '\n');
  if (texto.includes('\0')) return 'binary';
  if (texto.trim() === '') return 'blank';
  return { encoding, ...readText(texto, request.separator) };
}

/** By the mark at the beginning; without one by where the zeros are; else UTF-8 unless it cannot be that. */
export function encodingOf(bytes: Uint8Array): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const head = bytes.subarray(0, 4096);
  const zeros = [0, 0];
  head.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  const many = head.length / 6;
  if ((zeros[1] ?? 0) > many && zeros[0] === 0) return 'utf-16le';
  if ((zeros[0] ?? 0) > many && zeros[1] === 0) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** @param texto with `\n` alone between lines */
export function readText(texto: string, request?: Separator): Omit<ReadItem, 'encoding'> {
  // Excel's own way to name the separator.
  const named = /^sep=([;,\t|])\n/i.exec(texto);
  const body = named ? texto.slice(named[0].length) : texto;
  const separator = request ?? (named?.[1] as Separator | undefined) ?? separatorOf(body);
  const { rows, broken, cut } = records(body, separator, named ? 2 : 1, MOST);
  const [head, ...rest] = rows;
  const header = head ? withoutEmptyEnd(head.gridCells) : [];
  const recordRows: DataRow[] = [];
  const brokenOnes: Broken[] = [...broken];
  for (const row of rest) {
    const gridCells = withoutEmptyEnd(row.gridCells);
    const short = row.gridCells.length < header.length;
    if (short || gridCells.length > header.length) {
      brokenOnes.push({ linha: row.linha, why: 'columns', columns: short ? row.gridCells.length : gridCells.length });
    } else recordRows.push({ linha: row.linha, gridCells: header.map((_, at) => gridCells[at] ?? '') });
  }
  return {
    separator,
    header,
    recordRows,
    brokenOnes: brokenOnes.sort((a, b) => a.linha - b.linha),
    cut: cut,
  };
}

/** Lines that tell the separator. */
const LOOKED_AT = { rows: 50, broken: 10 };

/** The one that cuts the first lines most evenly; of those equally even, the one that makes most columns. */
function separatorOf(texto: string): Separator {
  const scored = SEPARATORS.map((separator) => {
    const { rows } = records(texto.slice(0, MAX_ROW_CHARS), separator, 1, LOOKED_AT);
    const columns = rows[0]?.gridCells.length ?? 0;
    const even = rows.filter(({ gridCells }) => gridCells.length === columns).length / Math.max(1, rows.length);
    return { separator, columns, score: columns < 2 ? 0 : even };
  });
  const [best] = scored.sort((a, b) => b.score - a.score || b.columns - a.columns);
  return best && best.score > 0 ? best.separator : ';';
}

interface Rows {
  readonly rows: DataRow[];
  readonly broken: Broken[];
  readonly cut: boolean;
}

/**
 * Every record with its line. One whose quotes are wrong is broken alone: reading goes on with the line after, where the
 * parser would take the rest of the file for its text.
 */
function records(texto: string, separator: Separator, firstLine: number, most: typeof LOOKED_AT): Rows {
  const rows: DataRow[] = [];
  const broken: Broken[] = [];
  let offset = 0;
  let linha = firstLine;
  let cut = false;
  while (offset < texto.length && !cut) {
    // A window of the text, for the parser looks for a closing quote as far as there is any text.
    const part = texto.slice(offset, offset + MAX_ROW_CHARS);
    const isLast = offset + part.length === texto.length;
    let start = 0;
    let bad = false;
    const parser = new Papa.Parser({
      delimiter: separator,
      newline: '\n',
      fastMode: false,
      step({ data, errors, meta }) {
        const [gridCells = []] = data as unknown as string[][];
        bad = errors.length > 0;
        const row = { linha, gridCells: gridCells.map(tidy) };
        const blank = row.gridCells.every((cell) => cell === '');
        cut = !bad && !blank && rows.length === most.rows;
        if (bad || cut) return parser.abort();
        if (!blank) rows.push(row);
        linha += linesIn(part, start, meta.cursor);
        start = meta.cursor;
      },
    });
    parser.parse(part, 0, !isLast);
    if (bad || (start === 0 && !isLast)) {
      broken.push({ linha, why: 'quotes', columns: 0 });
      cut ||= broken.length >= most.broken;
      const end = texto.indexOf('\n', offset + start);
      if (end === -1) break;
      offset = end + 1;
      linha += 1;
    } else if (isLast) break;
    else offset += start;
  }
  return { rows, broken, cut };
}

function linesIn(texto: string, from: number, to: number): number {
  let count = 0;
  for (let at = texto.indexOf('\n', from); at !== -1 && at < to; at = texto.indexOf('\n', at + 1)) count += 1;
  return count;
}

const trimmed = (cell: string): string => cell.replace(/^[\s\u200b\ufeff]+|[\s\u200b\ufeff]+$/g, '');

/** Blanks at the ends off, and the apostrophe that keeps a spreadsheet from taking a text for a formula. */
export function tidy(cell: string): string {
  const text = trimmed(cell);
  return text.startsWith("'") && FORMULA.test(text.slice(1)) ? trimmed(text.slice(1)) : text;
}

export const withoutEmptyEnd = (gridCells: readonly string[]): readonly string[] =>
  gridCells.slice(0, gridCells.findLastIndex((cell) => cell !== '') + 1);
