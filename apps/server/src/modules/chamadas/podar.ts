import { CALLS_KEPT_MAX, CALLS_KEPT_MS } from '@rubrica/contract';
import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../core/sql.ts';

const BATCH = 10_000;
/** Looked back at for who called; longer than the sweep's rest, so that one run that fails leaves nobody out. */
const RECENT_MS = 5 * 60_000;

/** Removes the calls that are too old, and those beyond the number that is kept for an organization. */
export async function podarChamadas({ db, clock }: { readonly db: Database; readonly clock: Clock }): Promise<void> {
  for (;;) {
    const now = clock.now();
    const [row] = await db.sql<{ antigas: number }[]>`
      select acesso.podar_chamadas(${now}, make_interval(secs => ${CALLS_KEPT_MS / 1000}), ${CALLS_KEPT_MAX},
                                   ${new Date(now.getTime() - RECENT_MS)}, ${BATCH}) as antigas`;
    if ((row?.antigas ?? 0) < BATCH) return;
  }
}
