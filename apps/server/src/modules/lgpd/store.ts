import type { EstadoSolicitacao, ResultadoEliminacao, TipoSolicitacao } from '@rubrica/contract';
import type { CursorPosition } from '../../core/cursor.ts';
import { afterPlace, type Placed, placeOf } from '../../core/page.ts';
import { type Columns, columnsOf, type Row } from '../../core/row.ts';
import type { Tx } from '../../core/sql.ts';

export type SolicitacaoRow = Row<
  'solicitacao_lgpd',
  {
    id: string;
    tipo: TipoSolicitacao;
    estado: EstadoSolicitacao;
    titular_nome: string;
    titular_email: string;
    titular_cpf: string | null;
    descricao: string | null;
    prazo_legal_em: Date;
    carencia_ate: Date | null;
    criada_em: Date;
    criada_por: string;
    confirmada_em: Date | null;
    confirmada_por: string | null;
    encerrada_em: Date | null;
    motivo_recusa: string | null;
    resultado: ResultadoEliminacao | null;
    arquivo_id: string | null;
    arquivo_expira_em: Date | null;
  }
>;

export type NewSolicitacao = Omit<
  SolicitacaoRow,
  | 'confirmada_em'
  | 'confirmada_por'
  | 'encerrada_em'
  | 'motivo_recusa'
  | 'resultado'
  | 'arquivo_id'
  | 'arquivo_expira_em'
>;

export async function insertSolicitacao(tx: Tx, row: NewSolicitacao): Promise<SolicitacaoRow> {
  const [inserted] = await tx.sql<SolicitacaoRow[]>`
    insert into solicitacao_lgpd ${tx.rows(row)} returning ${columnsOf('solicitacao_lgpd')}`;
  return inserted as SolicitacaoRow;
}

export async function findSolicitacao(tx: Tx, id: string): Promise<SolicitacaoRow | null> {
  const [row] = await tx.sql<SolicitacaoRow[]>`
    select ${columnsOf('solicitacao_lgpd')} from solicitacao_lgpd where id = ${id} and ${tx.here()}`;
  return row ?? null;
}

/** The same, locked, so that decision, export and deletion of one request happen one after another. */
export async function lockSolicitacao(tx: Tx, id: string): Promise<SolicitacaoRow | null> {
  const [row] = await tx.sql<SolicitacaoRow[]>`
    select ${columnsOf('solicitacao_lgpd')} from solicitacao_lgpd where id = ${id} and ${tx.here()} for update`;
  return row ?? null;
}

export type SolicitacaoChanges = Partial<
  Omit<SolicitacaoRow, 'id' | 'tipo' | 'criada_em' | 'criada_por' | 'resultado'>
>;

export async function updateSolicitacao(
  tx: Tx,
  id: string,
  changes: SolicitacaoChanges & { resultado?: ResultadoEliminacao },
): Promise<SolicitacaoRow> {
  const { resultado, ...columns } = changes;
  const set = { ...columns, ...(resultado ? { resultado: tx.json(resultado) } : {}) };
  const [row] = await tx.sql<SolicitacaoRow[]>`
    update solicitacao_lgpd set ${tx.set(set)} where id = ${id} and ${tx.here()} returning ${columnsOf('solicitacao_lgpd')}`;
  return row as SolicitacaoRow;
}

/** Uses the index solicitacao_lgpd (organizacao_id, ambiente, criada_em desc, id desc). */
export function listSolicitacoes(
  tx: Tx,
  states: readonly EstadoSolicitacao[],
  after: CursorPosition | null,
  limit: number,
): PromiseLike<(SolicitacaoRow & Placed)[]> {
  return tx.sql<(SolicitacaoRow & Placed)[]>`
    select ${columnsOf('solicitacao_lgpd')}, ${placeOf(tx, 'criada_em')}
      from solicitacao_lgpd
     where ${tx.here()} and estado = any(${[...states]}::text[]) ${afterPlace(tx, after, 'criada_em')}
     order by criada_em desc, id desc
     limit ${limit}`;
}

export async function countSolicitacoes(tx: Tx, states: readonly EstadoSolicitacao[]): Promise<number> {
  const [row] = await tx.sql<{ total: number }[]>`
    select count(*) as total
      from solicitacao_lgpd
     where ${tx.here()} and estado = any(${[...states]}::text[])`;
  return row?.total ?? 0;
}

/** Removes the export from a request. @returns the key of its stored file, to be deleted after the commit */
export async function dropExport(tx: Tx, row: SolicitacaoRow): Promise<string | null> {
  if (row.arquivo_id === null) return null;
  await updateSolicitacao(tx, row.id, { arquivo_id: null, arquivo_expira_em: null });
  const [file] = await tx.sql<Columns<'arquivo', 'chave'>[]>`
    delete from arquivo where id = ${row.arquivo_id} and ${tx.here()} returning chave`;
  return file?.chave ?? null;
}
