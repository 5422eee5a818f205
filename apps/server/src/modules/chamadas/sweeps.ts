import { CALLS_KEPT_MAX } from '@rubrica/contract';
import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../core/sql.ts';
import type { Sweep } from '../../core/sweep.ts';

/** Whoever has a full record is looked through whole. */
const CALLS_EVERY_MS = 120_000;
/** Looked back at for who called; longer than the sweep's rest, so that one run that fails leaves nobody out. */
const RECENT_MS = 30 * 60_000;

/** Removes the calls beyond the number that is kept for an organization. Those past their period are the purge's. */
export function sweeps({ db, clock }: { readonly db: Database; readonly clock: Clock }): Sweep[] {
  return [
    {
      name: 'podar-chamadas',
      everyMs: CALLS_EVERY_MS,
      async run() {
        const since = new Date(clock.now().getTime() - RECENT_MS);
        await db.sql`select acesso.limitar_chamadas(${CALLS_KEPT_MAX}, ${since})`;
      },
    },
  ];
}
