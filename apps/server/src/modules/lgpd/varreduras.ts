import { type Scope, scopeOf } from '../../core/scope.ts';
import type { Tx } from '../../core/sql.ts';
import { eliminar } from './eliminar.ts';
import { expurgar, type PurgeDeps } from './expurgar.ts';
import { dropExport, lockSolicitacao } from './store.ts';

const DELETION_EVERY_MS = 5_000;
const HOURLY_MS = 3600_000;
const BATCH = 100;

type DueRow = { id: string; organizacao_id: string; ambiente: Scope['ambiente'] };

/**
 * What falls due by itself: confirmed deletions, exports past their time and, only where the operator switched it on, the
 * purge.
 */
export function lgpdSweeps(deps: PurgeDeps & { readonly purge: boolean }) {
  const { sql } = deps.db;
  const { clock } = deps;
  const deletions = () => sql<DueRow[]>`select * from acesso.eliminacoes_devidas(${clock.now()}, ${BATCH})`;
  const exports = () => sql<DueRow[]>`select * from acesso.exportacoes_vencidas(${clock.now()}, ${BATCH})`;
  return [
    { name: 'eliminar', everyMs: DELETION_EVERY_MS, run: () => actOnDue(deps, deletions, eliminar) },
    { name: 'exportacoes', everyMs: HOURLY_MS, run: () => actOnDue(deps, exports, expire) },
    ...(deps.purge
      ? [
          {
            name: 'expurgar',
            everyMs: HOURLY_MS,
            run: async () => {
              await expurgar(deps);
            },
          },
        ]
      : []),
  ];
}

async function expire(tx: Tx, id: string): Promise<string[]> {
  const row = await lockSolicitacao(tx, id);
  if (!row?.arquivo_expira_em || row.arquivo_expira_em > tx.now) return [];
  const key = await dropExport(tx, row);
  return key === null ? [] : [key];
}

/** Acts on each due row in a transaction of its own, then deletes the files it freed. One that fails waits its turn. */
async function actOnDue(
  { db, files, log }: PurgeDeps,
  due: () => PromiseLike<DueRow[]>,
  act: (tx: Tx, id: string) => Promise<string[]>,
): Promise<void> {
  for (;;) {
    const rows = await due();
    let failed = 0;
    for (const { id, organizacao_id, ambiente } of rows) {
      try {
        const keys = await db.write(scopeOf(organizacao_id, ambiente), (tx) => act(tx, id));
        for (const key of keys) await files.delete(key);
      } catch (error) {
        failed += 1;
        log.error({ err: error, solicitacaoId: id }, 'a data subject request could not be carried out');
      }
    }
    if (rows.length < BATCH || failed > 0) return;
  }
}
