import { DELETED_KEPT_MS } from '@rubrica/contract';
import type { Tx } from '../../core/sql.ts';
import type { DocumentoRow } from './rows.ts';
import { type DocumentoFilters, LISTED_COLUMNS, type ListedRow, passing } from './store-listar.ts';

/** Documents that were deleted and can still be brought back (index documento_excluidos). */
const restorable = ({ sql, now, here }: Tx) => sql`
  ${here()}
  and excluido_em > ${new Date(now.getTime() - DELETED_KEPT_MS)}`;

export async function findDeleted(tx: Tx, id: string): Promise<DocumentoRow | null> {
  const [row] = await tx.sql<DocumentoRow[]>`select * from documento where id = ${id} and ${restorable(tx)}`;
  return row ?? null;
}

export async function lockDeleted(tx: Tx, id: string): Promise<DocumentoRow | null> {
  const [row] = await tx.sql<DocumentoRow[]>`select * from documento where id = ${id} and ${restorable(tx)} for update`;
  return row ?? null;
}

/** One page by key, newest first, as the listing of those that are not deleted. */
export function pageOfDeleted(
  tx: Tx,
  filters: DocumentoFilters,
  after: { criadoEm: string; id: string } | null,
  limit: number,
): Promise<ListedRow[]> {
  const { sql } = tx;
  return sql<ListedRow[]>`
    select ${sql.unsafe(LISTED_COLUMNS)}, excluido_em
      from documento
     where ${restorable(tx)} ${passing(tx, filters)}
       ${after === null ? sql`` : sql`and (criado_em, id) < (${after.criadoEm}::timestamptz, ${after.id}::uuid)`}
     order by criado_em desc, id desc
     limit ${limit}`;
}

export async function countDeleted(tx: Tx, filters: DocumentoFilters): Promise<number> {
  const [row] = await tx.sql<{ total: number }[]>`
    select count(*) as total from documento where ${restorable(tx)} ${passing(tx, filters)}`;
  return row?.total ?? 0;
}
