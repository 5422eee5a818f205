import Papa from 'papaparse';

/** Reads a spreadsheet as it comes from somebody's computer: whatever its encoding, separator and quotes. */

export const CODIFICACOES = ['utf-8', 'windows-1252', 'utf-16le', 'utf-16be'] as const;
export type Codificacao = (typeof CODIFICACOES)[number];

export const SEPARADORES = [';', ',', '\t', '|'] as const;
export type Separador = (typeof SEPARADORES)[number];

export const MAX_BYTES = 5 * 1024 * 1024;
export const MAX_LINHAS = 5_000;
/** The heading and the lines; past as many broken ones it is the separator or the encoding that is wrong. */
const MOST = { rows: MAX_LINHAS + 1, broken: 200 };
/** Characters of one record at most: what is longer is text whose quotes do not close. */
const MAX_REGISTRO = 32 * 1024;

/** What a spreadsheet program would take for a formula: OWASP, "CSV Injection"; the wide forms count in some. */
export const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/;

export interface Registro {
  /** Of the file, from 1; of its first line, where quoted text goes on over several. */
  readonly linha: number;
  readonly celulas: readonly string[];
}

export interface Quebrada {
  readonly linha: number;
  readonly por: 'aspas' | 'colunas';
  /** How many it has, where that is not as many as the heading's. */
  readonly colunas: number;
}

export interface Lido {
  readonly codificacao: Codificacao;
  readonly separador: Separador;
  readonly cabecalho: readonly string[];
  readonly registros: readonly Registro[];
  readonly quebradas: readonly Quebrada[];
  /** Whether reading stopped because there was more than is taken. */
  readonly cortada: boolean;
}

export type Recusa = 'grande' | 'excel' | 'binario' | 'vazia';

/** What was asked for instead of what the file looks like. */
export interface Pedido {
  readonly codificacao?: Codificacao;
  readonly separador?: Separador;
}

/** Reads a file, or says why it is none that can be read. */
export function ler(bytes: Uint8Array, pedido: Pedido = {}): Lido | Recusa {
  if (bytes.length > MAX_BYTES) return 'grande';
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return 'excel';
  const codificacao = pedido.codificacao ?? encodingOf(bytes);
  // The decoder takes the mark at the beginning off.
  const texto = new TextDecoder(codificacao).decode(bytes).replace(/\r\n?/g, '\n');
  if (texto.includes('\0')) return 'binario';
  if (texto.trim() === '') return 'vazia';
  return { codificacao, ...readText(texto, pedido.separador) };
}

/** By the mark at the beginning; without one by where the zeros are; else UTF-8 unless it cannot be that. */
export function encodingOf(bytes: Uint8Array): Codificacao {
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
export function readText(texto: string, pedido?: Separador): Omit<Lido, 'codificacao'> {
  // Excel's own way to name the separator.
  const named = /^sep=([;,\t|])\n/i.exec(texto);
  const body = named ? texto.slice(named[0].length) : texto;
  const separador = pedido ?? (named?.[1] as Separador | undefined) ?? separatorOf(body);
  const { rows, broken, cut } = records(body, separador, named ? 2 : 1, MOST);
  const [head, ...rest] = rows;
  const cabecalho = head ? withoutEmptyEnd(head.celulas) : [];
  const registros: Registro[] = [];
  const quebradas: Quebrada[] = [...broken];
  for (const row of rest) {
    const celulas = withoutEmptyEnd(row.celulas);
    const short = row.celulas.length < cabecalho.length;
    if (short || celulas.length > cabecalho.length) {
      quebradas.push({ linha: row.linha, por: 'colunas', colunas: short ? row.celulas.length : celulas.length });
    } else registros.push({ linha: row.linha, celulas: cabecalho.map((_, at) => celulas[at] ?? '') });
  }
  return {
    separador,
    cabecalho,
    registros,
    quebradas: quebradas.sort((a, b) => a.linha - b.linha),
    cortada: cut,
  };
}

/** Lines that tell the separator. */
const LOOKED_AT = { rows: 50, broken: 10 };

/** The one that cuts the first lines most evenly; of those equally even, the one that makes most columns. */
function separatorOf(texto: string): Separador {
  const scored = SEPARADORES.map((separador) => {
    const { rows } = records(texto.slice(0, MAX_REGISTRO), separador, 1, LOOKED_AT);
    const columns = rows[0]?.celulas.length ?? 0;
    const even = rows.filter(({ celulas }) => celulas.length === columns).length / Math.max(1, rows.length);
    return { separador, columns, score: columns < 2 ? 0 : even };
  });
  const [best] = scored.sort((a, b) => b.score - a.score || b.columns - a.columns);
  return best && best.score > 0 ? best.separador : ';';
}

interface Rows {
  readonly rows: Registro[];
  readonly broken: Quebrada[];
  readonly cut: boolean;
}

/**
 * Every record with its line. One whose quotes are wrong is broken alone: reading goes on with the line after, where the
 * parser would take the rest of the file for its text.
 */
function records(texto: string, separador: Separador, firstLine: number, most: typeof LOOKED_AT): Rows {
  const rows: Registro[] = [];
  const broken: Quebrada[] = [];
  let offset = 0;
  let linha = firstLine;
  let cut = false;
  while (offset < texto.length && !cut) {
    // A window of the text, for the parser looks for a closing quote as far as there is any text.
    const part = texto.slice(offset, offset + MAX_REGISTRO);
    const isLast = offset + part.length === texto.length;
    let start = 0;
    let bad = false;
    const parser = new Papa.Parser({
      delimiter: separador,
      newline: '\n',
      fastMode: false,
      step({ data, errors, meta }) {
        const [celulas = []] = data as unknown as string[][];
        bad = errors.length > 0;
        const row = { linha, celulas: celulas.map(tidy) };
        const blank = row.celulas.every((celula) => celula === '');
        cut = !bad && !blank && rows.length === most.rows;
        if (bad || cut) return parser.abort();
        if (!blank) rows.push(row);
        linha += linesIn(part, start, meta.cursor);
        start = meta.cursor;
      },
    });
    parser.parse(part, 0, !isLast);
    if (bad || (start === 0 && !isLast)) {
      broken.push({ linha, por: 'aspas', colunas: 0 });
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

const trimmed = (celula: string): string => celula.replace(/^[\s\u200b\ufeff]+|[\s\u200b\ufeff]+$/g, '');

/** Blanks at the ends off, and the apostrophe that keeps a spreadsheet from taking a text for a formula. */
function tidy(celula: string): string {
  const text = trimmed(celula);
  return text.startsWith("'") && FORMULA.test(text.slice(1)) ? trimmed(text.slice(1)) : text;
}

const withoutEmptyEnd = (celulas: readonly string[]): readonly string[] =>
  celulas.slice(0, celulas.findLastIndex((celula) => celula !== '') + 1);
