import type { ItemFatura } from '@rubrica/contract';
import type { CursorPosition } from '../../core/cursor.ts';
import type { Tx } from '../../core/sql.ts';

export interface FaturaRow {
  id: string;
  /** The first day of the month it closes. */
  mes: string;
  numero: string;
  itens: ItemFatura[];
  total_centavos: number;
  emitida_em: Date;
  vence_em: Date;
  paga_em: Date | null;
}

/** The sandbox is never billed and shows nothing of what production was. */
export const isBilled = (tx: Tx) => tx.scope.ambiente === 'PRODUCAO';

export async function insertFatura(tx: Tx, fatura: Omit<FaturaRow, 'paga_em'>): Promise<void> {
  await tx.sql`
    insert into fatura (id, organizacao_id, mes, numero, itens, total_centavos, emitida_em, vence_em)
    values (${fatura.id}, ${tx.scope.organizacaoId}, ${fatura.mes}, ${fatura.numero},
            ${tx.sql.json(fatura.itens as never)}, ${fatura.total_centavos}, ${fatura.emitida_em}, ${fatura.vence_em})`;
}

/** Newest month first, by the unique key (organizacao_id, mes). */
export async function listFaturas(tx: Tx, position: CursorPosition | null, limit: number): Promise<FaturaRow[]> {
  if (!isBilled(tx)) return [];
  return tx.sql<FaturaRow[]>`
    select id, mes, numero, itens, total_centavos, emitida_em, vence_em, paga_em
      from fatura
     where organizacao_id = ${tx.scope.organizacaoId}
           ${position ? tx.sql`and mes < ${position[0] ?? ''}::date` : tx.sql``}
     order by mes desc
     limit ${limit}`;
}

export async function countFaturas(tx: Tx): Promise<number> {
  if (!isBilled(tx)) return 0;
  const [row] = await tx.sql<{ total: number }[]>`
    select count(*) as total from fatura where organizacao_id = ${tx.scope.organizacaoId}`;
  return row?.total ?? 0;
}

/** When the oldest unpaid invoice falls due, or null when everything is paid. */
export async function oldestUnpaidDue(tx: Tx): Promise<Date | null> {
  if (!isBilled(tx)) return null;
  const [row] = await tx.sql<{ vence_em: Date | null }[]>`
    select min(vence_em) as vence_em
      from fatura
     where organizacao_id = ${tx.scope.organizacaoId} and paga_em is null`;
  return row?.vence_em ?? null;
}
