import type { TipoMedicao } from '@rubrica/contract';
import type { CursorPosition } from '../../core/cursor.ts';
import type { Row } from '../../core/row.ts';
import type { Tx } from '../../core/sql.ts';

export type MedicaoRow = Row<
  'medicao',
  {
    id: string;
    tipo: TipoMedicao;
    quantidade: number;
    ocorrido_em: Date;
    documento_id: string | null;
    descricao: string | null;
  }
>;

/** The sandbox counts nothing and shows nothing of production's figures. */
const isMetered = (tx: Tx) => tx.scope.ambiente === 'PRODUCAO';

/** A month's sums by kind; kinds that did not occur are absent. @param month the month's first day */
export async function sumsOf(tx: Tx, month: string): Promise<Map<TipoMedicao, number>> {
  if (!isMetered(tx)) return new Map();
  const rows = await tx.sql<Row<'consumo_do_mes', { tipo: TipoMedicao; quantidade: number }>[]>`
    select tipo, quantidade
      from consumo_do_mes
     where ${tx.ours()} and mes = ${month}`;
  return new Map(rows.map(({ tipo, quantidade }) => [tipo, quantidade]));
}

/** Uses the indexes medicao (organizacao_id, [tipo,] ocorrido_em desc, id desc). */
export async function listMedicoes(
  tx: Tx,
  tipo: TipoMedicao | undefined,
  position: CursorPosition | null,
  limit: number,
): Promise<MedicaoRow[]> {
  if (!isMetered(tx)) return [];
  const after = position
    ? tx.sql`and (ocorrido_em, id) < (${position[0] ?? ''}::timestamptz, ${position[1] ?? ''}::uuid)`
    : tx.sql``;
  return tx.sql<MedicaoRow[]>`
    select id, tipo, quantidade, ocorrido_em, documento_id, descricao
      from medicao
     where ${tx.ours()}
           ${tipo === undefined ? tx.sql`` : tx.sql`and tipo = ${tipo}`}
           ${after}
     order by ocorrido_em desc, id desc
     limit ${limit}`;
}

/** Exact, from the monthly counts: a few rows however long the extract is. */
export async function countMedicoes(tx: Tx, tipo: TipoMedicao | undefined): Promise<number> {
  if (!isMetered(tx)) return 0;
  const [row] = await tx.sql<{ total: number }[]>`
    select coalesce(sum(linhas), 0)::bigint as total
      from consumo_do_mes
     where ${tx.ours()}
           ${tipo === undefined ? tx.sql`` : tx.sql`and tipo = ${tipo}`}`;
  return row?.total ?? 0;
}
