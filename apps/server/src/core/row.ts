import type { Loose, Tables } from '../../migrations/tables.ts';

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
