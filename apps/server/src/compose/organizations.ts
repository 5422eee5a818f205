import type { StatusOrganizacao } from '@rubrica/contract';
import { recordSecurityEvent } from '../core/security-events.ts';
import type { Sql } from '../core/sql.ts';

/**
 * Suspends an organization, or restores it: what is refused while it is suspended is the operations' `standing`.
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
      update organizacao set status = ${status} where id::text = lower(${id}) and status <> ${status} returning nome`;
    if (!changed) return null;
    const tipo = status === 'SUSPENSA' ? 'ORGANIZACAO_SUSPENSA' : 'ORGANIZACAO_REATIVADA';
    await recordSecurityEvent(sql, { tipo, organizacaoId: id, requisicaoId: null, ip: null, detalhe: {} }, now);
    return changed.nome;
  });
}
