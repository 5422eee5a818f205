import type { Row } from '../../core/row.ts';
import type { Tx } from '../../core/sql.ts';
import { type OrganizacaoRow, organizacaoColumns } from './store.ts';

/**
 * The scope's organization, locked also against rows that reference it: a document being sent at this moment commits
 * first, and is then counted.
 */
export async function lockForClosing(tx: Tx): Promise<OrganizacaoRow | undefined> {
  const [row] = await tx.sql<OrganizacaoRow[]>`
    select ${organizacaoColumns(tx)}
      from organizacao
     where id = ${tx.scope.organizacaoId}
       for update`;
  return row;
}

/** Documents in progress, in both environments. */
export async function documentsInProgress({ sql }: Tx): Promise<number> {
  const [row] = await sql<{ total: number }[]>`select acesso.documentos_em_andamento() as total`;
  return row?.total ?? 0;
}

/** Sets or clears the time at which the organization ends. */
export async function setClosing(tx: Tx, encerraEm: Date | null): Promise<OrganizacaoRow> {
  const [row] = await tx.sql<OrganizacaoRow[]>`
    update organizacao
       set encerra_em = ${encerraEm}
     where id = ${tx.scope.organizacaoId}
    returning ${organizacaoColumns(tx)}`;
  return row as OrganizacaoRow;
}

/** Active members with their accounts. */
export function activeAccounts({ sql, ours }: Tx): PromiseLike<{ id: string; usuario_id: string }[]> {
  return sql<Row<'membro', { id: string; usuario_id: string }, 'usuario_id'>[]>`
    select id, usuario_id
      from membro
     where ${ours()}
       and estado = 'ATIVO'
       and removido_em is null
       and usuario_id is not null
     order by id`;
}

/** Removes the members' access to an organization whose grace period is over. @returns the accounts that had it */
export async function closeOrganizacao({ sql, realNow: now }: Tx): Promise<string[]> {
  const rows = await sql<{ usuario_id: string }[]>`select acesso.encerrar_organizacao(${now}) as usuario_id`;
  return rows.map(({ usuario_id }) => usuario_id);
}
