import type { ItemFatura } from '@rubrica/contract';
import type { CursorPosition } from '../../core/cursor.ts';
import type { Row } from '../../core/row.ts';
import type { Sql, Tx } from '../../core/sql.ts';

export type FaturaRow = Row<
  'fatura',
  {
    id: string;
    /** The first day of the month it is for. */
    mes: string;
    numero: string;
    itens: ItemFatura[];
    total_centavos: number;
    emitida_em: Date;
    vence_em: Date;
    paga_em: Date | null;
    /** Hash of its payment page's token; null until a sweep creates it. */
    token_hash: Buffer | null;
  }
>;

/** The sandbox is never billed and shows no production invoices. */
export const isBilled = (tx: Tx) => tx.scope.ambiente === 'PRODUCAO';

export async function insertFatura(tx: Tx, fatura: Omit<FaturaRow, 'paga_em'>): Promise<void> {
  await tx.sql`
    insert into fatura (id, organizacao_id, mes, numero, itens, total_centavos, emitida_em, vence_em, token_hash)
    values (${fatura.id}, ${tx.scope.organizacaoId}, ${fatura.mes}, ${fatura.numero},
            ${tx.json(fatura.itens)}, ${fatura.total_centavos}, ${fatura.emitida_em}, ${fatura.vence_em},
            ${fatura.token_hash})`;
}

/** Newest month first, using the unique key (organizacao_id, mes). */
export async function listFaturas(tx: Tx, position: CursorPosition | null, limit: number): Promise<FaturaRow[]> {
  if (!isBilled(tx)) return [];
  return tx.sql<FaturaRow[]>`
    select id, mes, numero, itens, total_centavos, emitida_em, vence_em, paga_em, token_hash
      from fatura
     where ${tx.ours()}
           ${position ? tx.sql`and mes < ${position[0] ?? ''}::date` : tx.sql``}
     order by mes desc
     limit ${limit}`;
}

export async function countFaturas(tx: Tx): Promise<number> {
  if (!isBilled(tx)) return 0;
  const [row] = await tx.sql<{ total: number }[]>`
    select count(*) as total from fatura where ${tx.ours()}`;
  return row?.total ?? 0;
}

/** When the oldest unpaid invoice is due, or null if everything is paid. */
export async function oldestUnpaidDue(tx: Tx): Promise<Date | null> {
  if (!isBilled(tx)) return null;
  const [row] = await tx.sql<{ oldest: Date | null }[]>`
    select min(vence_em) as oldest
      from fatura
     where ${tx.ours()} and paga_em is null`;
  return row?.oldest ?? null;
}

/** An invoice as seen by the holder of its payment page's token. */
export type PayableFatura = Pick<
  FaturaRow,
  'numero' | 'mes' | 'itens' | 'total_centavos' | 'emitida_em' | 'vence_em' | 'paga_em'
> & { readonly organizacao: string };

/** The invoice for a token. Outside every scope, through the lookup function. */
export async function findPayableFatura(sql: Sql, tokenHash: Buffer): Promise<PayableFatura | undefined> {
  const [row] = await sql<PayableFatura[]>`
    select numero, organizacao, mes, itens, total_centavos, emitida_em, vence_em, paga_em
      from acesso.fatura_a_pagar(${tokenHash})`;
  return row;
}

/** Adds the token to an older invoice. */
export async function nameFatura({ sql, ours }: Tx, id: string, tokenHash: Buffer): Promise<void> {
  await sql`
    update fatura
       set token_hash = ${tokenHash}
     where id = ${id}
       and ${ours()}
       and token_hash is null`;
}
