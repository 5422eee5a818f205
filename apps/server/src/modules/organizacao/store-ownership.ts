import type { Tx } from '../../core/sql.ts';
import { type OrganizacaoRow, organizacaoColumns } from './store.ts';

/**
 * The organization of the scope, locked against whatever refers to it too: what is being sent at this moment commits
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

/** Documents in progress, of both environments. */
export async function documentsInProgress({ sql }: Tx): Promise<number> {
  const [row] = await sql<{ total: number }[]>`select acesso.documentos_em_andamento() as total`;
  return row?.total ?? 0;
}

/** Sets when the organization ends, or that it does not. */
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
  return sql<{ id: string; usuario_id: string }[]>`
    select id, usuario_id
      from membro
     where ${ours()}
       and estado = 'ATIVO'
       and removido_em is null
       and usuario_id is not null
     order by id`;
}

/** Takes the organization away from its members, where its grace is over. @returns the accounts that had it */
export async function closeOrganizacao({ sql, now }: Tx): Promise<string[]> {
  const rows = await sql<{ usuario_id: string }[]>`select acesso.encerrar_organizacao(${now}) as usuario_id`;
  return rows.map(({ usuario_id }) => usuario_id);
}
