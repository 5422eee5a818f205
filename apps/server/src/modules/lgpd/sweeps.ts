import type { Tx } from '../../core/sql.ts';
import { type Act, type Due, type DueAt, type Sweep, sweepDue } from '../../core/sweep.ts';
import { erase } from './erase.ts';
import { type PurgeDeps, purgeExpired } from './purge.ts';
import { dropExport, lockSolicitacao } from './store.ts';

export interface SweepDeps extends PurgeDeps {
  /** Whether data past its retention period is removed (RETENTION_PURGE). */
  readonly purge: boolean;
}

const DELETION_EVERY_MS = 5_000;
const HOURLY_MS = 3600_000;

/** Confirmed deletions, expired exports and, only if the operator switched it on, the purge. */
export function sweeps(deps: SweepDeps): Sweep[] {
  const { db, clock, log } = deps;
  return [
    sweepDue(log, {
      name: 'eliminar',
      everyMs: DELETION_EVERY_MS,
      everywhere: (limit) => db.sql<Due[]>`select * from acesso.eliminacoes_devidas(${clock.now()}, ${limit})`,
      ofTests: ({ organizacaoId, after, until }, limit) => db.sql<DueAt[]>`
        select * from acesso.eliminacoes_de_teste(${organizacaoId}, ${after}, ${until}, ${limit})`,
      act: freeing(deps, erase),
    }),
    sweepDue(log, {
      name: 'exportacoes',
      everyMs: HOURLY_MS,
      everywhere: (limit) => db.sql<Due[]>`select * from acesso.exportacoes_vencidas(${clock.now()}, ${limit})`,
      ofTests: ({ organizacaoId, after, until }, limit) => db.sql<DueAt[]>`
        select * from acesso.exportacoes_de_teste(${organizacaoId}, ${after}, ${until}, ${limit})`,
      act: freeing(deps, expire),
    }),
    ...(deps.purge ? [{ name: 'expurgar', everyMs: HOURLY_MS, run: async () => void (await purgeExpired(deps)) }] : []),
  ];
}

/** Acts in one transaction, then deletes the files it freed. @param act returns their keys */
const freeing =
  ({ db, files }: PurgeDeps, act: (tx: Tx, id: string) => Promise<string[]>): Act =>
  async (scope, id) => {
    const keys = await db.write(scope, (tx) => act(tx, id));
    for (const key of keys) await files.delete(key);
  };

async function expire(tx: Tx, id: string): Promise<string[]> {
  const row = await lockSolicitacao(tx, id);
  if (!row?.arquivo_expira_em || row.arquivo_expira_em > tx.now) return [];
  const key = await dropExport(tx, row);
  return key === null ? [] : [key];
}
