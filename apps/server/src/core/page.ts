import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from '@rubrica/contract';
import type { CursorPosition, Cursors } from './cursor.ts';
import type { Fragment, Tx } from './sql.ts';

export interface PageSource<Row, Item> {
  /** Rows after a position, at most `limit`, in the listing's order. */
  page(after: CursorPosition | null, limit: number): PromiseLike<readonly Row[]>;
  /** The number of rows with the same filters. */
  total(): PromiseLike<number>;
  /** The sort key of a row, as text. */
  key(row: Row): CursorPosition;
  present(row: Row): Item;
}

export interface Page<Item> {
  itens: Item[];
  total: number;
  proximoCursor: string | null;
}

/** A row with its exact moment, as `placeOf` selects it: a Date would lose the microseconds, and with them rows between pages. */
export interface Placed {
  lugar: string;
}

/** For the select list of a listing that goes by this moment: the first half of a row's key, `lugar`. */
export const placeOf = ({ sql }: Pick<Tx, 'sql'>, column = 'criado_em'): Fragment =>
  sql`to_char(${sql(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as lugar`;

/** For the condition of a listing that goes by this moment and the id, the newest first: whatever comes after a position. */
export const afterPlace = ({ sql }: Pick<Tx, 'sql'>, after: CursorPosition | null, column = 'criado_em'): Fragment =>
  after === null ? sql`` : sql`and (${sql(column)}, id) < (${after[0] ?? ''}::timestamptz, ${after[1] ?? ''}::uuid)`;

/**
 * One page of a keyset-paginated listing. `filters` identify the listing, the scope and everything that narrows it: a
 * cursor is valid for exactly those. A limit above 100 is clamped.
 */
export async function pageOf<Row, Item>(
  cursors: Cursors,
  now: Date,
  query: { limite?: number | undefined; cursor?: string | undefined },
  filters: object,
  source: PageSource<Row, Item>,
): Promise<Page<Item>> {
  const limit = Math.min(query.limite ?? PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX);
  const after = query.cursor === undefined ? null : cursors.read(query.cursor, filters, now);
  // One extra row shows whether there is a next page.
  const [rows, total] = await Promise.all([source.page(after, limit + 1), source.total()]);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const more = rows.length > limit && last !== undefined;
  return {
    itens: shown.map((row) => source.present(row)),
    total,
    proximoCursor: more ? cursors.issue(filters, source.key(last), now) : null,
  };
}
