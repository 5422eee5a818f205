import { COLUMNS, type Loose, type Tables } from '../../migrations/tables.ts';
import { Piece } from './driver/statement.ts';

/** Requires null in the type if the catalogue allows it, and only then. */
type Column<Known, Mine> = null extends Known ? (null extends Mine ? Known : never) : Known;

type Fitting<T, R, NotNull> = T extends keyof Tables
  ? {
      readonly [C in keyof R]: C extends keyof Tables[T]
        ? C extends NotNull
          ? NonNullable<Tables[T][C]>
          : Column<Tables[T][C], R[C]>
        : never;
    }
  : T extends keyof Loose
    ? { readonly [C in keyof R]: C extends keyof Loose[T] ? Loose[T][C] | null : never }
    : never;

/**
 * Columns of a row of a table or view, or of a function's result, as returned by the driver: `Row<'pasta', { id:
 * string; pai_id: string | null }>`. It does not compile if the catalogue lacks such a column or has it with another
 * type or nullability. A type may be narrower than the catalogue's: an enumeration for a text, a shape for json. The
 * catalogue does not say which columns of views and functions may be null.
 * @typeParam NotNull nullable columns that are never null in the rows the statements find
 */
export type Row<T extends keyof Tables | keyof Loose, R extends Fitting<T, R, NotNull>, NotNull = never> = R;

/** Columns of a table with the catalogue's types: `Columns<'envelope', 'id' | 'titulo'>`. */
export type Columns<T extends keyof Tables, C extends keyof Tables[T]> = Pick<Tables[T], C>;

class SelectList extends Piece {}

const lists = new Map<string, Piece>();

/**
 * All columns of a table that this version knows, for a select list or `returning`. A statement that says `*` instead is
 * refused by the server (0A000) on every connection that has prepared it once a newer version, migrated beside this one,
 * adds a column (ADR 0070).
 * @param alias the table's name in the statement
 */
export function columnsOf(table: keyof Tables, alias: string = table): Piece {
  const key = `${table} ${alias}`;
  const known = lists.get(key);
  if (known) return known;
  const text = COLUMNS[table].replace(/\w+/g, `${alias}.$&`).replaceAll(' ', ', ');
  const list = new SelectList([text], []);
  lists.set(key, list);
  return list;
}
