import { strToU8, type Zippable, zipSync } from 'fflate';

/** Workbooks of Excel as bytes, made part by part: what a program would write, and what it never would. */

export interface Cell {
  /** A text, among those that the cells share. */
  readonly text?: string;
  readonly number?: number;
  /** A format of `FORMATS`. */
  readonly format?: keyof typeof FORMATS;
  /** A formula, with `number` as its last result. */
  readonly formula?: string;
  /** A fault as a formula's result, `#N/A`. */
  readonly fault?: string;
}

/** Styles of the workbook, by their numbers. */
const FORMATS = { general: 0, day: 1, padded: 2 } as const;

const STYLES = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">
<numFmts count="1"><numFmt numFmtId="164" formatCode="00000000"/></numFmts>
<cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>`;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function writtenCell(
  { text, number, format = 'general', formula, fault }: Cell,
  reference: string,
  strings: string[],
): string {
  const style = ` r="${reference}" s="${FORMATS[format]}"`;
  const f = formula === undefined ? '' : `<f>${escaped(formula)}</f>`;
  if (text !== undefined) return `<c${style} t="s"><v>${strings.push(text) - 1}</v></c>`;
  if (fault !== undefined) return `<c${style} t="e">${f}<v>${fault}</v></c>`;
  return `<c${style}>${f}${number === undefined ? '' : `<v>${number}</v>`}</c>`;
}

/** @param rows of the first sheet, none beyond column Z @param parts in the place of what would be there */
export function workbookOf(rows: readonly (readonly Cell[])[], parts: Zippable = {}): Buffer {
  const strings: string[] = [];
  const lines = rows.map((row, y) => {
    const cells = row.map((cell, x) => writtenCell(cell, `${String.fromCharCode(65 + x)}${y + 1}`, strings));
    return `<row r="${y + 1}">${cells.join('')}</row>`;
  });
  const namespace = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  return Buffer.from(
    zipSync({
      'xl/workbook.xml': strToU8(
        `<workbook ${namespace} xmlns:r="${relations}"><sheets><sheet name="Rascunho" sheetId="1" state="hidden" r:id="rId2"/><sheet name="Contratos" sheetId="2" r:id="rId1"/></sheets></workbook>`,
      ),
      'xl/_rels/workbook.xml.rels': strToU8(
        `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
      ),
      'xl/worksheets/sheet1.xml': strToU8(
        `<worksheet ${namespace}><sheetData>${lines.join('')}</sheetData></worksheet>`,
      ),
      'xl/sharedStrings.xml': strToU8(
        `<sst ${namespace}>${strings.map((text) => `<si><t>${escaped(text)}</t></si>`).join('')}</sst>`,
      ),
      'xl/styles.xml': strToU8(STYLES),
      ...parts,
    }),
  );
}
