import Papa from 'papaparse';
import { plain } from '../../../kit/plain.ts';
import type { Line } from './lines.ts';
import { FORMULA, type Separator } from './read.ts';
import type { Outcome } from './round.ts';

/** Spreadsheets that are handed out. */

export const CSV = 'text/csv;charset=utf-8';

/** A CSV as spreadsheet programs open it rightly: with the mark of UTF-8, and no cell that is a formula. */
export function csvOf(lines: readonly (readonly string[])[], separator: Separator): string {
  const rows = lines.map((linha) => [...linha]);
  return `\ufeff${Papa.unparse(rows, { delimiter: separator, newline: '\r\n', escapeFormulae: FORMULA })}\r\n`;
}

interface Counted {
  readonly header: readonly string[];
  readonly lines: readonly Line[];
  /** Of the lines that were begun, by their number. */
  readonly results: ReadonlyMap<number, Outcome | undefined>;
  /** Names of the added columns: line, result, reason, document. */
  readonly titles: readonly [linha: string, resultado: string, motivo: string, documento: string];
  readonly resultado: (linha: Line, resultado: Outcome | undefined) => string;
  readonly motivo: (linha: Line, resultado: Outcome | undefined) => string;
  /** The address of a document. */
  readonly endereco: (documentoId: string) => string;
}

/** Every line with what came of it; it can be corrected and run again as it is. */
export function resultLines(props: Counted): string[][] {
  return [
    [...props.header, ...props.titles],
    ...props.lines.map((linha) => {
      const resultado = props.results.get(linha.line);
      const id = resultado && 'documentoId' in resultado ? resultado.documentoId : null;
      return [
        ...props.header.map((_, at) => linha.gridCells[at] ?? ''),
        String(linha.line),
        props.resultado(linha, resultado),
        props.motivo(linha, resultado),
        id === null ? '' : props.endereco(id),
      ];
    }),
  ];
}

/** A name with nothing a file system minds: `Locação residencial` as `locacao-residencial`. */
export const fileNameOf = (nome: string): string =>
  plain(nome)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60) || 'planilha';
