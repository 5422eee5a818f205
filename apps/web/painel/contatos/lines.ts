import type { ClienteEntrada } from '@rubrica/contract';
import { digitsOf, isCpf, isDay, isE164, isEmail } from '../../kit/brazil.ts';
import { plain } from '../../kit/plain.ts';
import { detailOf } from '../modelos/spreadsheet/lines.ts';
import type { ReadItem } from '../modelos/spreadsheet/read.ts';
import { entryOf, type Typed } from './person.ts';

/** What each line of a file would keep, and what is wrong with it, before anything is kept. */

type Column = keyof Typed | 'referenciaExterna';

/** What the columns may be called, without accents or case. */
const HEADINGS: Readonly<Record<Column, readonly string[]>> = {
  nome: ['nome', 'nome completo', 'name', 'full name', 'nombre', 'nombre completo'],
  email: ['email', 'e-mail', 'mail', 'correo'],
  telefone: ['telefone', 'celular', 'phone', 'mobile', 'telefono'],
  cpf: ['cpf'],
  dataNascimento: ['nascimento', 'data de nascimento', 'birth', 'date of birth', 'birthdate', 'nacimiento'],
  referenciaExterna: ['referencia', 'referencia externa', 'codigo', 'reference', 'id'],
};

export type Wrong = Exclude<keyof Typed, 'nome'> | 'nome' | 'broken' | { readonly sameAs: number };

export interface ContactLine {
  /** Of the file, from 1. */
  readonly line: number;
  readonly entry: ClienteEntrada | null;
  /** Empty where it can be kept. */
  readonly wrong: readonly Wrong[];
}

export interface ContactLines {
  readonly lines: readonly ContactLine[];
  /** Columns that are no datum of a person. */
  readonly ignored: readonly string[];
}

const columnOf = (heading: string): Column | null => {
  const name = plain(heading.trim());
  const found = Object.entries(HEADINGS).find(([, names]) => names.includes(name));
  return found ? (found[0] as Column) : null;
};

/** The lines of a file, or null where no column is called after names. */
export function contactLines({ header, recordRows, brokenOnes }: ReadItem): ContactLines | null {
  const columns = header.map(columnOf);
  if (!columns.includes('nome')) return null;
  const firsts = new Map<string, number>();
  const read = recordRows.map(({ linha: line, gridCells }): ContactLine => {
    const cell = (column: Column) => gridCells[columns.indexOf(column)]?.trim() ?? '';
    const datum = (name: keyof Typed): string => {
      const value = columns.includes(name) ? cell(name) : '';
      return value === '' ? '' : String(detailOf(name, value)?.[name] ?? value);
    };
    const typed: Typed = {
      nome: datum('nome'),
      email: datum('email'),
      telefone: datum('telefone'),
      cpf: digitsOf(datum('cpf')),
      dataNascimento: datum('dataNascimento'),
    };
    const key = typed.email.toLowerCase();
    const first = key === '' ? undefined : firsts.get(key);
    if (key !== '' && first === undefined) firsts.set(key, line);
    const wrong: Wrong[] = [...wrongIn(typed), ...(first === undefined ? [] : [{ sameAs: first }])];
    const referencia = columns.includes('referenciaExterna') ? cell('referenciaExterna') : '';
    const entry = entryOf(typed);
    return { line, wrong, entry: entry && (referencia ? { ...entry, referenciaExterna: referencia } : entry) };
  });
  const broken = brokenOnes.map(({ linha: line }): ContactLine => ({ line, entry: null, wrong: ['broken'] }));
  return {
    lines: [...read, ...broken].sort((a, b) => a.line - b.line),
    ignored: header.filter((heading, index) => columns[index] === null && heading.trim() !== ''),
  };
}

function wrongIn({ nome, email, telefone, cpf, dataNascimento }: Typed): Wrong[] {
  const checks: readonly (readonly [Wrong, boolean])[] = [
    ['nome', nome !== ''],
    ['email', email === '' || isEmail(email)],
    ['telefone', telefone === '' || isE164(telefone)],
    ['cpf', cpf === '' || isCpf(cpf)],
    ['dataNascimento', dataNascimento === '' || isDay(dataNascimento)],
  ];
  return checks.flatMap(([name, good]) => (good ? [] : [name]));
}
