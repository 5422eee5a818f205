import type { Row } from '../core/row.ts';
import type { Sql } from '../core/sql.ts';

/**
 * Ends the open logs of a restored database, which may lack leaves that were shown: nothing is signed with their keys any more, and the
 * next process begins others (ADR 0085, "After a restore"). Logs that ended already stay as they are.
 * @param owner connected as the owner of the database
 * @returns the origins of those that ended
 */
export async function endOpenLogs(owner: Sql, now: Date): Promise<string[]> {
  const rows = await owner<Row<'acesso.registro_recomecar', { origem: string }>[]>`
    select origem from acesso.registro_recomecar(${now})`;
  return rows.map(({ origem }) => origem).sort();
}

/** What an operator is told of it. */
export const tellEnded = (origins: readonly string[]): string[] =>
  origins.length === 0
    ? []
    : [
        `Registro aberto: encerrado(s) ${origins.join(' e ')}, porque folhas já publicadas podem faltar neste banco. Ao iniciar, começa outro, com outra chave e outro endereço, que diz qual segue: dê a nova chave às testemunhas e a quem vigia (docs/operations/open-log.md).`,
      ];
