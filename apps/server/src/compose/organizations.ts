import type { StatusOrganizacao } from '@rubrica/contract';
import { recordSecurityEvent } from '../core/security-events.ts';
import type { Sql } from '../core/sql.ts';

/**
 * Suspends an organization, or restores it, one that is to be closed too: what is refused meanwhile is the operations'
 * `standing`.
 * @param owner a connection of the database's owner
 * @returns its name; null where there is no such organization, or it is so already
 */
export async function setOrganizationStatus(
  owner: Sql,
  id: string,
  status: StatusOrganizacao,
  now: Date,
): Promise<string | null> {
  return owner.begin(async (sql) => {
    const [changed] = await sql<{ nome: string }[]>`
      update organizacao
         set status = ${status}, encerra_em = case when ${status} = 'ATIVA' then null else encerra_em end
       where id::text = lower(${id}) and encerrada_em is null
         and (status <> ${status} or (${status} = 'ATIVA' and encerra_em is not null))
      returning nome`;
    if (!changed) return null;
    const tipo = status === 'SUSPENSA' ? 'ORGANIZACAO_SUSPENSA' : 'ORGANIZACAO_REATIVADA';
    await recordSecurityEvent(sql, { tipo, organizacaoId: id, requisicaoId: null, ip: null, detalhe: {} }, now);
    return changed.nome;
  });
}
