import { DELETED_KEPT_MS } from '@rubrica/contract';
import type { CursorPosition } from '../../core/cursor.ts';
import { columnsOf } from '../../core/row.ts';
import type { Tx } from '../../core/sql.ts';
import type { DocumentoRow } from './rows.ts';
import { type DocumentoFilters, type Ordem, pageBy, passing } from './store-listar.ts';

/** Deleted documents that can still be restored (index documento_excluidos). */
const restorable = ({ sql, now, here }: Tx) => sql`
  ${here()}
  and excluido_em > ${new Date(now.getTime() - DELETED_KEPT_MS)}`;

export async function findDeleted(tx: Tx, id: string): Promise<DocumentoRow | null> {
  const [row] = await tx.sql<DocumentoRow[]>`
    select ${columnsOf('documento')} from documento where id = ${id} and ${restorable(tx)}`;
  return row ?? null;
}

export async function lockDeleted(tx: Tx, id: string): Promise<DocumentoRow | null> {
  const [row] = await tx.sql<DocumentoRow[]>`
    select ${columnsOf('documento')} from documento where id = ${id} and ${restorable(tx)} for update`;
  return row ?? null;
}

/** One page by key, as the listing of those that are not deleted. */
export const pageOfDeleted = (
  tx: Tx,
  filters: DocumentoFilters,
  ordem: Ordem,
  after: CursorPosition | null,
  limit: number,
) => pageBy(tx, tx.sql`${restorable(tx)} ${passing(tx, filters)}`, ordem, after, limit);

export async function countDeleted(tx: Tx, filters: DocumentoFilters): Promise<number> {
  const [row] = await tx.sql<{ total: number }[]>`
    select count(*) as total from documento where ${restorable(tx)} ${passing(tx, filters)}`;
  return row?.total ?? 0;
}
