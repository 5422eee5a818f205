import type { Logger } from '../../core/log.ts';
import type { Row } from '../../core/row.ts';
import type { Database } from '../../core/sql.ts';
import { createWaiting, type Waiting, type Wanted } from '../../core/waiting.ts';

type Mark = Row<
  'acesso.caixas_recentes',
  { readonly organizacao_id: string; readonly ambiente: string; readonly marca: string }
>;

/**
 * Those who wait for captured messages. A look tells an organization's recent messages by one mark; whoever waits where it
 * is another than before reads again.
 * @param stopping wakes everybody: the process ends
 */
export function createMailbox(db: Pick<Database, 'sql'>, log: Logger, stopping: AbortSignal): Waiting<Wanted> {
  let known = new Map<string, string>();
  async function look(waiting: Waiting<Wanted>): Promise<void> {
    const marks = await db.sql<Mark[]>`select * from acesso.caixas_recentes(${waiting.organizations()})`;
    const before = known;
    // Nothing is remembered of those nobody waits in any more: whoever comes back is woken once for nothing.
    known = new Map(marks.map(({ organizacao_id, marca }) => [organizacao_id, marca]));
    for (const { organizacao_id, ambiente, marca } of marks)
      if (before.get(organizacao_id) !== marca) waiting.wake(organizacao_id, ambiente);
  }
  return createWaiting(look, { log, stopping });
}
