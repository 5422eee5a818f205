import type { StatusOrganizacao } from '@rubrica/contract';
import { systemClock } from '../core/clock.ts';
import type { Columns } from '../core/row.ts';
import { recordSecurityEvent } from '../core/security-events.ts';
import type { Sql } from '../core/sql.ts';
import { type Command, ownersCommand } from './command.ts';

export const ORGANIZATIONS: Readonly<Record<string, Command>> = {
  'organizacao suspender': ownersCommand(
    { usage: 'ID', about: 'nada mais cria, envia nem convida; o que enviou segue valendo', words: 1 },
    async (sql, { words: [id = ''] }) => {
      const nome = await setOrganizationStatus(sql, id, 'SUSPENSA', systemClock.now());
      return (
        nome && `${nome} está suspensa: não cria, não envia e não convida. O que enviou pode ser assinado e lido.\n`
      );
    },
  ),
  'organizacao reativar': ownersCommand(
    { usage: 'ID', about: 'volta a criar, enviar e convidar', words: 1 },
    async (sql, { words: [id = ''] }) => {
      const nome = await setOrganizationStatus(sql, id, 'ATIVA', systemClock.now());
      return nome && `${nome} está ativa de novo.\n`;
    },
  ),
};

/**
 * Suspends an organization, or reactivates it, including one about to be closed; which operations are refused meanwhile
 * follows from their `standing`.
 * @param owner a connection of the database's owner
 * @returns its name; null if there is no such organization or it already has that status
 */
async function setOrganizationStatus(
  owner: Sql,
  id: string,
  status: StatusOrganizacao,
  now: Date,
): Promise<string | null> {
  return owner.begin(async (sql) => {
    const [changed] = await sql<Columns<'organizacao', 'nome'>[]>`
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
