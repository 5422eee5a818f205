import type { Loose, Tables } from '../../migrations/tables.ts';

/** Null only where the catalogue says so, and then it is not forgotten. */
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
 * Columns of a table's row, of a view's or of what a door returns, as the driver gives them: `Row<'pasta', { id: string;
 * pai_id: string | null }>`. It does not compile where the catalogue has no such column, or has it of another type or
 * with null where this has none. A type may be narrower than the catalogue knows it: the contract's words for a text, a
 * shape for json. Of views and doors the catalogue does not tell which columns may be null.
 * @typeParam NotNull columns that may be null, but not in the rows the statements find
 */
export type Row<T extends keyof Tables | keyof Loose, R extends Fitting<T, R, NotNull>, NotNull = never> = R;

/** Columns of a table as the catalogue has them: `Columns<'envelope', 'id' | 'titulo'>`. */
export type Columns<T extends keyof Tables, C extends keyof Tables[T]> = Pick<Tables[T], C>;
