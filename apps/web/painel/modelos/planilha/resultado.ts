import Papa from 'papaparse';
import { plain } from '../../../kit/plain.ts';
import { FORMULA, type Separador } from './ler.ts';
import type { Linha } from './linhas.ts';
import type { Resultado } from './rodada.ts';

/** Spreadsheets that are handed out. */

export const CSV = 'text/csv;charset=utf-8';

/** A CSV as spreadsheet programs open it rightly: with the mark of UTF-8, and no cell that is a formula. */
export function csvDe(linhas: readonly (readonly string[])[], separador: Separador): string {
  const rows = linhas.map((linha) => [...linha]);
  return `\ufeff${Papa.unparse(rows, { delimiter: separador, newline: '\r\n', escapeFormulae: FORMULA })}\r\n`;
}

interface Contado {
  readonly cabecalho: readonly string[];
  readonly linhas: readonly Linha[];
  /** Of the lines that were begun, by their number. */
  readonly resultados: ReadonlyMap<number, Resultado | undefined>;
  /** Names of the added columns: line, result, reason, document. */
  readonly titulos: readonly [linha: string, resultado: string, motivo: string, documento: string];
  readonly resultado: (linha: Linha, resultado: Resultado | undefined) => string;
  readonly motivo: (linha: Linha, resultado: Resultado | undefined) => string;
  /** The address of a document. */
  readonly endereco: (documentoId: string) => string;
}

/** Every line with what came of it; it can be mended and run again as it is. */
export function linhasDoResultado(props: Contado): string[][] {
  return [
    [...props.cabecalho, ...props.titulos],
    ...props.linhas.map((linha) => {
      const resultado = props.resultados.get(linha.linha);
      const id = resultado && 'documentoId' in resultado ? resultado.documentoId : null;
      return [
        ...props.cabecalho.map((_, at) => linha.celulas[at] ?? ''),
        String(linha.linha),
        props.resultado(linha, resultado),
        props.motivo(linha, resultado),
        id === null ? '' : props.endereco(id),
      ];
    }),
  ];
}

/** A name with nothing a file system minds: `Locação residencial` as `locacao-residencial`. */
export const nomeDeArquivo = (nome: string): string =>
  plain(nome)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60) || 'planilha';
